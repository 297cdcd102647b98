import { notBeforeOf } from '../../shared/login/machine/advice-policy.ts';
import type { LoginEvent, Signal } from '../../shared/login/machine/login-event.ts';
import type { Effect } from '../../shared/login/machine/login-effect.ts';
import type { LoginOutcome } from '../../shared/outcomes/login-outcome.ts';
import { transition } from '../../shared/login/machine/login-machine.ts';
import type { LoginPolicy } from '../../shared/login/machine/login-policy.ts';
import {
  attemptOf,
  initialState,
  nextDeadlineOf,
  transactionOf,
  type LoginState,
} from '../../shared/login/machine/login-state.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';
import {
  ignoresMissedApprovals,
  takesToken,
} from '../../shared/login/machine/verification-transitions.ts';
import { isSameUsername } from '../../shared/login/input/username.ts';
import { viewOf } from '../../shared/login/view/view-of.ts';
import { assertNever, type Result } from '../../shared/result.ts';
import { evidenceOf, type ServiceFailure } from '../../shared/service/service-failure.ts';
import type { Clock } from '../os/clock.ts';
import type { OpenRealtimeFor, EventChannel } from '../event-channel/event-channel.ts';
import type { CallbackOf } from '../../shared/service/callback.ts';
import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import type { LoginListeners } from './login-listeners.ts';
import { PageOfAttempt } from './page-of-attempt.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import type { Logger } from '../log/logger.ts';
import type { LoginPreferences } from './preferences.ts';

export type ControllerOptions = Readonly<{
  service: ServiceClient;
  openRealtime: OpenRealtimeFor;
  /** Null for a promptless application. */
  hostedPage: HostedPageDisplay | null;
  clock: Clock;
  policy: LoginPolicy;
  preferences: LoginPreferences;
  log: Logger;
  /** This computer's name for the service; null if not sent. */
  hostName: string | null;
  /** The service's clock minus this computer's, in milliseconds; null if unknown. */
  clockOffMs?: () => number | null;
  username: string;
}> &
  LoginListeners;

type EffectOf<Type extends Effect['type']> = Extract<Effect, Readonly<{ type: Type }>>;

/** The challenge that a request belongs to. */
type Challenge = Readonly<{ attempt: number; challenge: number }>;

/**
 * Runs the login machine: performs effects, schedules the next deadline and publishes views. Holds
 * secrets that the machine's state must not contain: tokens, and a code until it is sent.
 */
export class LoginController {
  readonly #options: ControllerOptions;
  #state: LoginState;
  #revision = 0;
  #isBusy = false;
  #isClosed = false;
  /** Events to handle after the current one. */
  readonly #queue: LoginEvent[] = [];
  #cancelTimer = (): void => undefined;
  #eventChannel: Readonly<{ attempt: number; handle: EventChannel }> | null = null;
  /** Indexed by the machine's token number. */
  #tokens: string[] = [];
  /** The attempt to which `#tokens` belong. */
  #tokensOfAttempt = 0;
  /** The username of the init request. */
  #sentUsername = '';
  /** By challenge number. */
  readonly #keyTokens = new Map<number, string>();
  #pendingPasscode: Readonly<{ challenge: number; passcode: string }> | null = null;
  readonly #page: PageOfAttempt;
  readonly #requests = new Set<
    Readonly<{ attempt: number; challenge: number | null; abort: AbortController }>
  >();

  constructor(options: ControllerOptions) {
    this.#options = options;
    this.#page = new PageOfAttempt(options.hostedPage, options.service);
    this.#state = initialState(options.username);
    // Schedule the end of `--timeout`.
    this.#schedule();
  }

  view(): NumberedView {
    const { clock, policy, preferences, hostName } = this.#options;
    const username = transactionOf(this.#state)?.username ?? null;
    const remembered = username === null ? null : preferences.methodFor(username);
    const nowMs = clock.nowMs();
    return {
      revision: this.#revision,
      atMs: nowMs,
      view: viewOf(this.#state, { nowMs, policy, remembered, hostName }),
    };
  }

  /** Handles an event. Queues it while another event is handled. */
  dispatch(event: LoginEvent): void {
    if (this.#isClosed) return;
    this.#queue.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#handle(next);
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Call after sleep, or when the network returns. Publishes the view again, because its times may
   * omit the sleep.
   */
  refresh(): void {
    if (this.#isClosed) return;
    this.dispatch({ type: 'time-passed' });
    const { clock, policy } = this.#options;
    const isPaused = this.#state.kind === 'failed' && notBeforeOf(this.#state) > clock.nowMs();
    if (nextDeadlineOf(this.#state, policy) !== null || isPaused) this.#publish();
    this.#eventChannel?.handle.reconnect();
  }

  /** Frees the resources without further events. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#closeEventChannel();
    this.#page.close();
    for (const request of this.#requests) request.abort.abort();
    this.#requests.clear();
    this.#tokens = [];
    this.#keyTokens.clear();
    this.#pendingPasscode = null;
  }

  #handle(event: LoginEvent): void {
    const { clock, policy, log } = this.#options;
    const { state, effects } = transition(this.#state, event, { nowMs: clock.nowMs(), policy });
    if (state.kind !== this.#state.kind) {
      const attempt = attemptOf(state);
      log('login-state', { from: this.#state.kind, to: state.kind, by: event.type, attempt });
    }
    const hasChanged = state !== this.#state;
    this.#state = state;
    // Publish first: slow effects must not delay the final view.
    if (hasChanged) this.#publish();
    for (const effect of effects) this.#perform(effect);
    this.#dropUnneededPasscode();
    this.#schedule();
  }

  /** Forgets a kept code, unless its method is still starting. */
  #dropUnneededPasscode(): void {
    const state = this.#state;
    const isNeeded =
      state.kind === 'challenge-starting' && state.challenge === this.#pendingPasscode?.challenge;
    if (!isNeeded) this.#pendingPasscode = null;
  }

  #publish(): void {
    this.#revision += 1;
    this.#options.onView(this.view());
  }

  #schedule(): void {
    this.#cancelTimer();
    const { clock, policy } = this.#options;
    const next = nextDeadlineOf(this.#state, policy);
    if (next === null) return;
    this.#cancelTimer = clock.schedule(Math.max(0, next - clock.nowMs()), () => {
      this.dispatch({ type: 'time-passed' });
    });
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'start-transaction':
        this.#startTransaction(effect);
        return;
      case 'select-method':
        this.#selectMethod(effect);
        return;
      case 'submit-passcode':
        this.#submitPasscode(effect, effect.passcode);
        return;
      case 'keep-passcode':
        this.#pendingPasscode = { challenge: effect.challenge, passcode: effect.passcode };
        return;
      case 'submit-pending-passcode':
        this.#submitPendingPasscode(effect);
        return;
      case 'submit-security-key':
        this.#submitSecurityKey(effect);
        return;
      case 'open-hosted-page':
        this.#openPage(effect.attempt, effect.webUri);
        return;
      case 'show-hosted-page-again':
        this.#page.showAgain();
        return;
      case 'close-hosted-page':
        this.#page.close();
        return;
      case 'redeem-token':
        this.#redeem(effect);
        return;
      case 'open-event-channel':
        this.#listen(effect.attempt, effect.tid);
        return;
      case 'close-event-channel':
        this.#closeEventChannel();
        return;
      case 'abort-requests':
        this.#abort(effect.attempt, effect.challenge);
        // This may discard a completed init request: close its page.
        if (effect.challenge === null) this.#page.close();
        return;
      case 'report-outcome':
        this.#report(effect.outcome);
        return;
      case 'leave':
        this.#options.onLeave();
        return;
      case 'ignored-event':
        this.#options.log('ignored-event', { what: effect.event, state: effect.state });
        return;
      default:
        assertNever(effect, 'effect');
    }
  }

  #startTransaction({ attempt, username }: EffectOf<'start-transaction'>): void {
    this.#tokens = [];
    this.#tokensOfAttempt = attempt;
    this.#sentUsername = username;
    this.#keyTokens.clear();
    this.#page.close();
    this.#ask({ attempt, challenge: null }, (signal) => this.#page.start(username, signal), {
      done: (transaction) => {
        const { altered = [] } = transaction;
        if (altered.length > 0)
          this.#options.log('answer-altered', { members: altered.join(', ') });
        return { type: 'transaction-started', attempt, transaction };
      },
      failed: (failure) => ({ type: 'transaction-failed', attempt, failure }),
    });
  }

  #selectMethod({ attempt, challenge, tid, method }: EffectOf<'select-method'>): void {
    const { service } = this.#options;
    this.#ask({ attempt, challenge }, (signal) => service.selectMethod(tid, method, signal), {
      done: ({ keyToken, ...selected }) => {
        if (keyToken !== null) this.#keyTokens.set(challenge, keyToken);
        return { type: 'method-selected', attempt, challenge, selected };
      },
      failed: (failure) => ({ type: 'method-failed', attempt, challenge, failure }),
    });
  }

  #submitPasscode(owner: Challenge & Readonly<{ tid: string }>, passcode: string): void {
    const { service } = this.#options;
    this.#submit(owner, (signal) => service.confirmCode(owner.tid, passcode, signal));
  }

  #submitPendingPasscode(effect: EffectOf<'submit-pending-passcode'>): void {
    const pending = this.#pendingPasscode;
    this.#submitPasscode(effect, pending?.challenge === effect.challenge ? pending.passcode : '');
  }

  #submitSecurityKey(effect: EffectOf<'submit-security-key'>): void {
    const { service } = this.#options;
    const keyToken = this.#keyTokens.get(effect.challenge) ?? '';
    this.#submit(effect, (signal) => service.confirmSecurityKey(keyToken, effect.password, signal));
  }

  #redeem({ attempt, token }: EffectOf<'redeem-token'>): void {
    const { service } = this.#options;
    const value = this.#tokens[token] ?? '';
    this.#ask({ attempt, challenge: null }, (signal) => service.credentials(value, signal), {
      done: (identity) => ({ type: 'token-redeemed', attempt, token, identity }),
      failed: (failure) => ({ type: 'token-failed', attempt, token, failure }),
    });
  }

  #closeEventChannel(): void {
    this.#eventChannel?.handle.close();
    this.#eventChannel = null;
  }

  #openPage(attempt: number, webUri: string): void {
    this.#page.show(webUri, {
      onCallback: (callback) => {
        if (attempt !== this.#tokensOfAttempt) return;
        this.#options.log('callback', { attempt, state: callback.state });
        const received: CallbackOf<number> =
          callback.state === 'ok'
            ? { state: 'ok', token: this.#tokens.push(callback.token) - 1 }
            : callback;
        this.dispatch({ type: 'callback-received', attempt, callback: received });
      },
      onAddress: (address) => {
        this.dispatch({ type: 'page-moved', attempt, address });
      },
      onClosed: () => {
        this.dispatch({ type: 'page-closed', attempt });
      },
      onFailed: (failure) => {
        this.#options.log('page-failed', { attempt, evidence: evidenceOf(failure) });
        this.dispatch({ type: 'page-failed', attempt, failure });
      },
    });
  }

  #submit(
    { attempt, challenge }: Challenge,
    call: (signal: AbortSignal) => Promise<Result<true, ServiceFailure>>,
  ): void {
    this.#ask({ attempt, challenge }, call, {
      done: () => ({ type: 'code-accepted', attempt, challenge }),
      failed: (failure) => {
        const clockOffMs = this.#options.clockOffMs?.() ?? null;
        return { type: 'code-failed', attempt, challenge, failure, clockOffMs };
      },
    });
  }

  #ask<Value>(
    owner: Readonly<{ attempt: number; challenge: number | null }>,
    call: (signal: AbortSignal) => Promise<Result<Value, ServiceFailure>>,
    signals: Readonly<{
      done: (value: Value) => Signal;
      failed: (failure: ServiceFailure) => Signal;
    }>,
  ): void {
    const request = { ...owner, abort: new AbortController() };
    this.#requests.add(request);
    const settle = (signalOf: () => Signal): void => {
      if (this.#requests.delete(request)) this.dispatch(signalOf());
    };
    call(request.abort.signal).then(
      (result) => {
        if (!result.ok) this.#options.log('request-failed', { evidence: evidenceOf(result.error) });
        settle(() => (result.ok ? signals.done(result.value) : signals.failed(result.error)));
      },
      // A rejection is a bug: report it as a failure, so that the login still ends.
      () => {
        settle(() => signals.failed({ kind: 'malformed', evidence: toEvidence`internal fault` }));
      },
    );
  }

  /** @param challenge null aborts every request of the attempt */
  #abort(attempt: number, challenge: number | null): void {
    for (const request of [...this.#requests]) {
      const isOfAttempt = request.attempt === attempt;
      const isOfChallenge = challenge === null || request.challenge === challenge;
      if (!isOfAttempt || !isOfChallenge) continue;
      this.#requests.delete(request);
      request.abort.abort();
    }
  }

  #listen(attempt: number, tid: string): void {
    this.#eventChannel?.handle.close();
    const handle = this.#options.openRealtime(tid, {
      onConfirmed: (mayHaveMissedEvents) => {
        this.dispatch({ type: 'event-channel-confirmed', attempt, mayHaveMissedEvents });
      },
      onLost: (evidence) => {
        this.dispatch({ type: 'event-channel-lost', attempt, evidence });
      },
      onEvent: (event) => {
        if (event.kind === 'denied') this.dispatch({ type: 'denial-received', attempt });
        else if (event.kind === 'unreadable') this.#miss(attempt);
        else this.#approve(attempt, event.token);
      },
    });
    this.#eventChannel = { attempt, handle };
  }

  /** Equal tokens get the same number. */
  #approve(attempt: number, value: string): void {
    if (attempt !== this.#tokensOfAttempt) return;
    const index = this.#tokens.indexOf(value);
    const isNew = index === -1;
    const transaction = transactionOf(this.#state);
    // Keep only tokens that the machine would try: a server may send arbitrarily many.
    if (isNew && (transaction === null || !takesToken(transaction))) {
      this.#miss(attempt);
      return;
    }
    const token = isNew ? this.#tokens.push(value) - 1 : index;
    this.dispatch({ type: 'approval-received', attempt, token });
  }

  #miss(attempt: number): void {
    if (ignoresMissedApprovals(this.#state)) return;
    this.#options.log('approval-missed', { attempt });
    this.dispatch({ type: 'approval-missed', attempt });
  }

  #report(outcome: LoginOutcome): void {
    const { log, preferences, onOutcome } = this.#options;
    log('login-outcome', {
      outcome: outcome.outcome,
      reason: outcome.kind === 'refused' ? outcome.reason : null,
      method: outcome.method,
    });
    if (outcome.outcome === 'confirmed') {
      // The service may answer with a name without its domain, which may be another person's.
      // Remember its name only if it differs in spelling alone.
      const differsInSpellingOnly = isSameUsername(outcome.username, this.#sentUsername);
      const username = differsInSpellingOnly ? outcome.username : this.#sentUsername;
      preferences.remember(username, outcome.method);
    }
    onOutcome(outcome);
  }
}
