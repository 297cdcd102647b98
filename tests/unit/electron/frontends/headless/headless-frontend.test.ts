import { describe, expect, it } from 'vitest';
import { HeadlessFrontend } from '../../../../../electron/frontends/headless/headless-frontend.ts';
import { refused, type LoginOutcome } from '../../../../../shared/outcomes/login-outcome.ts';
import type { Method } from '../../../../../shared/service/methods.ts';
import { NO_REQUESTER } from '../../../../../shared/service/requester.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import { FakeEngine, settled } from '../../../../support/fakes/fake-engine.ts';
import {
  exception,
  NETWORK,
  offering,
  TOKEN_EXPIRED,
  tooMany,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';
import { enHeadless } from '../../../../support/strings.ts';

/** The codes that are there, or where they come from. */
type Codes = readonly string[] | (() => Promise<string | null>);

/** A login without a window, over an engine that the test plays. */
function begin(method: Method, codes: Codes = [], username = 'alice') {
  const left = typeof codes === 'function' ? [] : [...codes];
  const said: string[] = [];
  const outcomes: LoginOutcome[] = [];
  let reads = 0;
  const frontend = new HeadlessFrontend({
    strings: enHeadless,
    username,
    method,
    nextCode: () => {
      reads += 1;
      return typeof codes === 'function' ? codes() : Promise.resolve(left.shift() ?? null);
    },
    print: (line) => said.push(line),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const engine = new FakeEngine({
    onView: (view) => {
      frontend.show(view);
    },
    onOutcome: (outcome) => {
      frontend.end(outcome);
    },
  });
  frontend.begin(engine.controller);
  return { engine, frontend, said, outcomes, reads: () => reads };
}

/** As `begin`, with the method under way. */
async function started(method: Method, codes: Codes = []) {
  const run = begin(method, codes);
  await run.engine.last('init').answer(offering([method, 'email']));
  run.engine.eventChannel.handlers.onConfirmed(false);
  await run.engine.last('selectMethod').answer({
    method,
    qrText: method === 'qrcode' ? 'qr:text' : null,
    codeLength: 6,
    phoneNumber: null,
    keyToken: 'K',
  });
  return run;
}

describe('a headless login', () => {
  it('sends a code that looks too short once, and leaves the decision to the service', async () => {
    const { engine, said, reads } = await started('totp', ['1234', '5678']);
    await settled();
    expect(engine.count('confirmCode')).toBe(1);
    expect(engine.last('confirmCode').given).toContain('1234');
    expect(reads()).toBe(1);
    expect(said.join()).not.toContain('not right');
  });

  it('starts the given method of a headless login by itself and waits for the approval', async () => {
    const { engine, outcomes, said, reads } = await started('push');
    expect(said).toEqual(['waiting for the approval']);
    await engine.approve();
    expect(outcomes).toMatchObject([{ outcome: 'confirmed', username: 'alice', method: 'push' }]);
    expect(reads()).toBe(0);
  });

  it.each(['totp', 'sms', 'yotp'] as const)(
    'takes a passcode for %s on request and never prints it',
    async (method) => {
      const { engine, outcomes, said, reads } = await started(method, ['918273']);
      expect(reads()).toBe(1);
      const call = engine.last(method === 'yotp' ? 'confirmSecurityKey' : 'confirmCode');
      expect(call.given[1]).toBe('918273');
      await call.answer(true);
      await engine.approve();
      expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
      expect(said.join()).not.toContain('918273');
      expect(reads()).toBe(1);
    },
  );

  it('says that a line holds no code, sends nothing for it, and takes the next', async () => {
    const { engine, said } = await started('totp', ['Code 482913, or call 4711', '918273']);
    expect(said.slice(0, 2)).toEqual(['a code is wanted', 'there is no code to answer with']);
    expect(engine.last('confirmCode').given[1]).toBe('918273');
  });

  it('takes the next code after a wrong one, in the same transaction', async () => {
    const { engine, outcomes } = await started('totp', ['111111', '222222']);
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(engine.last('confirmCode').given[1]).toBe('222222');
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(outcomes).toMatchObject([
      { outcome: 'denied', reason: 'wrong-passcode', username: 'alice' },
    ]);
    expect(engine.count('init')).toBe(1);
  });

  it('shows the text of a QR code to be scanned', async () => {
    const { said } = await started('qrcode');
    expect(said).toEqual(['open this on the phone, or scan it as a QR code: qr:text']);
  });

  it('prints the same line of a headless login once', async () => {
    const { engine, said } = await started('push');
    for (const mayHaveMissedEvents of [false, false, true, true])
      engine.eventChannel.handlers.onConfirmed(mayHaveMissedEvents);
    expect(said).toEqual([
      'waiting for the approval',
      'the connection was interrupted: an approval may have been missed',
    ]);
  });
});

describe('the end of a headless login', () => {
  it('ends as a usage mistake if there is no code to answer with', async () => {
    const { outcomes, said } = await started('totp');
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'nothing-to-answer-with' }]);
    expect(said.at(-1)).toBe('there is no code to answer with');
  });

  it('ends as a usage mistake at a username that cannot be sent', () => {
    const { engine, outcomes, said } = begin('push', [], 'al\u202eice');
    expect(said).toEqual([expect.stringContaining('the username cannot be sent')]);
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'usage' }]);
    expect(engine.calls).toEqual([]);
  });

  it('ends as a usage mistake if the method is not offered', async () => {
    const { engine, outcomes } = begin('push');
    await engine.last('init').answer(offering(['totp']));
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'method-not-offered' }]);
  });

  it('ends as a usage mistake if the method is refused after all', async () => {
    const { engine, outcomes, said } = begin('push');
    await engine.last('init').answer(offering(['push', 'totp']));
    engine.eventChannel.handlers.onConfirmed(false);
    await engine
      .last('selectMethod')
      .fail(exception('MissingFieldException', 3, { field: 'method' }));
    expect(said.at(-1)).toMatch(/ not set up for your account\. Choose another method\.$/);
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'method-not-offered' }]);
  });

  it.each([
    [tooMany(null), 'too-many-attempts'],
    [TOKEN_EXPIRED, 'expired'],
  ])('ends a headless login instead of trying again after %o', async (failure, reason) => {
    const { engine, outcomes } = await started('yotp', ['cccc', 'dddd']);
    await engine.last('confirmSecurityKey').fail(failure);
    expect(outcomes).toMatchObject([{ outcome: 'not-now', reason }]);
    expect(engine.count('confirmSecurityKey')).toBe(1);
  });

  it('ends as denied when the person denies', async () => {
    const denied = await started('push');
    denied.engine.eventChannel.handlers.onEvent({ kind: 'denied' });
    expect(denied.outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-person' }]);
  });

  it('ends as timed out when no approval comes', async () => {
    const silent = await started('push');
    silent.engine.clock.advance(120_000);
    expect(silent.outcomes).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
  });

  it('ends as unreachable when the service cannot be reached, and says why', async () => {
    const alone = begin('push');
    await alone.engine.last('init').fail(NETWORK);
    expect(alone.outcomes).toMatchObject([{ outcome: 'unreachable', reason: 'network' }]);
    expect(alone.said).toEqual([
      'This computer could not reach the login service. Check the network, then start again.',
      expect.stringMatching(/^network-unreachable \(init: /),
    ]);
  });

  it('reports the end of a headless login once, with no output after it', async () => {
    const { engine, frontend, outcomes, said } = await started('push');
    engine.clock.advance(120_000);
    const told = [...said];
    engine.eventChannel.handlers.onLost(toEvidence`gone`);
    engine.eventChannel.handlers.onConfirmed(true);
    engine.eventChannel.handlers.onEvent({ kind: 'confirmed', token: 'late' });
    await settled();
    frontend.cancel();
    expect(outcomes).toHaveLength(1);
    expect(said).toEqual(told);
  });

  it('does not report a connection that is lost after the end', async () => {
    const { engine, frontend, said } = await started('push');
    frontend.end(
      refused({
        outcome: 'not-now',
        reason: 'timed-out',
        code: null,
        username: 'alice',
        method: 'push',
        requester: NO_REQUESTER,
      }),
    );
    const told = [...said];
    engine.eventChannel.handlers.onLost(toEvidence`gone`);
    engine.clock.advance(2_000);
    expect(engine.view).toMatchObject({ screen: 'approval', link: 'reconnecting' });
    expect(said).toEqual(told);
  });

  it('ends as cancelled at a signal, and closes the event channel', async () => {
    const { engine, frontend, outcomes } = await started('push');
    const { eventChannel } = engine;
    frontend.cancel();
    frontend.cancel();
    expect(outcomes).toMatchObject([{ outcome: 'cancelled', reason: 'cancelled' }]);
    expect(eventChannel.isClosed).toBe(true);
  });

  it('sends no code that comes after a signal ended the login', async () => {
    let give: (code: string) => void = () => undefined;
    const codes = () => new Promise<string>((resolve) => (give = resolve));
    const { engine, frontend, outcomes } = await started('totp', codes);
    frontend.cancel();
    give('123456');
    await settled();
    expect(engine.count('confirmCode')).toBe(0);
    expect(outcomes).toHaveLength(1);
  });
});
