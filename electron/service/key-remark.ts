import type { Answer, ServiceClient } from './service-client.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/** Names what is unusual about the secret key beside the service's refusal of our signature. See `CredentialSource`. */
export function withKeyRemark(
  client: ServiceClient,
  keyRemark: () => string | null,
): ServiceClient {
  const remarked = async <Value>(answer: Answer<Value>): Answer<Value> => {
    const result = await answer;
    const remark = keyRemark();
    if (result.ok || remark === null) return result;
    const { error } = result;
    if (error.kind !== 'exception' || error.exception !== SIGNATURE_REFUSED) return result;
    return { ok: false, error: { ...error, evidence: toEvidence`${error.evidence}; ${remark}` } };
  };
  return {
    init: (...given) => remarked(client.init(...given)),
    selectMethod: (...given) => remarked(client.selectMethod(...given)),
    confirmCode: (...given) => remarked(client.confirmCode(...given)),
    confirmSecurityKey: (...given) => remarked(client.confirmSecurityKey(...given)),
    credentials: (...given) => remarked(client.credentials(...given)),
  };
}

/** Specification 7. */
const SIGNATURE_REFUSED = 'InvalidSignatureException';
