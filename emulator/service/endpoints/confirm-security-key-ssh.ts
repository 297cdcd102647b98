import type { JsonObject } from '../../basics/json.ts';
import { failure, success } from '../../../shared/result.ts';
import { announce } from '../acts.ts';
import type { Service } from '../service.ts';
import { refusePromptApplication, requireText } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';
import { tokenException } from './credentials.ts';

/**
 * POST /api/transaction/confirmSecurityKeySSH (specification 4.5). A wrong OTP is a
 * PasscodeException (emulator/README.md).
 */
export function confirmSecurityKeySsh(service: Service, fields: JsonObject): EndpointResult {
  const allowed = refusePromptApplication(service);
  if (!allowed.ok) return allowed;
  const accessToken = requireText(service, fields, 'accessToken');
  if (!accessToken.ok) return accessToken;
  const otp = requireText(service, fields, 'otp');
  if (!otp.ok) return otp;
  const found = service.transactions.checkToken(accessToken.value, 'security-key');
  if (!found.ok) return failure(tokenException(service, found.error));
  const transaction = found.value;
  if (transaction.wrongCodes >= service.options.maximumWrongCodes) {
    return failure(service.exceptions.of('tooManyWrongCodes'));
  }
  if (!transaction.member.hardwareKey.accept(otp.value)) {
    transaction.wrongCodes += 1;
    return failure(service.exceptions.of('wrongPasscode'));
  }
  service.changed.emit();
  if (service.options.reuseSecurityKeyToken) {
    service.transactions.promoteToken(accessToken.value);
    return success({ announcement: announce(service, transaction, 'approve', accessToken.value) });
  }
  service.transactions.spendToken(accessToken.value);
  return success({ announcement: announce(service, transaction, 'approve') });
}
