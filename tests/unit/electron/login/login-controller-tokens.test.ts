import { describe, expect, it } from 'vitest';
import { FakeEngine, type OpenCall } from '../../../support/fake-engine.ts';
import { ALICE, ANSWER_MS, NETWORK, TOKEN_EXPIRED } from '../../../support/login-fixtures.ts';

const confirmed = (token: string) => ({ kind: 'confirmed', token }) as const;

describe('tokens', () => {
  it('are redeemed once each, three at most, however many a server sends', async () => {
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
    expect(engine.logged.filter(([event]) => event === 'approval-missed')).toHaveLength(1);
    expect(engine.view).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
    const { length } = engine.views;
    for (let number = 0; number < 100; number += 1) {
      engine.eventChannel.handlers.onEvent({ kind: 'unreadable' });
    }
    expect(engine.views).toHaveLength(length);
  });

  it('that were forged cost the next choice nothing, and those that were tried are not sent again', async () => {
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

  it('before a method was chosen count, and leave the choice its own', async () => {
    const engine = new FakeEngine();
    await engine.start();
    for (const token of ['early-0', 'early-1', 'early-2']) {
      engine.eventChannel.handlers.onEvent(confirmed(token));
      await engine.last('credentials').fail(TOKEN_EXPIRED);
    }
    await engine.choose('push');
    await engine.approve();
    expect(engine.view).toMatchObject({ screen: 'succeeded' });
  });

  it('that got no answer are sent once more', async () => {
    const engine = new FakeEngine();
    await engine.start();
    await engine.choose('push');
    engine.eventChannel.handlers.onEvent(confirmed('T'));
    await engine.last('credentials').fail(NETWORK);
    await engine.last('credentials').fail(NETWORK);
    expect(engine.count('credentials')).toBe(2);
    expect(engine.view).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
  });

  it.each([
    ['confirms', (again: OpenCall) => again.answer(ALICE), { screen: 'succeeded' }],
    ['gets no answer', (again: OpenCall) => again.fail(NETWORK), { notice: { kind: 'approval-refused' } }],
  ])('of two open tries the first is refused and the second %s', async (_end, end, view) => {
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
  });

  it('of an older attempt mean nothing to a new one, and begin to count anew', async () => {
    const engine = new FakeEngine();
    await engine.start();
    const old = engine.eventChannel.handlers;
    engine.send({ type: 'cancel' });
    await engine.start();
    await engine.choose('push');
    for (const token of ['old-1', 'old-2', 'old-3', 'old-4']) old.onEvent(confirmed(token));
    old.onEvent({ kind: 'denied' });
    old.onLost('old');
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

  it('is mentioned when it is lost, also after a method that failed', async () => {
    const engine = new FakeEngine();
    await engine.start();
    engine.send({ type: 'choose-method', method: 'push' });
    await engine.last('selectMethod').fail(NETWORK);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'network-unreachable' });
    await engine.choose('push');
    engine.eventChannel.handlers.onLost('ping timeout');
    engine.clock.advance(2_000);
    expect(engine.view).toMatchObject({ screen: 'approval', link: 'reconnecting' });
  });
});
