import type { ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import { allowed, refused } from '../../../shared/outcomes/login-outcome.ts';
import type { AllowedOutcome, RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';
import type { Intent } from '../../../shared/login/machine/login-event.ts';
import type { LoginPolicy } from '../../../shared/login/machine/login-policy.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import type { Endpoint } from '../../../shared/outcomes/reaction-policy.ts';
import { violationsIn } from '../../support/history/checker.ts';
import type { Answer, Entry, RequestEntry } from '../../support/history/history.ts';
import { isOverIn } from '../../support/history/situation.ts';
import { REQUESTER, TOKEN_EXPIRED, policyWith } from '../../support/login/login-fixtures.ts';
import * as views from './views.ts';

type Good = Extract<Answer, Readonly<{ kind: 'good' }>>;
type Untimed<Of> = Of extends Entry ? Omit<Of, 'atMs'> : never;

const TOKEN = 'access-token-1';

/** A history written by hand, step by step: each step adds the entries of a healthy run. */
export class Transcript {
  readonly #policy: LoginPolicy;
  readonly #entries: Entry[] = [];
  #nowMs = 1_000;
  #request = 0;
  #eventChannel = 0;
  #closed = 0;
  #tid = '';
  #method: Method = 'push';
  #isAsked = false;

  constructor(policy: Partial<LoginPolicy> = {}) {
    this.#policy = policyWith(policy);
  }

  /** Lets time go on. */
  after(ms: number): this {
    this.#nowMs += ms;
    return this;
  }

  add(...entries: readonly Untimed<Entry>[]): this {
    for (const entry of entries) this.#entries.push({ ...entry, atMs: this.#nowMs });
    return this;
  }

  act(intent: Intent): this {
    return this.add({ what: 'act', intent });
  }

  /** Shows screens; one that leaves no transaction closes the event channel. */
  show(...shown: readonly LoginView[]): this {
    for (const view of shown) {
      this.add({ what: 'view', view });
      if (this.#eventChannel > this.#closed && isOverIn(view)) {
        this.#closed = this.#eventChannel;
        this.add({ what: 'closed', eventChannel: this.#closed });
      }
    }
    return this;
  }

  ask(endpoint: Endpoint, asked: Partial<RequestEntry> = {}): this {
    this.#request += 1;
    const nothing = { username: null, tid: null, method: null, token: null };
    return this.add({ what: 'request', request: this.#request, endpoint, ...nothing, ...asked });
  }

  /** A good answer to the last request, or to another. */
  good(fields: Partial<Good> = {}, request = this.#request): this {
    const nothing = { status: null, tid: null, methods: [], username: null, qrText: null };
    return this.add({ what: 'answer', request, answer: { kind: 'good', ...nothing, ...fields } });
  }

  bad(failure: ServiceFailure, request = this.#request): this {
    return this.add({ what: 'answer', request, answer: { kind: 'failure', failure } });
  }

  aborted(request = this.#request): this {
    return this.add({ what: 'aborted', request });
  }

  event(token: string | null, eventChannel = this.#eventChannel): this {
    return this.add({
      what: 'event',
      eventChannel,
      kind: token === null ? 'denied' : 'confirmed',
      token,
    });
  }

  /** A confirmation without a token. */
  unreadable(): this {
    return this.add({
      what: 'event',
      eventChannel: this.#eventChannel,
      kind: 'unreadable',
      token: null,
    });
  }

  /** The screen says that an approval may have been missed. */
  announced(): this {
    return this.show(views.challenge(this.#method, { notice: { kind: 'possibly-missed' } }));
  }

  confirmed(mayHaveMissedEvents = false): this {
    return this.add({ what: 'confirmed', eventChannel: this.#eventChannel, mayHaveMissedEvents });
  }

  lost(): this {
    return this.add({
      what: 'lost',
      eventChannel: this.#eventChannel,
      evidence: 'transport close',
    });
  }

  /** The person gives the name. */
  begin(username = 'alice', method: Method | null = null): this {
    return this.act({ type: 'submit-username', username, method })
      .show(views.busyUsername)
      .ask('init', { username });
  }

  /** init is answered, and the event channel opened. */
  started(
    methods: readonly Method[] = METHODS,
    starting: Method | null = null,
    tid = 'tid-1',
  ): this {
    this.#tid = tid;
    this.#eventChannel += 1;
    return this.after(50)
      .good({ status: 'pending', tid, methods })
      .show(views.methods({ methods, starting }))
      .add({ what: 'opened', eventChannel: this.#eventChannel, tid });
  }

  heard(): this {
    return this.after(50).confirmed().show(views.methods());
  }

  choose(method: Method): this {
    this.#method = method;
    return this.after(1_000).act({ type: 'choose-method', method }).asked(method);
  }

  /** Chosen; the method is not asked for yet. */
  chosen(method: Method): this {
    return this.after(9)
      .act({ type: 'choose-method', method })
      .show(views.methods({ starting: method }));
  }

  asked(method: Method): this {
    return this.show(views.methods({ starting: method })).askMethod(method);
  }

  back(): this {
    return this.act({ type: 'go-back' }).show(views.methods());
  }

  askMethod(method: Method, tid = this.#tid): this {
    this.#isAsked = true;
    return this.ask('methodSSH', { tid, method });
  }

  selected(view: LoginView = views.challenge(this.#method)): this {
    return this.after(50).good({ tid: this.#tid }).show(view);
  }

  /** From the username to the wait for a method. */
  waiting(method: Method = 'push', username = 'alice'): this {
    return this.begin(username).started().heard().choose(method).selected();
  }

  /** The person's code goes out. */
  code(): this {
    return this.after(1_000).act({ type: 'submit-code', code: 'mark' }).sent();
  }

  sent(): this {
    return this.show(views.code({ busy: true })).askCode();
  }

  askCode(): this {
    return this.ask('confirmCode', { tid: this.#tid });
  }

  /** From the field beside a push: a code is typed, and its method started. */
  codeBeside(): this {
    this.#method = 'totp';
    return this.after(1_000)
      .act({ type: 'submit-code', code: 'mark' })
      .show(views.code({ busy: true, isStarting: true }))
      .askMethod('totp');
  }

  /** The event came, and its token is being checked. */
  approved(token = TOKEN): this {
    return this.after(2_000)
      .event(token)
      .show(views.challenge(this.#method, { isVerifying: true }))
      .check(token);
  }

  /** Approvals that the service refuses, one after the other. */
  outdated(...tokens: readonly string[]): this {
    for (const token of tokens) this.approved(token).after(9).bad(TOKEN_EXPIRED);
    return this;
  }

  check(token = TOKEN): this {
    return this.ask('credentials', { token });
  }

  /** The check was good. */
  redeemed(username = 'alice'): this {
    return this.after(50).good({ username }).success('confirmed', username);
  }

  /** @param method the method that the outcome names; default: the last one requested */
  success(
    outcome: AllowedOutcome,
    username = 'alice',
    method: Method | null = this.#isAsked && outcome === 'confirmed' ? this.#method : null,
  ): this {
    return this.show(views.succeeded(outcome, username)).letIn(outcome, username, method);
  }

  letIn(outcome: AllowedOutcome, username: string, method: Method | null): this {
    const person = { username, identity: null, method, requester: REQUESTER };
    return this.add({ what: 'outcome', outcome: allowed({ outcome, ...person }) });
  }

  refused(outcome: RefusedOutcome, reason = '', code: ErrorCode | null = null): this {
    const person = { username: 'alice', method: this.#isAsked ? this.#method : null };
    const ended = refused({ outcome, reason, code, ...person, requester: REQUESTER });
    return this.add({ what: 'outcome', outcome: ended });
  }

  /** The person goes home. */
  cancel(): this {
    return this.after(1_000).act({ type: 'cancel' }).show(views.home);
  }

  /** Names of the violated invariants, without duplicates, after the end of the history. */
  violated(): readonly string[] {
    const entries: readonly Entry[] = [...this.#entries, { what: 'end', atMs: Infinity }];
    const found = violationsIn({ rules: { policy: this.#policy, toleranceMs: 0 }, entries });
    return [...new Set(found.map(({ invariant }) => invariant))];
  }
}
