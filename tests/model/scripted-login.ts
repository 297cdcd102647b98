import { LoginController } from '../../electron/login/login-controller.ts';
import type { Answer, ServiceClient } from '../../electron/service/service-client.ts';
import type { RealtimeHandlers } from '../../electron/event-channel/event-channel.ts';
import type { LoginOutcome } from '../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import type { ServiceFailure } from '../../shared/service/service-failure.ts';
import type { SelectedMethod } from '../../shared/service/answers.ts';
import { ALICE, offering, policyWith } from '../support/login/login-fixtures.ts';
import { NO_PREFERENCES } from '../support/login/login-run.ts';
import { settled } from './simulation/scheduler.ts';

const PUSH: SelectedMethod = {
  method: 'push',
  qrText: null,
  codeLength: null,
  phoneNumber: null,
  keyToken: null,
};

/** A call that is answered when the test says so. */
type Call = Readonly<{
  endpoint: Endpoint;
  token: string | null;
  answer: (result: Result<never, ServiceFailure>) => void;
}>;

/** The real controller with every answer and every event in the test's hand, one after the other. */
export class ScriptedLogin {
  readonly calls: Call[] = [];
  readonly outcomes: LoginOutcome[] = [];
  readonly login: LoginController;
  handlers: RealtimeHandlers | null = null;
  #nowMs = 0;

  constructor() {
    const call = <Value>(endpoint: Endpoint, token: string | null = null): Answer<Value> =>
      new Promise((resolve) => {
        this.calls.push({ endpoint, token, answer: resolve });
      });
    const service: ServiceClient = {
      init: () => call('init'),
      selectMethod: () => call('methodSSH'),
      confirmCode: () => call('confirmCode'),
      confirmSecurityKey: () => call('confirmSecurityKeySSH'),
      credentials: (token) => call('credentials', token),
    };
    this.login = new LoginController({
      service,
      hostedPage: null,
      openRealtime: (_tid, handlers) => {
        this.handlers = handlers;
        return { reconnect: () => undefined, close: () => undefined };
      },
      clock: { nowMs: () => this.#nowMs, schedule: () => () => undefined },
      policy: policyWith(),
      preferences: NO_PREFERENCES,
      log: () => undefined,
      hostName: null,
      username: '',
      onView: () => undefined,
      onOutcome: (outcome) => this.outcomes.push(outcome),
      onLeave: () => undefined,
    });
  }

  get view(): LoginView {
    return this.login.view().view;
  }

  /** To a push that waits. */
  async push(): Promise<this> {
    this.login.dispatch({ type: 'submit-username', username: 'alice' });
    await this.good(offering(['push']));
    this.handlers?.onConfirmed(false);
    this.login.dispatch({ type: 'choose-method', method: 'push' });
    return await this.good(PUSH);
  }

  event(token: string | null): this {
    this.handlers?.onEvent(token === null ? { kind: 'denied' } : { kind: 'confirmed', token });
    return this;
  }

  /** The computer slept so long, and woke. */
  slept(ms: number): this {
    this.#nowMs += ms;
    this.login.refresh();
    return this;
  }

  /** Answers a call, by default the last one. */
  async good(value: unknown = ALICE, call = this.calls.at(-1)): Promise<this> {
    return await this.#answered(call, success(value as never));
  }

  async bad(error: ServiceFailure, call = this.calls.at(-1)): Promise<this> {
    return await this.#answered(call, failure(error));
  }

  async #answered(call: Call | undefined, result: Result<never, ServiceFailure>): Promise<this> {
    call?.answer(result);
    await settled();
    return this;
  }
}
