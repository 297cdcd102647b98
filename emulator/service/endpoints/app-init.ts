import type { JsonObject } from '../../basics/json.ts';
import { success } from '../../../shared/result.ts';
import type { Service } from '../service.ts';
import { readParams, requireText } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

/** POST /api/app/init (docs/wire.md 1.9): the configuration check of the SDKs. Its OK has no result. */
export function appInit(service: Service, fields: JsonObject): EndpointResult {
  const { requireParams } = service.options;
  if (requireParams) {
    const appVer = requireText(service, fields, 'appVer');
    if (!appVer.ok) return appVer;
  }
  const params = readParams(service, fields, {
    listed: [],
    required: requireParams ? ['sdkVer'] : [],
  });
  return params.ok ? success({}) : params;
}
