import { transition } from '../../../shared/login/machine/login-machine.ts';
import type { Effect } from '../../../shared/login/machine/login-effect.ts';
import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginEvent } from '../../../shared/login/machine/login-event.ts';
import type { LoginPolicy } from '../../../shared/login/machine/login-policy.ts';
import { initialState, type LoginState } from '../../../shared/login/machine/login-state.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { viewOf } from '../../../shared/login/view/view-of.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { NOW_MS, offering, policyWith, type Kind, type StateOf } from './login-fixtures.ts';

/** A login that is walked event by event, with a clock of its own. */
export class LoginScenario {
  readonly policy: LoginPolicy;
  nowMs = NOW_MS;
  state: LoginState;
  /** Every effect so far. */
  readonly effects: Effect[] = [];
  /** The effects of the last event. */
  lastEffects: readonly Effect[] = [];

  constructor(policy: Partial<LoginPolicy> = {}, state: LoginState = initialState()) {
    this.policy = policyWith(policy);
    this.state = state;
  }

  /** Sends events one after the other; gives itself back. */
  send(...events: readonly LoginEvent[]): this {
    for (const event of events) {
      const next = transition(this.state, event, { nowMs: this.nowMs, policy: this.policy });
      this.state = next.state;
      this.lastEffects = next.effects;
      this.effects.push(...next.effects);
    }
    return this;
  }

  /** Lets time go on and tells the machine. */
  wait(ms: number): this {
    this.nowMs += ms;
    return this.send({ type: 'time-passed' });
  }

  /** From the username to the methods, with a standing event channel. */
  start(methods: readonly Method[] = METHODS, username = 'alice'): this {
    return this.send(
      { type: 'submit-username', username },
      { type: 'transaction-started', attempt: 1, transaction: offering(methods) },
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
    );
  }

  /** From the methods to the person's part of one. */
  choose(method: Method): this {
    this.send({ type: 'choose-method', method });
    if (this.state.kind !== 'challenge-starting') return this;
    const { attempt } = this.state.transaction;
    return this.send({
      type: 'method-selected',
      attempt,
      challenge: this.state.challenge,
      selected: {
        method,
        qrText: method === 'qrcode' ? 'qr-text' : null,
        codeLength: null,
        phoneNumber: null,
      },
    });
  }

  /** The state, which must be of this kind. */
  in<Of extends Kind>(kind: Of): StateOf<Of> {
    if (this.state.kind !== kind) throw new Error(`in ${this.state.kind}, not in ${kind}`);
    return this.state as StateOf<Of>;
  }

  view(): LoginView {
    return viewOf(this.state, {
      nowMs: this.nowMs,
      policy: this.policy,
      remembered: null,
      hostName: null,
    });
  }

  /** The outcomes that were reported. */
  outcomes(): readonly LoginOutcome[] {
    return this.effects.flatMap((effect) =>
      effect.type === 'report-outcome' ? [effect.outcome] : [],
    );
  }

  /** The types of the last event's effects. */
  did(): readonly string[] {
    return this.lastEffects.map((effect) => effect.type);
  }
}
