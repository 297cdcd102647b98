import type { JsonObject } from '../../basics/json.ts';
import { success } from '../../../shared/result.ts';
import type { Service } from '../service.ts';
import { optionalText, readParams, requireText } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

/** POST /api/app/init (docs/wire.md 1.9): the configuration check of the SDKs. Its OK has no result and no signature. */
export function appInit(service: Service, fields: JsonObject): EndpointResult {
  const { requireParams } = service.options;
  const readVersion = requireParams ? requireText : optionalText;
  const appVer = readVersion(service, fields, 'appVer');
  if (!appVer.ok) return appVer;
  const params = readParams(service, fields, requireParams ? ['sdkVer'] : []);
  if (!params.ok) return params;
  return success({ unsigned: true });
}
