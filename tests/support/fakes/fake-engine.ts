import {
  LoginController,
  type ControllerOptions,
} from '../../../electron/login/login-controller.ts';
import type { RealtimeHandlers } from '../../../electron/event-channel/event-channel.ts';
import type { ServiceClient } from '../../../electron/service/service-client.ts';
import type { LoginEvent } from '../../../shared/login/machine/login-event.ts';
import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginView, NumberedView } from '../../../shared/login/view/login-view.ts';
import { failure, success, type Result } from '../../../shared/result.ts';
import type { SelectedMethod } from '../../../shared/service/answers.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { FakeClock } from './fake-clock.ts';
import { ALICE, offering, policyWith } from '../login/login-fixtures.ts';

type Endpoint = keyof ServiceClient;

/** A call of the service that waits for its answer. */
export type OpenCall = Readonly<{
  endpoint: Endpoint;
  /** Arguments of the call, without the signal. */
  given: readonly string[];
  signal: AbortSignal;
  answer: (value: unknown) => Promise<void>;
  fail: (why: ServiceFailure) => Promise<void>;
  /** As no port may: a fault of the program. */
  reject: (why: Error) => Promise<void>;
}>;

/** An event channel that was opened. */
export type OpenEventChannel = Readonly<{
  tid: string;
  handlers: RealtimeHandlers;
  reconnects: number;
  isClosed: boolean;
}>;

/** The controller with a service, an event channel, a clock and preferences that the test plays. */
export class FakeEngine {
  readonly clock = new FakeClock();
  readonly views: NumberedView[] = [];
  readonly outcomes: LoginOutcome[] = [];
  readonly remembered: (readonly [username: string, method: Method | null])[] = [];
  readonly logged: (readonly [event: string, fields: unknown])[] = [];
  readonly calls: OpenCall[] = [];
  readonly eventChannels: { -readonly [Key in keyof OpenEventChannel]: OpenEventChannel[Key] }[] =
    [];
  leaves = 0;
  readonly controller: LoginController;

  constructor(changes: Partial<ControllerOptions> = {}) {
    this.controller = new LoginController({
      service: {
        init: (username, signal, callbackUrl) =>
          this.#call('init', callbackUrl === null ? [username] : [username, callbackUrl], signal),
        selectMethod: (tid, method, signal) => this.#call('selectMethod', [tid, method], signal),
        confirmCode: (tid, code, signal) => this.#call('confirmCode', [tid, code], signal),
        confirmSecurityKey: (token, otp, signal) =>
          this.#call('confirmSecurityKey', [token, otp], signal),
        credentials: (token, signal) => this.#call('credentials', [token], signal),
      },
      hostedPage: null,
      openRealtime: (tid, handlers) => {
        const eventChannel = { tid, handlers, reconnects: 0, isClosed: false };
        this.eventChannels.push(eventChannel);
        return {
          reconnect: () => {
            eventChannel.reconnects += 1;
          },
          close: () => {
            eventChannel.isClosed = true;
          },
        };
      },
      clock: this.clock,
      policy: policyWith(),
      preferences: {
        username: () => '',
        methodFor: () => null,
        remember: (username, method) => this.remembered.push([username, method]),
      },
      log: (event, fields) => this.logged.push([event, fields]),
      hostName: 'desk-7',
      username: '',
      onView: (view) => this.views.push(view),
      onOutcome: (outcome) => this.outcomes.push(outcome),
      onLeave: () => {
        this.leaves += 1;
      },
      ...changes,
    });
  }

  #call<Value>(
    endpoint: Endpoint,
    given: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<Value, ServiceFailure>> {
    return new Promise((resolve, reject) => {
      this.calls.push({
        endpoint,
        given,
        signal,
        answer: async (value) => {
          resolve(success(value as Value));
          await settled();
        },
        fail: async (why) => {
          resolve(failure(why));
          await settled();
        },
        reject: async (why) => {
          reject(why);
          await settled();
        },
      });
    });
  }

  /** The last call, which must be of this endpoint. */
  last(endpoint: Endpoint): OpenCall {
    const call = this.calls.at(-1);
    if (call?.endpoint !== endpoint)
      throw new Error(`the last call was ${call?.endpoint ?? 'none'}`);
    return call;
  }

  /** How often an endpoint was called. */
  count(endpoint: Endpoint): number {
    return this.calls.filter((call) => call.endpoint === endpoint).length;
  }

  /** The event channel that is open. */
  get eventChannel(): OpenEventChannel {
    const eventChannel = this.eventChannels.at(-1);
    if (!eventChannel || eventChannel.isClosed) throw new Error('no event channel is open');
    return eventChannel;
  }

  get view(): LoginView {
    return this.controller.view().view;
  }

  send(...events: readonly LoginEvent[]): void {
    for (const event of events) this.controller.dispatch(event);
  }

  /** From the username to the methods, with a standing event channel. */
  async start(methods: readonly Method[] = METHODS): Promise<void> {
    this.send({ type: 'submit-username', username: 'alice' });
    await this.last('init').answer(offering(methods));
    this.eventChannel.handlers.onConfirmed(false);
  }

  /** From the methods to the person's part of one. */
  async choose(method: Method, changes: Partial<SelectedMethod> = {}): Promise<void> {
    this.send({ type: 'choose-method', method });
    const nothing = { qrText: null, codeLength: null, phoneNumber: null, keyToken: null };
    await this.last('selectMethod').answer({ method, ...nothing, ...changes });
  }

  /** The service's event, and its answer to the credentials call. */
  async approve(token = 'access-token'): Promise<void> {
    this.eventChannel.handlers.onEvent({ kind: 'confirmed', token });
    await this.last('credentials').answer(ALICE);
  }
}

/** After everything that was resolved has been taken. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
