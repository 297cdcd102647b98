import { describe, expect, it } from 'vitest';
import type { NumberedView } from '../../../../shared/login/view/login-view.ts';
import { evidenceOf } from '../../../../shared/service/service-failure.ts';
import { NO_REQUESTER } from '../../../../shared/service/requester.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { FakeEngine, settled, type OpenCall } from '../../../support/fakes/fake-engine.ts';
import {
  ALICE,
  BYPASSED,
  NETWORK,
  offering,
  policyWith,
  TID,
  TOKEN_EXPIRED,
  WRONG_CODE,
  ANSWER_MS,
} from '../../../support/login/login-fixtures.ts';

const confirmed = (token: string) => ({ kind: 'confirmed', token }) as const;

describe('a login', () => {
  it('goes from the username to success by one call of each kind', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    expect(engine.view).toMatchObject({ screen: 'approval', hostName: 'desk-7' });
    await engine.approve();
    expect(engine.view).toMatchObject({
      screen: 'succeeded',
      outcome: 'confirmed',
      username: 'alice',
    });
    expect(engine.calls.map(({ endpoint, given }) => [endpoint, ...given])).toEqual([
      ['init', 'alice'],
      ['selectMethod', TID, 'push'],
      ['credentials', 'access-token'],
    ]);
    expect(engine.eventChannels).toMatchObject([{ tid: TID, isClosed: true }]);
    expect(engine.outcomes).toMatchObject([
      { outcome: 'confirmed', identity: ALICE, method: 'push' },
    ]);
    engine.send({ type: 'finish' });
    expect(engine.leaves).toBe(1);
    expect(engine.logged.slice(0, 2)).toEqual([
      [
        'login-state',
        { from: 'username-entry', to: 'starting', by: 'submit-username', attempt: 1 },
      ],
      [
        'login-state',
        { from: 'starting', to: 'method-selection', by: 'transaction-started', attempt: 1 },
      ],
    ]);
    expect(engine.logged.at(-1)).toEqual([
      'login-outcome',
      { outcome: 'confirmed', reason: null, method: 'push' },
    ]);
  });

  it('sends a passcode with the transaction, and the password of a key with its own token', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('totp');
    engine.send({ type: 'submit-code', code: '123 456' });
    expect(engine.last('confirmCode').given).toEqual([TID, '123456']);
    await engine.last('confirmCode').fail(WRONG_CODE);
    await engine.choose('yotp', { keyToken: 'key-token-1' });
    await engine.choose('yotp', { keyToken: 'key-token-2' });
    engine.send({ type: 'submit-code', code: 'cccc' });
    expect(engine.last('confirmSecurityKey').given).toEqual(['key-token-2', 'cccc']);
    await engine.last('confirmSecurityKey').answer(true);
    expect(engine.view).toMatchObject({ screen: 'security-key', isAccepted: true });
  });

  it('shows and logs no token, no code and no transaction, and logs no name', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('yotp', { keyToken: 'secret-key-token' });
    engine.send({ type: 'submit-code', code: 'secretcode' });
    await engine.last('confirmSecurityKey').answer(true);
    await engine.approve('secret-access-token');
    const shown = JSON.stringify([engine.views, engine.logged]);
    for (const secret of ['secret-key-token', 'secretcode', 'secret-access-token', TID]) {
      expect(shown).not.toContain(secret);
    }
    expect(JSON.stringify(engine.logged)).not.toMatch(/alice|Payroll|Northwind/i);
  });
});

describe('views', () => {
  it('numbers the views with each change, and only with one', async () => {
    const engine = new FakeEngine();
    expect(engine.controller.view()).toMatchObject({ revision: 0, view: { screen: 'username' } });
    engine.send(
      { type: 'finish' },
      { type: 'time-passed' },
      { type: 'choose-method', method: 'push' },
    );
    expect(engine.views).toEqual([]);
    expect(engine.logged).toContainEqual([
      'ignored-event',
      { what: 'finish', state: 'username-entry' },
    ]);
    await engine.start();
    expect(engine.views.map(({ revision }) => revision)).toEqual(
      engine.views.map((_view, index) => index + 1),
    );
    expect(engine.controller.view()).toEqual(engine.views.at(-1));
  });

  it('publishes a view before it acts', () => {
    const seen: string[] = [];
    const engine: FakeEngine = new FakeEngine({
      onView: ({ view }) => seen.push(`${view.screen} ${engine.calls.length}`),
    });
    engine.send({ type: 'submit-username', username: 'alice' });
    expect(seen).toEqual(['username 0']);
    expect(engine.count('init')).toBe(1);
  });

  it('names the remembered method of the user in the view', async () => {
    const preferences = {
      username: () => '',
      methodFor: (username: string) =>
        username.toLowerCase() === 'alice' ? ('sms' as const) : null,
      remember: () => undefined,
    };
    const engine = new FakeEngine({ preferences });
    await engine.start();
    expect(engine.view).toMatchObject({ remembered: 'sms' });
  });
});

describe('events that come while one is handled', () => {
  it('handles events that come while one is handled in order, each in its turn', async () => {
    const order: string[] = [];
    const engine: FakeEngine = new FakeEngine({
      onView: ({ view }: NumberedView) => {
        order.push(view.screen);
        if (order.length === 1) {
          engine.send({ type: 'cancel' }, { type: 'submit-username', username: 'bob' });
          order.push('not yet');
        }
      },
    });
    engine.send({ type: 'submit-username', username: 'alice' });
    expect(order).toEqual(['username', 'not yet', 'username', 'username']);
    expect(engine.calls.map(({ given }) => given[0])).toEqual(['alice', 'bob']);
    expect(engine.calls[0]?.signal.aborted).toBe(true);
    expect(engine.calls[1]?.signal.aborted).toBe(false);
    await settled();
  });

  it('takes events of an event channel while it is being opened', async () => {
    const handles: string[] = [];
    const engine = new FakeEngine({
      openRealtime: (_tid, handlers) => {
        handlers.onConfirmed(false);
        handlers.onEvent(confirmed('early'));
        return { reconnect: () => handles.push('reconnect'), close: () => handles.push('close') };
      },
    });
    engine.send({ type: 'submit-username', username: 'alice' });
    await engine.last('init').answer(offering(['push']));
    expect(engine.last('credentials').given).toEqual(['early']);
    await engine.last('credentials').answer(ALICE);
    expect(engine.view.screen).toBe('succeeded');
    expect(handles).toEqual(['close']);
  });

  it('takes events still after one of them threw', () => {
    let isFirst = true;
    const engine = new FakeEngine({
      onView: () => {
        const throws = isFirst;
        isFirst = false;
        if (throws) throw new Error('a window that is gone');
      },
    });
    expect(() => {
      engine.send({ type: 'submit-username', username: 'alice' });
    }).toThrow('a window that is gone');
    engine.send({ type: 'cancel' });
    expect(engine.view).toMatchObject({ screen: 'username', busy: false });
  });
});

describe('requests', () => {
  it('ends a request with cancel, and ignores its late answer', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    const init = engine.last('init');
    engine.send({ type: 'cancel' });
    expect(init.signal.aborted).toBe(true);
    const before = [engine.views.length, engine.logged.length];
    await init.answer(offering(['push']));
    expect([engine.views.length, engine.logged.length]).toEqual(before);
    expect(engine.eventChannels).toEqual([]);
  });

  it('ends the requests for a method and for an approval with cancel', async () => {
    const engine = new FakeEngine();
    await engine.start();
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    engine.send({ type: 'choose-method', method: 'push' }, { type: 'cancel' });
    expect(engine.calls.slice(1).map(({ endpoint, signal }) => [endpoint, signal.aborted])).toEqual(
      [
        ['credentials', true],
        ['selectMethod', true],
      ],
    );
  });

  it('ends the request for a method with going back, and goes on with the check of an approval', async () => {
    const engine = new FakeEngine();
    await engine.start();
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    const credentials = engine.last('credentials');
    engine.send({ type: 'choose-method', method: 'push' });
    const select = engine.last('selectMethod');
    engine.send({ type: 'go-back' });
    expect(select.signal.aborted).toBe(true);
    expect(credentials.signal.aborted).toBe(false);
    await credentials.answer(ALICE);
    expect(engine.view.screen).toBe('succeeded');
  });

  it('shows an internal fault, and no word of it, if a port rejects a request', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    await engine.last('init').reject(new Error('secret inside'));
    expect(engine.view).toMatchObject({
      screen: 'failed',
      reference: expect.stringContaining('internal fault'),
    });
    expect(JSON.stringify([engine.views, engine.logged])).not.toContain('secret inside');
  });

  it('ignores the rejection of a request after its abort', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' }, { type: 'cancel' });
    await engine.last('init').reject(new Error('aborted'));
    expect(engine.view).toMatchObject({ screen: 'username', busy: false });
  });
});

describe('time', () => {
  it('keeps one timer while something is awaited, and no timer otherwise', async () => {
    const engine = new FakeEngine();
    expect(engine.clock.pending).toBe(0);
    await engine.start();
    expect(engine.clock.pending).toBe(1);
    await engine.choose('push');
    expect(engine.clock.pending).toBe(1);
    // The other methods are offered then.
    expect(engine.clock.nextInMs).toBe(25_000);
    engine.send({ type: 'cancel' });
    expect(engine.clock.pending).toBe(0);
  });

  it('ends a request that gets no answer in time', () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    engine.clock.advance(31_999);
    expect(engine.view).toMatchObject({ screen: 'username', busy: true });
    engine.clock.advance(1);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'request-timed-out' });
    expect(engine.last('init').signal.aborted).toBe(true);
    expect(engine.clock.pending).toBe(0);
  });

  it('looks on waking at the time that passed in sleep, and makes the event channel anew', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    engine.clock.sleep(130_000);
    const { eventChannel } = engine;
    engine.controller.refresh();
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'timed-out' });
    expect(eventChannel.reconnects).toBe(1);
  });

  it.each([
    ['the list', () => Promise.resolve(), { screen: 'methods', remainingMs: 250_000 }],
    [
      'a code',
      (engine: FakeEngine) => engine.choose('totp'),
      { screen: 'code', remainingMs: 70_000, elapsedMs: 50_000 },
    ],
  ] as const)(
    'tells the time again on waking beside %s, so that the rest is counted from now',
    async (_what, act, view) => {
      const engine = new FakeEngine();
      await engine.start();
      await act(engine);
      const { length } = engine.views;
      engine.clock.sleep(50_000);
      engine.controller.refresh();
      expect(engine.views.slice(length)).toMatchObject([{ view }]);
    },
  );

  it('tells the time again on waking if a caller limits it, also before a login has begun', () => {
    const engine = new FakeEngine({ policy: policyWith({ endsAtMs: 61_000 }) });
    expect(engine.view).toMatchObject({ endsInMs: 60_000 });
    const { length } = engine.views;
    engine.clock.sleep(50_000);
    engine.controller.refresh();
    expect(engine.views.slice(length)).toMatchObject([
      { view: { screen: 'username', endsInMs: 10_000 } },
    ]);
  });

  it('tells the time again on waking during a pause that the service asked for, and not after it', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    await engine.last('init').fail({ kind: 'too-many', retryAfterMs: 60_000, serviceText: null });
    const { length } = engine.views;
    for (const ms of [50_000, 10_000, 1]) {
      engine.clock.sleep(ms);
      engine.controller.refresh();
    }
    expect(engine.views.slice(length)).toMatchObject([
      { view: { screen: 'failed', waitMs: 10_000 } },
    ]);
  });

  it('ends at the caller’s time limit, also before a login has begun', () => {
    const engine = new FakeEngine({ policy: policyWith({ endsAtMs: 6_000 }) });
    expect(engine.view).toMatchObject({ screen: 'username', endsInMs: 5_000 });
    engine.clock.advance(5_000);
    expect(engine.outcomes).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
    expect(engine.leaves).toBe(1);
    expect(engine.clock.pending).toBe(0);
  });

  it('tells no time on waking without a login', () => {
    const engine = new FakeEngine();
    engine.controller.refresh();
    expect(engine.views).toEqual([]);
  });
});

describe('outcomes', () => {
  it('remembers a confirmed login, as the service spells the name', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    await engine.last('credentials').answer({ ...ALICE, username: 'ALICE' });
    expect(engine.remembered).toEqual([['ALICE', 'push']]);
  });

  it('remembers no method if it is not known which one was confirmed', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    engine.send({ type: 'go-back' });
    await engine.choose('yotp', { keyToken: 'K' });
    await engine.approve();
    expect(engine.outcomes).toMatchObject([{ outcome: 'confirmed', method: null }]);
    expect(engine.remembered).toEqual([['alice', null]]);
  });

  it('logs an outcome after the evidence of the request that failed', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    await engine.last('init').fail(NETWORK);
    const events = engine.logged.map(([event]) => event);
    expect(events.indexOf('request-failed')).toBeLessThan(events.indexOf('login-outcome'));
    expect(engine.logged).toContainEqual(['request-failed', { evidence: evidenceOf(NETWORK) }]);
  });

  it('logs which members of an answer had to be altered', async () => {
    const engine = new FakeEngine();
    engine.send({ type: 'submit-username', username: 'alice' });
    const altered = ['result.webURI left out', 'result.tid left out'];
    const waiting = { tid: '', requester: NO_REQUESTER, status: 'waiting', webUri: null, altered };
    await engine.last('init').answer(waiting);
    expect(engine.outcomes).toMatchObject([{ outcome: 'not-now', reason: 'waiting' }]);
    expect(engine.logged).toContainEqual(['answer-altered', { members: altered.join(', ') }]);
  });

  it('remembers a username with the domain that the service leaves out', async () => {
    const engine = new FakeEngine({ policy: policyWith({ usernameDomains: ['CORP'] }) });
    engine.send({ type: 'submit-username', username: 'CORP\\alice' });
    await engine.last('init').answer(offering(['push']));
    engine.eventChannel.handlers.onConfirmed(false);
    await engine.choose('push');
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    await engine.last('credentials').answer(ALICE);
    expect(engine.outcomes).toMatchObject([{ outcome: 'confirmed', username: 'alice' }]);
    expect(engine.remembered).toEqual([['CORP\\alice', 'push']]);
  });

  it('remembers nothing when no person was confirmed', async () => {
    const bypassed = new FakeEngine();
    bypassed.send({ type: 'submit-username', username: 'alice' });
    await bypassed.last('init').fail(BYPASSED);
    expect(bypassed.outcomes).toMatchObject([{ outcome: 'bypassed' }]);
    const unreachable = new FakeEngine({
      policy: policyWith({ failMode: 'allow-when-unreachable' }),
    });
    unreachable.send({ type: 'submit-username', username: 'alice' });
    await unreachable.last('init').fail(NETWORK);
    expect(unreachable.outcomes).toMatchObject([{ outcome: 'allowed-unreachable' }]);
    for (const engine of [bypassed, unreachable]) expect(engine.remembered).toEqual([]);
  });
});

describe('closing', () => {
  it('ends the timer, the event channel and every request when it is closed, without a view or an outcome', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('totp');
    engine.send({ type: 'submit-code', code: '123456' });
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    const { eventChannel } = engine;
    const before = engine.views.length;
    engine.controller.close();
    expect(engine.clock.pending).toBe(0);
    expect(eventChannel.isClosed).toBe(true);
    const open = engine.calls.filter(
      ({ endpoint }) => endpoint === 'confirmCode' || endpoint === 'credentials',
    );
    expect(open.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    for (const call of open) await call.answer(ALICE);
    engine.controller.refresh();
    expect(engine.views).toHaveLength(before);
    expect(engine.outcomes).toEqual([]);
  });

  it('closes twice, and before anything, without a view', () => {
    const engine = new FakeEngine();
    engine.controller.close();
    engine.controller.close();
    expect(engine.views).toEqual([]);
  });
});

const SELECTED_TOTP = {
  method: 'totp',
  qrText: null,
  codeLength: 6,
  phoneNumber: null,
  keyToken: null,
};

describe('a code beside a push', () => {
  it('keeps a code beside a push until its method is started, and has none for another start', async () => {
    const engine = new FakeEngine();
    await engine.start(['push', 'totp']);
    await engine.choose('push');
    engine.send({ type: 'submit-code', code: '918 273' });
    expect(engine.view).toMatchObject({ screen: 'code', busy: true });
    expect(engine.count('confirmCode')).toBe(0);
    await engine.last('selectMethod').answer(SELECTED_TOTP);
    expect(engine.last('confirmCode').given).toEqual([TID, '918273']);
    expect(JSON.stringify([engine.views, engine.logged])).not.toMatch(/918 ?273/);

    // Another start of the same method has no code of its own.
    await engine.last('confirmCode').fail(WRONG_CODE);
    await engine.choose('totp');
    expect(engine.view).toMatchObject({ screen: 'code', busy: false });
    expect(engine.count('confirmCode')).toBe(1);
  });

  it('sends no code beside a push once the person has gone back', async () => {
    const engine = new FakeEngine();
    await engine.start(['push', 'totp']);
    await engine.choose('push');
    engine.send({ type: 'submit-code', code: '918273' });
    const started = engine.last('selectMethod');
    engine.send({ type: 'go-back' });
    await started.answer(SELECTED_TOTP);
    await engine.choose('totp');
    expect(engine.count('confirmCode')).toBe(0);
    expect(engine.view).toMatchObject({ screen: 'code', busy: false });
  });
});

describe('tokens', () => {
  it('redeems tokens once each, three at most, however many a server sends', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    for (let number = 0; number < 1_000; number += 1) {
      engine.eventChannel.handlers.onEvent(confirmed(`token-${number % 500}`));
      if (engine.calls.at(-1)?.endpoint === 'credentials')
        await engine.last('credentials').fail(TOKEN_EXPIRED);
    }
    const redeemed = engine.calls.filter(({ endpoint }) => endpoint === 'credentials');
    expect(redeemed.map(({ given }) => given[0])).toEqual(['token-0', 'token-1', 'token-2']);
    // Nor is any other kept, or told of: a server may send without end.
    expect(engine.logged.filter(([event]) => event === 'ignored-event')).toHaveLength(3);
    const missed = engine.logged.filter(([event]) => event === 'approval-missed');
    expect(missed).toEqual([['approval-missed', { attempt: 1 }]]);
    expect(engine.view).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
    const { length } = engine.views;
    for (let number = 0; number < 100; number += 1) {
      engine.eventChannel.handlers.onEvent({ kind: 'unreadable' });
    }
    expect(engine.views).toHaveLength(length);
  });

  it('does not count forged tokens against the next choice, and sends no tried one again', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    for (const token of ['forged-0', 'forged-1', 'forged-2', 'too-many']) {
      engine.eventChannel.handlers.onEvent(confirmed(token));
      if (token !== 'too-many') await engine.last('credentials').fail(TOKEN_EXPIRED);
    }
    expect(engine.view).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
    await engine.choose('push');
    expect(engine.view).toMatchObject({ screen: 'approval', notice: null });
    engine.eventChannel.handlers.onEvent(confirmed('forged-0'));
    expect(engine.count('credentials')).toBe(3);
    await engine.approve('genuine');
    expect(engine.view).toMatchObject({ screen: 'succeeded', outcome: 'confirmed' });
  });

  it.each([
    ['confirms', (again: OpenCall) => again.answer(ALICE), { screen: 'succeeded' }],
    [
      'gets no answer',
      (again: OpenCall) => again.fail(NETWORK),
      { notice: { kind: 'approval-refused' } },
    ],
  ])(
    'waits for the second of two open tries of a token, which %s after the first was refused',
    async (_end, end, view) => {
      const engine = new FakeEngine();
      await engine.start();
      await engine.choose('push');
      engine.eventChannel.handlers.onEvent(confirmed('T'));
      const first = engine.last('credentials');
      engine.clock.advance(ANSWER_MS);
      const second = engine.last('credentials');
      expect(second).not.toBe(first);
      await first.fail(TOKEN_EXPIRED);
      expect(engine.view).toMatchObject({ screen: 'approval', isVerifying: true });
      await end(second);
      expect(engine.view).toMatchObject(view);
    },
  );

  it('ignores tokens of an older attempt, and counts anew', async () => {
    const engine = new FakeEngine();
    await engine.start();
    const old = engine.eventChannel.handlers;
    engine.send({ type: 'cancel' });
    await engine.start();
    await engine.choose('push');
    const { length } = engine.logged;
    for (const token of ['old-1', 'old-2', 'old-3', 'old-4']) old.onEvent(confirmed(token));
    expect(engine.logged).toHaveLength(length);
    old.onEvent({ kind: 'denied' });
    old.onLost(toEvidence`old`);
    old.onConfirmed(true);
    expect(engine.count('credentials')).toBe(0);
    expect(engine.view).toMatchObject({ screen: 'approval', link: 'connected', notice: null });
    await engine.approve('new');
    expect(engine.last('credentials').given).toEqual(['new']);
    expect(engine.view.screen).toBe('succeeded');
  });
});

describe('the event channel', () => {
  it('ends the login by a denial, and not by an unreadable event', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    engine.eventChannel.handlers.onEvent({ kind: 'unreadable' });
    expect(engine.view).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
    expect(engine.count('credentials')).toBe(0);
    engine.eventChannel.handlers.onEvent({ kind: 'denied' });
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'denied-by-person' });
    expect(engine.logged.at(-1)).toMatchObject(['login-outcome', { reason: 'denied-by-person' }]);
  });

  it('mentions that the event channel is lost, also after a method that failed', async () => {
    const engine = new FakeEngine();
    await engine.start();
    engine.send({ type: 'choose-method', method: 'push' });
    await engine.last('selectMethod').fail(NETWORK);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'network-unreachable' });
    await engine.choose('push');
    engine.eventChannel.handlers.onLost(toEvidence`ping timeout`);
    engine.clock.advance(2_000);
    expect(engine.view).toMatchObject({ screen: 'approval', link: 'reconnecting' });
  });
});
