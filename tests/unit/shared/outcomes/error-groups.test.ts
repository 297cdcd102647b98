import { expect, it } from 'vitest';
import { ERROR_CATALOG, hasTrait, type ErrorCode } from '../../../../shared/outcomes/error-catalog.ts';
import { isNotNow, mayBeGuestNetwork } from '../../../../shared/outcomes/error-groups.ts';

const codes = Object.keys(ERROR_CATALOG) as ErrorCode[];

it.each(codes)('%s is in the groups that the catalogue gives it, and in no others', (code) => {
  const { outcome } = ERROR_CATALOG[code];
  expect([isNotNow(code), mayBeGuestNetwork(code)]).toEqual([
    outcome === 'not-now',
    hasTrait(code, 'guest-network'),
  ]);
});
