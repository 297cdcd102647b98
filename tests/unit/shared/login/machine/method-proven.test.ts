import { describe, expect, it } from 'vitest';
import type { Method } from '../../../../../shared/service/methods.ts';
import {
  ALICE,
  exception,
  NETWORK,
  offering,
  tooMany,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const APPROVED = { type: 'approval-received', attempt: 1, token: 0 } as const;
const REDEEMED = { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE } as const;
const started = () => new LoginScenario().start();

/** The method of the outcome, once an approval was good. */
function methodOf(scenario: LoginScenario): Method | null | undefined {
  scenario.send(APPROVED, REDEEMED);
  expect(scenario.in('succeeded').method).toBe(scenario.outcomes().at(-1)?.method);
  return scenario.outcomes().at(-1)?.method;
}

/** Back to the list, and another way. */
function then(scenario: LoginScenario, method: Method): LoginScenario {
  return scenario.send({ type: 'go-back' }).choose(method);
}

/** The code of the screen that is open is right. */
function accepted(scenario: LoginScenario): LoginScenario {
  scenario.send({ type: 'submit-code', code: '123456' });
  const { attempt, challenges } = scenario.in('code-submitting').transaction;
  return scenario.send({ type: 'code-accepted', attempt, challenge: challenges });
}

describe('the method of an outcome', () => {
  it('names the only method that was started, on any screen', () => {
    expect(methodOf(started().choose('push'))).toBe('push');
    expect(methodOf(started().choose('push').send({ type: 'go-back' }))).toBe('push');
    expect(methodOf(then(started().choose('qrcode'), 'qrcode'))).toBe('qrcode');
    // A choice that was not sent to the service yet is no start.
    const listening = started();
    listening.choose('push').send({ type: 'go-back' });
    if (listening.state.kind !== 'method-selection') throw new Error('not at the list');
    const closed = { ...listening.state.transaction, eventChannel: 'opening' } as const;
    const scenario = new LoginScenario({}, { ...listening.state, transaction: closed });
    scenario.send({ type: 'choose-method', method: 'totp' });
    expect(scenario.in('challenge-starting').step).toBe('connecting');
    expect(methodOf(scenario)).toBe('push');
  });

  it('names no method if a push is approved after another method was started', () => {
    expect(methodOf(then(started().choose('push'), 'yotp'))).toBeNull();
    expect(methodOf(then(started().choose('push'), 'totp').send({ type: 'go-back' }))).toBeNull();
  });

  it.each(['totp', 'yotp'] as const)(
    'names %s if its code was accepted before any approval',
    (method) => {
      expect(methodOf(accepted(then(started().choose('push'), method)))).toBe(method);
      // Nor does a later choice change the accepted method.
      expect(methodOf(then(accepted(then(started().choose('push'), method)), 'email'))).toBe(
        method,
      );
    },
  );

  it('names no method if an approval, good or bad, was heard before the code was accepted', () => {
    const refused = exception('UnknownAccessTokenException');
    const early = [
      { type: 'approval-missed', attempt: 1 },
      { type: 'approval-received', attempt: 1, token: 7 },
    ] as const;
    for (const event of early) {
      const scenario = then(started().choose('push'), 'totp').send(event);
      scenario.send({ type: 'token-failed', attempt: 1, token: 7, failure: refused });
      expect(methodOf(accepted(scenario))).toBeNull();
    }
    // A login that started one method can only have proven that one.
    expect(methodOf(accepted(started().choose('totp').send(early[0])))).toBe('totp');
  });

  it('names no method after a request for another one, even a refused one', () => {
    const after = (failure: Parameters<typeof tooMany>[0] | 'network') => {
      const scenario = started().send({ type: 'choose-method', method: 'push' });
      const why = failure === 'network' ? NETWORK : tooMany(failure);
      scenario.send({ type: 'method-failed', attempt: 1, challenge: 1, failure: why });
      return scenario.state.kind === 'failed' ? scenario.send({ type: 'go-back' }) : scenario;
    };
    expect(methodOf(after(5_000).choose('email'))).toBeNull();
    expect(methodOf(accepted(after(5_000).choose('totp')))).toBe('totp');
    expect(methodOf(after('network').choose('email'))).toBeNull();
  });

  it('names the method in a refusal by the same rule', () => {
    const end = (scenario: LoginScenario) =>
      scenario.send({ type: 'cancel' }).outcomes().at(-1)?.method;
    expect(end(started())).toBeNull();
    expect(end(started().choose('push').send({ type: 'go-back' }))).toBe('push');
    expect(end(then(started().choose('push'), 'totp'))).toBeNull();
    const denied = then(started().choose('totp'), 'push').send({
      type: 'denial-received',
      attempt: 1,
    });
    expect(denied.outcomes()).toMatchObject([{ outcome: 'denied', method: null }]);
  });

  it('names the method of each attempt anew', () => {
    const scenario = then(started().choose('push'), 'totp').send(
      { type: 'cancel' },
      { type: 'submit-username', username: 'alice' },
      { type: 'transaction-started', attempt: 2, transaction: offering(['email']) },
      { type: 'event-channel-confirmed', attempt: 2, mayHaveMissedEvents: false },
    );
    scenario.choose('email').send({ ...APPROVED, attempt: 2 }, { ...REDEEMED, attempt: 2 });
    expect(scenario.in('succeeded').method).toBe('email');
  });
});
