import { describe, expect, it } from 'vitest';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import type { LoginState } from '../../../../../shared/login/machine/login-state.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ANSWER_MS,
  denialPage,
  exception,
  hostedPage,
  NOW_MS,
  pending,
  requesting,
  starting,
  transaction,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const methodMissing = exception('MissingFieldException', 3, { field: 'method' });
const cameBack = (state: 'cancel' | 'error' | 'malformed'): LoginEvent => ({
  type: 'callback-received',
  attempt: 1,
  callback: { state },
});
const pageFailed: LoginEvent = {
  type: 'page-failed',
  attempt: 1,
  failure: { kind: 'callback', evidence: toEvidence`EADDRINUSE` },
};

describe('the evidence of an end', () => {
  it.each<readonly [evidence: string, LoginState, LoginEvent]>([
    [
      'person: push email',
      pending('email', { transaction: transaction({ started: ['push', 'email'] }) }),
      { type: 'report-not-started' },
    ],
    [
      'methodSSH: none left',
      requesting('push', { transaction: transaction({ methods: ['push'] }) }),
      { type: 'method-failed', attempt: 1, challenge: 1, failure: methodMissing },
    ],
    ['callback: error', hostedPage(), cameBack('error')],
    ['callback: malformed', hostedPage(), cameBack('malformed')],
    ['hosted page: EADDRINUSE', hostedPage(), pageFailed],
    ['callback: cancel', denialPage(), cameBack('cancel')],
    ['page: closed', denialPage(), { type: 'page-closed', attempt: 1 }],
    ['page: not shown', denialPage(), pageFailed],
  ])('says "%s"', (evidence, state, event) => {
    const run = new LoginScenario({ hostedPage: 'browser' }, state).send(event);
    expect(run.in('failed').evidence).toBe(evidence);
  });

  it('says that init gave no answer in time', () => {
    const run = new LoginScenario({}, starting()).wait(ANSWER_MS);
    expect(run.in('failed').evidence).toBe('init: timeout');
  });

  it.each([
    ['time limit: approval-pending', pending('push')],
    ['time limit: starting', starting()],
  ])('says at the caller\'s limit "%s"', (evidence, state) => {
    const run = new LoginScenario({ endsAtMs: NOW_MS + 1_000 }, state).wait(1_000);
    expect(run.in('failed').evidence).toBe(evidence);
  });

  it("says at the caller's limit that a denial page was shown", () => {
    const run = new LoginScenario(
      { hostedPage: 'browser', endsAtMs: NOW_MS + 1_000 },
      denialPage(),
    ).wait(1_000);
    expect(run.in('failed').evidence).toBe('time limit: denial-page');
  });

  it('says that the person denied, where the last token was refused after it', () => {
    const run = new LoginScenario({}, pending('push')).send(
      { type: 'approval-received', attempt: 1, token: 0 },
      { type: 'denial-received', attempt: 1 },
      {
        type: 'token-failed',
        attempt: 1,
        token: 0,
        failure: exception('UnknownAccessTokenException'),
      },
    );
    expect(run.in('failed').evidence).toBe('event: denied');
  });
});
