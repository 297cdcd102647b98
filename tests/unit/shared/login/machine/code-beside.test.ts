import { describe, expect, it } from 'vitest';
import type { Method } from '../../../../../shared/service/methods.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ALICE,
  ANSWER_MS,
  APPROVAL_MS,
  NOW_MS,
  pending,
  transaction,
  TID,
  tooMany,
  verifying,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const OFFERED: readonly Method[] = ['push', 'totp', 'sms'];
const CODE = '918273';
const submit = (code = CODE) => ({ type: 'submit-code', code }) as const;
const selected = (codeLength: number | null = 6) =>
  ({
    type: 'method-selected',
    attempt: 1,
    challenge: 2,
    selected: { method: 'totp', qrText: null, codeLength, phoneNumber: null },
  }) as const;
const approved = { type: 'approval-received', attempt: 1, token: 0 } as const;
const redeemed = { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE } as const;

const waiting = (methods = OFFERED) => new LoginScenario().start(methods).choose('push');

describe('a code beside a push', () => {
  it('sends a code beside a push once the service has started its method', () => {
    const scenario = waiting().send(submit(' 918 273 '));
    expect(scenario.in('challenge-starting')).toMatchObject({
      method: 'totp',
      challenge: 2,
      step: 'requesting',
    });
    expect(scenario.lastEffects).toEqual([
      { type: 'keep-passcode', challenge: 2, passcode: CODE },
      { type: 'abort-requests', attempt: 1, challenge: 1 },
      { type: 'select-method', attempt: 1, challenge: 2, tid: TID, method: 'totp' },
    ]);
    expect(scenario.view()).toMatchObject({
      screen: 'code',
      method: 'totp',
      busy: true,
      isStarting: true,
      challenge: 2,
    });
    scenario.send(selected());
    expect(scenario.in('code-submitting')).toMatchObject({
      deadlineAtMs: NOW_MS + ANSWER_MS,
      entryDeadlineAtMs: NOW_MS + APPROVAL_MS,
    });
    expect(scenario.lastEffects).toEqual([
      { type: 'submit-pending-passcode', attempt: 1, challenge: 2, tid: TID },
    ]);
    expect(scenario.view()).toMatchObject({
      screen: 'code',
      busy: true,
      isStarting: false,
      codeLength: 6,
    });
  });

  it('keeps a code beside a push out of the state', () => {
    const scenario = waiting().send(submit());
    expect(JSON.stringify(scenario.state)).not.toContain(CODE);
    scenario.send(selected());
    expect(JSON.stringify([scenario.state, scenario.lastEffects])).not.toContain(CODE);
  });

  it('names the method of the code as the proven one', () => {
    const scenario = waiting().send(submit(), selected());
    scenario.send({ type: 'code-accepted', attempt: 1, challenge: 2 }, approved, redeemed);
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'confirmed', method: 'totp' }]);
  });

  it.each([
    ['while its method is started', [submit()]],
    ['while it is on its way', [submit(), selected()]],
    [
      'after it was wrong',
      [
        submit(),
        selected(),
        { type: 'code-failed', attempt: 1, challenge: 2, failure: WRONG_CODE },
      ],
    ],
  ] as const)('leaves the approval of the push in force beside a code: %s', (_when, events) => {
    const scenario = waiting().send(...events, approved, redeemed);
    expect(scenario.state.kind).toBe('succeeded');
    // Two were started, and an approval does not say which it is of.
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'confirmed', method: null }]);
  });

  it('takes no denial of the push any more after a code, as after every change of the method', () => {
    const scenario = waiting().send(submit(), { type: 'denial-received', attempt: 1 });
    expect(scenario.state.kind).toBe('challenge-starting');
  });

  it('lets the person report a login with a code beside a push as not started', () => {
    const scenario = waiting().send(submit(), selected());
    expect(scenario.view()).toMatchObject({ canReportNotStarted: true });
    expect(scenario.send({ type: 'report-not-started' }).in('failed').code).toBe(
      'not-started-by-person',
    );
  });

  it('says that a code beside a push is too short before it is sent, and sends one as long then', () => {
    const scenario = waiting().send(submit('1234'), selected(6));
    expect(scenario.in('code-entry').problem).toEqual({ kind: 'too-short', tries: 1 });
    expect(scenario.did()).toEqual([]);
    scenario.send(submit('1234'));
    expect(scenario.lastEffects).toMatchObject([
      { type: 'submit-passcode', challenge: 2, passcode: '1234' },
    ]);
  });

  it('sends a code beside a push if the service announces no length, or a longer one was typed', () => {
    expect(waiting().send(submit('1234'), selected(null)).state.kind).toBe('code-submitting');
    expect(waiting().send(submit('12345678'), selected(6)).state.kind).toBe('code-submitting');
  });

  it.each(['', ' '])(
    'says that a code beside a push is empty, and lets the push go on: %j',
    (typed) => {
      const scenario = waiting().send(submit(typed));
      expect(scenario.in('approval-pending').challenge.number).toBe(1);
      expect(scenario.lastEffects).toEqual([]);
      expect(scenario.view()).toMatchObject({
        codeBeside: { problem: { kind: 'empty', tries: 1 } },
      });
      expect(scenario.send(submit(typed)).view()).toMatchObject({
        codeBeside: { problem: { kind: 'empty', tries: 2 } },
      });
    },
  );

  it('says that a text beside a push is no code, and lets the push go on', () => {
    const scenario = waiting().send(submit(''), submit('Code 482913, or call 4711'));
    expect(scenario.in('approval-pending').challenge.number).toBe(1);
    expect(scenario.lastEffects).toEqual([]);
    expect(scenario.view()).toMatchObject({
      codeBeside: { problem: { kind: 'no-code', tries: 1 } },
    });
  });

  it('waits with a code beside a push for the event channel, as every start does', () => {
    const state = pending('push', {
      transaction: transaction({
        methods: OFFERED,
        started: ['push'],
        eventChannel: 'reconnecting',
        challenges: 1,
      }),
    });
    const scenario = new LoginScenario({}, state).send(submit());
    expect(scenario.in('challenge-starting')).toMatchObject({
      step: 'connecting',
      pendingPasscodeLength: 6,
    });
    scenario.send(
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
      selected(),
    );
    expect(scenario.did()).toEqual(['submit-pending-passcode']);
    expect(scenario.view()).toMatchObject({ notice: null });
  });

  it('says that an approval of the push may have been missed in a gap before the method of the code was asked for', () => {
    const scenario = waiting().send(
      { type: 'event-channel-lost', attempt: 1, evidence: toEvidence`transport close` },
      submit(),
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true },
      selected(),
    );
    expect(scenario.view()).toMatchObject({ screen: 'code', notice: { kind: 'possibly-missed' } });
  });

  it('sends a code beside an approval that is being checked', () => {
    const state = pending('push', {
      transaction: transaction({
        methods: OFFERED,
        started: ['push'],
        verification: verifying(),
        challenges: 1,
      }),
    });
    const scenario = new LoginScenario({}, state).send(submit(), selected());
    expect(scenario.did()).toEqual(['submit-pending-passcode']);
    expect(scenario.send(redeemed).state.kind).toBe('succeeded');
  });

  it('drops a code beside a push if its method cannot be started, and says why at the list', () => {
    const scenario = waiting().send(submit(), {
      type: 'method-failed',
      attempt: 1,
      challenge: 2,
      failure: tooMany(20_000),
    });
    expect(scenario.view()).toMatchObject({
      screen: 'methods',
      notice: { kind: 'too-many', method: 'totp' },
    });
    expect(scenario.effects.map(({ type }) => type)).not.toContain('submit-pending-passcode');
  });

  it.each([{ type: 'go-back' }, { type: 'cancel' }] as const)(
    'sends no code beside a push after $type',
    (event) => {
      const scenario = waiting().send(submit(), event, selected());
      expect(scenario.did()).toEqual(['ignored-event']);
      expect(scenario.effects.map(({ type }) => type)).not.toContain('submit-pending-passcode');
    },
  );

  it('ends a code beside a push with its own wait', () => {
    const scenario = waiting().send(submit(), selected(), {
      type: 'code-failed',
      attempt: 1,
      challenge: 2,
      failure: WRONG_CODE,
    });
    expect(scenario.wait(APPROVAL_MS).in('failed')).toMatchObject({
      code: 'timed-out',
      method: 'totp',
    });
  });
});

describe('the field', () => {
  it('shows the field for a code beside a push if a code from an app is offered, in place of that method', () => {
    expect(waiting().view()).toMatchObject({
      codeBeside: { problem: null },
      others: [{ method: 'sms' }],
    });
  });

  it.each<readonly [string, LoginScenario]>([
    ['if no code from an app is offered', waiting(['push', 'sms'])],
    ['beside an email', new LoginScenario().start(['email', 'totp']).choose('email')],
    ['beside a call', new LoginScenario().start(['phoneCall', 'totp']).choose('phoneCall')],
    [
      'while the service wants a pause for it',
      new LoginScenario(
        {},
        pending('push', {
          transaction: transaction({
            methods: OFFERED,
            started: ['push'],
            sends: { totp: { count: 0, againAtMs: 0, serviceUntilMs: NOW_MS + 30_000 } },
          }),
        }),
      ),
    ],
  ])('shows no field for a code, and ignores one, %s', (_where, scenario) => {
    expect(scenario.view()).toMatchObject({ screen: 'approval', codeBeside: null });
    expect(scenario.send(submit()).did()).toEqual(['ignored-event']);
    expect(scenario.state.kind).toBe('approval-pending');
  });

  it('shows no field for a code after the pause either, so that the layout stays', () => {
    const sends = { totp: { count: 0, againAtMs: 0, serviceUntilMs: NOW_MS + 30_000 } };
    const state = pending('push', {
      transaction: transaction({ methods: OFFERED, started: ['push'], sends }),
    });
    expect(new LoginScenario({}, state).wait(40_000).view()).toMatchObject({ codeBeside: null });
  });
});
