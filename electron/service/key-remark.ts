import type { Answer, ServiceClient } from './service-client.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/** If the service refuses our signature, adds `keyRemark` of `CredentialSource` to the evidence of the refusal. */
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
    init: (...args) => remarked(client.init(...args)),
    selectMethod: (...args) => remarked(client.selectMethod(...args)),
    confirmCode: (...args) => remarked(client.confirmCode(...args)),
    confirmSecurityKey: (...args) => remarked(client.confirmSecurityKey(...args)),
    credentials: (...args) => remarked(client.credentials(...args)),
  };
}

/** Specification 7. */
const SIGNATURE_REFUSED = 'InvalidSignatureException';
