import { describe, expect, it } from 'vitest';
import { nextDeadlineOf } from '../../../../../shared/login/machine/login-state.ts';
import { METHODS, type Method } from '../../../../../shared/service/methods.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ALICE,
  APPROVAL_MS,
  challenge,
  enteringCode,
  NOW_MS,
  pending,
  requesting,
  selecting,
  transaction,
  submittingCode,
  verifying,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const NOT_STARTED = { type: 'report-not-started' } as const;
const SENT: readonly Method[] = ['push', 'sms', 'smsLink', 'email', 'phoneCall'];
const SILENCE_MS = 25_000;
const QUIET_MS = 2_000;

describe('"I did not start this"', () => {
  it.each(SENT)(
    'ends a login by %s that the person did not start as denied, and closes everything',
    (method) => {
      const scenario = new LoginScenario().start().choose(method).send(NOT_STARTED);
      expect(scenario.in('failed')).toMatchObject({
        code: 'not-started-by-person',
        transaction: null,
        evidence: `person: ${method}`,
        username: 'alice',
      });
      expect(scenario.lastEffects).toMatchObject([
        { type: 'abort-requests', attempt: 1, challenge: null },
        { type: 'close-event-channel', attempt: 1 },
        {
          type: 'report-outcome',
          outcome: { outcome: 'denied', reason: 'not-started-by-person', method },
        },
      ]);
      expect(scenario.view()).toMatchObject({ advice: 'none', canChooseMethod: false });
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
    },
  );

  it.each([requesting('push'), submittingCode('sms'), enteringCode('sms')])(
    'ends as denied what the person did not start in $kind',
    (state) => {
      const scenario = new LoginScenario({}, state).send(NOT_STARTED);
      expect(scenario.in('failed').code).toBe('not-started-by-person');
    },
  );

  it.each(METHODS.filter((method) => !SENT.includes(method)))(
    'ignores that the person did not start a method without a message: %s',
    (method) => {
      const scenario = new LoginScenario().start().choose(method).send(NOT_STARTED);
      expect(scenario.did()).toEqual(['ignored-event']);
      expect(scenario.outcomes()).toEqual([]);
    },
  );

  it('denies what the person did not start wherever an approval of the push would still count', () => {
    const sent = () => new LoginScenario().start(['push', 'totp']).choose('push');
    const elsewhere = [
      sent().send({ type: 'go-back' }),
      sent().send({ type: 'go-back' }).choose('totp'),
      sent().wait(APPROVAL_MS),
    ];
    expect(elsewhere.map(({ state }) => state.kind)).toEqual([
      'method-selection',
      'code-entry',
      'failed',
    ]);
    for (const scenario of elsewhere) {
      scenario.send(NOT_STARTED, { type: 'approval-received', attempt: 1, token: 0 });
      expect(scenario.in('failed')).toMatchObject({
        code: 'not-started-by-person',
        evidence: 'person: push',
        transaction: null,
      });
      expect(scenario.outcomes().at(-1)).toMatchObject({ outcome: 'denied' });
    }
  });

  it('keeps the denial of a login not started when the caller’s limit passes on its screen', () => {
    const limited = transaction({ loginDeadlineAtMs: NOW_MS + 5_000 });
    const scenario = new LoginScenario(
      { endsAtMs: NOW_MS + 5_000 },
      pending('push', { transaction: limited }),
    ).send(NOT_STARTED);
    scenario.wait(5_000);
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'denied', reason: 'not-started-by-person' },
    ]);
    expect(scenario.lastEffects).toContainEqual({ type: 'leave' });
    expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
  });

  it('refuses an approval that comes after the person’s denial, or that was being checked', () => {
    const scenario = new LoginScenario().start().choose('push');
    scenario.send(
      { type: 'approval-received', attempt: 1, token: 0 },
      NOT_STARTED,
      { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE },
      { type: 'approval-received', attempt: 1, token: 1 },
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
    );
    expect(scenario.in('failed').code).toBe('not-started-by-person');
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'denied', reason: 'not-started-by-person' },
    ]);
  });

  it('does not revoke a successful login when the person denies later', () => {
    const scenario = new LoginScenario()
      .start()
      .choose('push')
      .send(
        { type: 'approval-received', attempt: 1, token: 0 },
        { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE },
        NOT_STARTED,
      );
    expect(scenario.state.kind).toBe('succeeded');
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('cannot go on with a login that the person did not start', () => {
    const scenario = new LoginScenario().start().choose('push').send(NOT_STARTED);
    scenario.send({ type: 'choose-method', method: 'totp' });
    expect(scenario.state.kind).toBe('failed');
    scenario.send({ type: 'retry' });
    expect(scenario.state.kind).toBe('username-entry');
    expect(scenario.outcomes()).toHaveLength(1);
  });
});

describe('silence', () => {
  const offered = (scenario: LoginScenario) => {
    const view = scenario.view();
    return view.screen === 'approval' && view.areOthersOffered;
  };

  it('offers after silence only methods that can be chosen then, decided at the start', () => {
    const sends = (againAtMs: number) => ({ sms: { count: 1, againAtMs } });
    const beside = (againAtMs: number) =>
      new LoginScenario(
        {},
        pending('push', {
          transaction: transaction({ methods: ['push', 'sms'], sends: sends(againAtMs) }),
          silentAtMs: NOW_MS + SILENCE_MS,
        }),
      );
    const soon = beside(NOW_MS + SILENCE_MS);
    expect(soon.view()).toMatchObject({ others: [{ method: 'sms' }] });
    expect(offered(soon.wait(SILENCE_MS))).toBe(true);
    const late = beside(NOW_MS + SILENCE_MS + 1);
    expect(late.view()).toMatchObject({ others: [] });
    expect(offered(late.wait(SILENCE_MS))).toBe(false);
  });

  it.each(['push', 'email', 'smsLink', 'phoneCall'] as const)(
    'offers the other methods beside a silent %s',
    (method) => {
      const scenario = new LoginScenario().start(['totp', method, 'sms']).choose(method);
      // Beside a push a code from the app has a field already.
      const first = method === 'push' ? [] : [{ method: 'totp' }];
      expect(scenario.view()).toMatchObject({ others: [...first, { method: 'sms' }] });
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBe(NOW_MS + SILENCE_MS);
      expect(offered(scenario.wait(SILENCE_MS - 1))).toBe(false);
      expect(offered(scenario.wait(1))).toBe(true);
      expect(scenario.in('approval-pending').challenge.notice).toBeNull();
      // The wait goes on to its own end.
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBe(
        scenario.in('approval-pending').deadlineAtMs,
      );
      expect(offered(scenario.send({ type: 'keep-waiting' }))).toBe(true);
    },
  );

  it('does not offer other methods beside the only one, or after a code', () => {
    const alone = new LoginScenario().start(['push']).choose('push').wait(SILENCE_MS);
    expect(alone.view()).toMatchObject({
      areOthersOffered: false,
      reference: 'approval-pending (person: push)',
    });
    const typed = new LoginScenario().start().choose('sms');
    typed.send(
      { type: 'submit-code', code: '123456' },
      { type: 'code-accepted', attempt: 1, challenge: 1 },
    );
    expect(typed.wait(SILENCE_MS).in('approval-pending').isSilent).toBe(false);
  });

  it('counts the silence anew with each start of a method', () => {
    const scenario = new LoginScenario()
      .start()
      .choose('push')
      .wait(SILENCE_MS + 6_000);
    expect(offered(scenario)).toBe(true);
    expect(offered(scenario.choose('push'))).toBe(false);
    expect(offered(scenario.wait(SILENCE_MS))).toBe(true);
  });

  it('leaves the approval of the push in force when another method is chosen', () => {
    const scenario = new LoginScenario().start().choose('push').wait(SILENCE_MS).choose('totp');
    scenario.send(
      { type: 'approval-received', attempt: 1, token: 0 },
      { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE },
    );
    expect(scenario.state.kind).toBe('succeeded');
  });

  it('gives a notice with instructions in place of the other methods', () => {
    const scenario = new LoginScenario().start().choose('push').wait(SILENCE_MS);
    scenario.send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true });
    expect(scenario.view()).toMatchObject({
      notice: { kind: 'possibly-missed' },
      areOthersOffered: false,
    });
  });

  it('offers no other methods while an approval is checked', () => {
    const state = pending('push', {
      transaction: transaction({ started: ['push'], verification: verifying() }),
      silentAtMs: NOW_MS + 1_000,
    });
    const scenario = new LoginScenario({}, state).wait(1_000);
    expect(offered(scenario)).toBe(false);
    expect(scenario.in('approval-pending').silentAtMs).toBeGreaterThan(NOW_MS + 1_000);
  });
});

describe('a loss of the event channel', () => {
  const lost = {
    type: 'event-channel-lost',
    attempt: 1,
    evidence: toEvidence`transport close`,
  } as const;
  const back = { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false } as const;
  const linkOf = (scenario: LoginScenario) => {
    const view = scenario.view();
    return 'link' in view ? view.link : null;
  };

  it('tells a loss of the event channel when it lasts two seconds, and until it is back', () => {
    const scenario = new LoginScenario().start().choose('push').send(lost);
    expect(nextDeadlineOf(scenario.state, scenario.policy)).toBe(NOW_MS + QUIET_MS);
    expect(linkOf(scenario.wait(QUIET_MS - 1))).toBe('connected');
    expect(linkOf(scenario.wait(1))).toBe('reconnecting');
    expect(linkOf(scenario.send(lost).wait(60_000))).toBe('reconnecting');
    expect(linkOf(scenario.send(back))).toBe('connected');
  });

  it('keeps silent on a channel that is back sooner, and does not count its time on', () => {
    const scenario = new LoginScenario()
      .start()
      .choose('push')
      .send(lost)
      .wait(QUIET_MS - 1)
      .send(back);
    expect(linkOf(scenario.wait(QUIET_MS))).toBe('connected');
    expect(scenario.in('approval-pending').transaction.lossDueAtMs).toBeNull();
    scenario.send(lost);
    expect(linkOf(scenario.wait(QUIET_MS - 1))).toBe('connected');
  });

  it('counts from the first loss of the channel, whatever fails meanwhile', () => {
    const scenario = new LoginScenario().start().choose('push').send(lost).wait(1_500).send(lost);
    expect(linkOf(scenario.wait(500))).toBe('reconnecting');
  });

  it('tells a loss of the channel during the check of an approval, and does not disturb it', () => {
    const verification = verifying();
    const state = pending('push', {
      transaction: transaction({ started: ['push'], verification }),
    });
    const scenario = new LoginScenario({}, state).send(lost).wait(QUIET_MS);
    expect(scenario.view()).toMatchObject({ link: 'reconnecting', isVerifying: true });
    expect(scenario.in('approval-pending').transaction.verification).toEqual(verification);
  });

  it('says at once that an approval may have been missed, however short the loss was', () => {
    const scenario = new LoginScenario().start().choose('push').send(lost).wait(300);
    scenario.send({ ...back, mayHaveMissedEvents: true });
    expect(scenario.view()).toMatchObject({
      link: 'connected',
      notice: { kind: 'possibly-missed' },
    });
  });
});

describe('a code that looks wrong', () => {
  const submit = (code: string) => ({ type: 'submit-code', code }) as const;
  const six = (method: 'totp' | 'sms' = 'totp') =>
    new LoginScenario(
      {},
      enteringCode(method, { challenge: challenge(method, { codeLength: 6 }) }),
    );
  const key = () => new LoginScenario({}, enteringCode('yotp'));
  /** The text of a key on an unknown layout: 44 characters, with letters that no layout combines. */
  const STRANGE = 'çğışöüqwçğışçğışöüqwçğışçğışöüqwçğışçğışöüqw';

  it.each(['totp', 'sms'] as const)(
    'tells that a code of %s is too short, and sends it when it comes again',
    (method) => {
      const scenario = six(method).send(submit('12 345'));
      expect(scenario.lastEffects).toEqual([]);
      expect(scenario.in('code-entry').problem).toEqual({ kind: 'too-short', tries: 1 });
      scenario.send(submit('12345'));
      expect(scenario.lastEffects).toMatchObject([{ type: 'submit-passcode', passcode: '12345' }]);
    },
  );

  it('tells a short code once, and sends one as long at once after the answer', () => {
    const scenario = six().send(submit('12345'), submit('12345'));
    scenario.send(
      { type: 'code-failed', attempt: 1, challenge: 1, failure: WRONG_CODE },
      submit('54321'),
    );
    expect(scenario.lastEffects).toMatchObject([{ passcode: '54321' }]);
  });

  it('tells again a short code of another length', () => {
    const scenario = six().send(submit('123'), submit('12345'));
    expect(scenario.lastEffects).toEqual([]);
    expect(scenario.in('code-entry').problem).toEqual({ kind: 'too-short', tries: 2 });
  });

  it.each(['123456', '1234567890', 'XK4821'])(
    'sends a code as long as was announced, or longer: %s',
    (code) => {
      expect(six().send(submit(code)).lastEffects).toMatchObject([{ passcode: code }]);
    },
  );

  it('sends a code of any length if no length was announced', () => {
    expect(new LoginScenario({}, enteringCode()).send(submit('1')).did()).toEqual([
      'submit-passcode',
    ]);
  });

  it('keeps a short code out of the state', () => {
    expect(JSON.stringify(six().send(submit('91827')).state)).not.toContain('91827');
  });

  it.each([
    ['unknown', STRANGE],
    ['Dvorak', 'jjjjjxe.uidchtnbpygkkgypbnthcdiu.exjjxe.uidc'],
    ['Russian', 'сссссивуапршолдткегммгектдлошрпаувиссивуапрш'],
  ])(
    'explains the text of a key on another layout, and sends it when it comes again: %s',
    (_layout, typed) => {
      const scenario = key().send(submit(typed));
      expect(scenario.lastEffects).toEqual([]);
      expect(scenario.in('code-entry').problem).toEqual({ kind: 'unknown-layout', tries: 1 });
      scenario.send(submit(typed));
      expect(scenario.lastEffects).toMatchObject([
        { type: 'submit-security-key', password: typed },
      ]);
    },
  );

  it.each([
    ['modhex', 'cccccbdefghijklnrtuvvutrnlkjihgfedbccbdefghi'],
    ['capitals', 'CCCCCBDEFGHIJKLNRTUVVUTRNLKJIHGFEDBCCBDEFGHI'],
    ['another kind of key', '755224'],
    ['a token in hexadecimal', '0123456789abcdef0123456789abcdef'],
    ['typed text', 'hello'],
  ])('sends the text of a key at once: %s', (_what, code) => {
    expect(key().send(submit(code)).did()).toEqual(['submit-security-key']);
  });
});

describe('a cancelled login', () => {
  it('says after a cancelled login that the push stays on the phone, until the next one begins', () => {
    const scenario = new LoginScenario().start().choose('push').send({ type: 'cancel' });
    expect(scenario.view()).toMatchObject({ screen: 'username', isLeftOnPhone: true });
    scenario.send({ type: 'submit-username', username: ' ' });
    expect(scenario.view()).toMatchObject({ problem: 'empty', isLeftOnPhone: true });
    scenario.send({ type: 'submit-username', username: 'alice' });
    expect(scenario.view()).toMatchObject({ busy: true, isLeftOnPhone: false });
    expect(scenario.send({ type: 'cancel' }).view()).toMatchObject({ isLeftOnPhone: false });
  });

  it('says that the push stays on the phone also after another method, or after an end', () => {
    const other = new LoginScenario()
      .start()
      .choose('push')
      .choose('totp')
      .send({ type: 'cancel' });
    expect(other.view()).toMatchObject({ isLeftOnPhone: true });
    const late = new LoginScenario().start().choose('push').wait(120_000);
    expect(late.in('failed').code).toBe('timed-out');
    expect(late.send({ type: 'cancel' }).view()).toMatchObject({ isLeftOnPhone: true });
  });

  it.each([selecting(), enteringCode('totp'), pending('email')])(
    'does not mention the phone after a login without a push: $kind',
    (state) => {
      const scenario = new LoginScenario({}, state).send({ type: 'cancel' });
      expect(scenario.view()).toMatchObject({ screen: 'username', isLeftOnPhone: false });
    },
  );
});
