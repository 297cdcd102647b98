import { success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { Options } from '../options.ts';
import type { DialectFactory } from './dialect.ts';
import { loadDialectV2 } from './dialect-v2.ts';
import { dialectV4, dialectV4AndV3 } from './dialect-v4.ts';

/**
 * Every generation that can be asked for; each gives the reason when it cannot be had. A new one is
 * one more row.
 */
const dialects: Readonly<Record<Options['realtime'], () => Result<DialectFactory, string>>> = {
  v4: () => success(dialectV4),
  v2: loadDialectV2,
  'v4+v3': () => success(dialectV4AndV3),
};

export function loadDialect(generation: Options['realtime']): Result<DialectFactory, string> {
  return dialects[generation]();
}
