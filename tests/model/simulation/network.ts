import type { Answer, ServiceClient } from '../../../electron/service/service-client.ts';
import { chromiumFailure } from '../../../electron/network/network-errors.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { failure } from '../../../shared/result.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';
import { exception } from '../../support/login/login-fixtures.ts';
import type { Choices } from './choices.ts';
import type { Scheduler } from './scheduler.ts';
import type { InitOutcome, SimulatedService, Reply } from './service.ts';

/** Fate of one request. */
type Fate =
  | 'answered'
  | 'request-lost'
  | 'answer-lost'
  /** Something between us and the service sent it twice. */
  | 'twice'
  /** Neither an answer nor an end of the request: a fault of our own client. */
  | 'never'
  | ServiceFailure;

const LOST: ServiceFailure = chromiumFailure('ERR_CONNECTION_RESET');

/** Milliseconds one way: fast, slow, and longer than a request may take. */
const WAYS: readonly (readonly [weight: number, range: readonly [low: number, high: number]])[] = [
  [60, [2, 80]],
  [8, [300, 3_000]],
  [2, [8_000, 20_000]],
  [1, [29_000, 34_000]],
];

export type NetworkOptions = Readonly<{
  service: SimulatedService;
  scheduler: Scheduler;
  choices: Choices;
  requestMs: number;
  /** Whether the application is prompt-capable. */
  isPrompt?: boolean;
  /** Half of all requests meet with trouble. */
  isStormy: boolean;
  /** Called with each request, to inject other faults while it is under way. */
  disturb: () => void;
}>;

/** The service client over a simulated network. */
export function simulatedClient(options: NetworkOptions): ServiceClient {
  const { service, choices } = options;
  const call = <Value>(signal: AbortSignal, act: () => Reply<Value>): Answer<Value> =>
    new Promise((resolve) => {
      options.disturb();
      exchange(options, signal, act, resolve);
    });
  return {
    init: (username, signal) =>
      call(signal, () =>
        options.isPrompt === true
          ? service.initHosted(username, hostedOutcome(choices))
          : service.init(username, methodsOf(choices), initOutcome(choices)),
      ),
    selectMethod: (tid, method, signal) => call(signal, () => service.selectMethod(tid, method)),
    confirmCode: (tid, code, signal) =>
      call(signal, () => service.confirm(service.transactions.get(tid) ?? null, code)),
    confirmSecurityKey: (keyToken, otp, signal) =>
      call(signal, () => service.confirm(service.withKeyToken(keyToken), otp)),
    credentials: (token, signal) => call(signal, () => service.credentials(token)),
  };
}

/** One request there and its answer back, as far as they get. */
function exchange<Value>(
  { scheduler, choices, requestMs, isStormy }: NetworkOptions,
  signal: AbortSignal,
  act: () => Reply<Value>,
  resolve: (result: Reply<Value>) => void,
): void {
  const fate = fateOf(choices, isStormy);
  const { sleeps } = scheduler;
  let cancelTimer = (): void => undefined;
  const end = (result: Reply<Value>): void => {
    cancelTimer();
    resolve(result);
  };
  if (fate !== 'never') {
    cancelTimer = scheduler.clock.schedule(requestMs, () => {
      end(failure({ kind: 'timeout' }));
    });
  }
  signal.addEventListener('abort', () => {
    end(failure({ kind: 'aborted' }));
  });
  const comesBack = (answer: Reply<Value>): void => {
    scheduler.after(wayMs(choices), 'here', () => {
      // A connection seldom outlives a sleep.
      end(scheduler.sleeps !== sleeps && choices.chance(60) ? failure(LOST) : answer);
    });
  };
  scheduler.after(wayMs(choices), 'there', () => {
    if (typeof fate !== 'string') {
      if (choices.chance(50)) act();
      comesBack(failure(fate));
      return;
    }
    const result = fate === 'request-lost' ? failure(LOST) : act();
    if (fate === 'answered') comesBack(result);
    if (fate === 'twice') comesBack(act());
    // Lost on the way there or back: an end of the connection, or silence.
    if ((fate === 'request-lost' || fate === 'answer-lost') && choices.chance(50))
      comesBack(failure(LOST));
  });
}

function fateOf(choices: Choices, isStormy: boolean): Fate {
  return choices.weighted<Fate>(
    [isStormy ? 20 : 82, 'answered'],
    [4, 'request-lost'],
    [5, 'answer-lost'],
    [2, 'twice'],
    [1, 'never'],
    [3, { kind: 'status', status: 503 }],
    [2, { kind: 'too-many', retryAfterMs: 5_000, serviceText: null }],
    [1, { kind: 'too-many', retryAfterMs: null, serviceText: null }],
    [1, { kind: 'malformed', evidence: toEvidence`result` }],
    [1, exception('TransactionAccessTokenExpiredException', 11)],
    [1, exception('NovelException', 1234)],
  );
}

export function wayMs(choices: Choices): number {
  const [low, high] = choices.weighted(...WAYS);
  return choices.between(low, high);
}

function initOutcome(choices: Choices): InitOutcome {
  return choices.weighted<InitOutcome>(
    [92, 'pending'],
    [2, 'waiting'],
    [2, 'denied'],
    [2, 'bypassed'],
    [1, 'bypass-like'],
    [1, 'locked'],
  );
}

function hostedOutcome(choices: Choices): InitOutcome {
  return choices.weighted<InitOutcome>(
    [84, 'pending'],
    [4, 'waiting'],
    [4, 'denied'],
    [3, 'bypassed'],
    [1, 'bypass-like'],
    [1, 'locked'],
    [3, 'other-type'],
  );
}

function methodsOf(choices: Choices): readonly Method[] {
  return choices.weighted<readonly Method[]>(
    [6, METHODS],
    [3, ['push']],
    [3, ['push', 'totp']],
    [2, ['sms', 'qrcode', 'push']],
    [1, ['yotp', 'email']],
  );
}
