import { describe, expect, it } from 'vitest';
import { withKeyRemark } from '../../../../electron/service/key-remark.ts';
import type { ServiceClient } from '../../../../electron/service/service-client.ts';
import { failure, success, type Result } from '../../../../shared/result.ts';
import type { ServiceFailure } from '../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';

const exception = (name: string) =>
  failure({
    kind: 'exception',
    exception: name,
    code: 9,
    evidence: toEvidence`${name} 9`,
  } as ServiceFailure);
/** A client whose every call has this result. */
const clientOf = (result: Result<unknown, ServiceFailure>): ServiceClient => {
  const call = (): Promise<never> => Promise.resolve(result as never);
  return {
    init: call,
    selectMethod: call,
    confirmCode: call,
    confirmSecurityKey: call,
    credentials: call,
  };
};
const answersOf = async (result: Result<unknown, ServiceFailure>, remark: string | null) => {
  const client = withKeyRemark(clientOf(result), () => remark);
  const { signal } = new AbortController();
  return Promise.all([
    client.init('alice', signal, null),
    client.selectMethod('tid', 'push', signal),
    client.confirmCode('tid', '123456', signal),
    client.confirmSecurityKey('token', 'otp', signal),
    client.credentials('token', signal),
  ]);
};

describe('a remark on the secret key', () => {
  it('puts the remark on the key beside each refusal of the signature', async () => {
    const said = 'InvalidSignatureException 9; the secret key has a blank at its end';
    const refused = exception('InvalidSignatureException');
    for (const answer of await answersOf(refused, 'the secret key has a blank at its end'))
      expect(answer).toEqual({ ok: false, error: { ...refused.error, evidence: said } });
  });

  it.each([
    ['a refusal without one', exception('InvalidSignatureException'), null],
    ['another exception', exception('UserDeniedException'), 'a remark'],
    ['another failure', failure({ kind: 'timeout' } as const), 'a remark'],
    ['a success', success(true), 'a remark'],
  ])('puts no remark on the key beside %s', async (_what, result, remark) => {
    for (const answer of await answersOf(result, remark)) expect(answer).toEqual(result);
  });
});
