import type { JsonObject } from '../../basics/json.ts';
import { failure, success } from '../../../shared/result.ts';
import type { ApiException } from '../exceptions.ts';
import type { Service } from '../service.ts';
import type { TokenProblem } from '../transactions.ts';
import { requireText } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

/**
 * POST /api/transaction/credentials (specification 4.7). The token is spent by it and the
 * transaction is over.
 */
export function credentials(service: Service, fields: JsonObject): EndpointResult {
  const accessToken = requireText(service, fields, 'accessToken');
  if (!accessToken.ok) return accessToken;
  const found = service.transactions.checkToken(accessToken.value, 'credentials');
  if (!found.ok) return failure(tokenException(service, found.error));
  const transaction = found.value;
  service.transactions.spendToken(accessToken.value);
  service.transactions.finish(transaction);
  service.changed.emit();
  const { username, email, consumerParams } = transaction.member;
  if (service.options.applicationType === 'prompt') {
    return success({ result: { systemToken: service.options.systemToken, email, username } });
  }
  return success({ result: { username, email, consumerParams } });
}

/** How a token problem is answered. */
export function tokenException(service: Service, problem: TokenProblem): ApiException {
  switch (problem) {
    case 'unknown':
      return service.exceptions.of('unknownAccessToken');
    case 'expired':
      return service.exceptions.of('expiredAccessToken');
    case 'transaction-expired':
      return service.exceptions.of('expiredTransaction');
  }
}
