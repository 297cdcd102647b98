import { describe, expect, it } from 'vitest';
import { ALICE, exception, requesting, submittingCode } from '../../../support/login-fixtures.ts';
import { LoginScenario } from '../../../support/login-scenario.ts';

const approval = { type: 'approval-received', attempt: 1, token: 1 } as const;
const redeemed = { type: 'token-redeemed', attempt: 1, token: 1, identity: ALICE } as const;

describe('an approval that is being checked while another call fails', () => {
  const EXPIRED = exception('TransactionIdExpiredException', 11);
  const failures = [
    ['methodSSH', requesting('push'), { type: 'method-failed', attempt: 1, challenge: 1, failure: EXPIRED }],
    ['confirmCode', submittingCode(), { type: 'code-failed', attempt: 1, challenge: 1, failure: EXPIRED }],
  ] as const;

  it.each(failures)('of %s is not lost: the check goes on and lets in', (_name, state, failure) => {
    const scenario = new LoginScenario({}, state).send(approval).send(failure);
    expect(scenario.effects.map(({ type }) => type)).not.toContain('abort-requests');
    expect(scenario.in('method-selection').notice).toMatchObject({ kind: 'choose-again' });
    expect(scenario.send(redeemed).state).toMatchObject({ kind: 'succeeded', outcome: 'confirmed' });
  });

  it.each(failures)('of %s ends as ever where there is no approval', (_name, state, failure) => {
    expect(new LoginScenario({}, state).send(failure).state).toMatchObject({ kind: 'failed', session: null });
  });
});
