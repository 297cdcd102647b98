import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { Method } from '../../../shared/service/methods.ts';
import { startingIn } from './invariant.ts';
import { MAX_TOKENS, MAX_TOKENS_IN_ATTEMPT } from './limits.ts';
import type { Answer, Entry, EntryOf, RequestEntry } from './history.ts';

/** A request and its result so far. */
export type Asked = {
  readonly entry: RequestEntry;
  readonly atMs: number;
  attempt: Attempt | null;
  end: Answer | 'aborted' | null;
  endAtMs: number | null;
};

/** One login attempt: the entries from one init request to the next. */
export type Attempt = {
  readonly number: number;
  readonly username: string;
  readonly atMs: number;
  readonly init: Asked;
  tid: string | null;
  methods: readonly Method[];
  /** Its transaction is over, by the answer to init or by the screen (`isOverIn`). */
  isOver: boolean;
  /** The callback of its hosted page has arrived. */
  isBack: boolean;
  /** Newest methodSSH request, which chooses a method. */
  choice: Asked | null;
  /** Handles of all tokens from its event channel and its callback. */
  readonly heard: Set<string>;
  /** Handles of the tokens that the login must try, oldest first. */
  readonly tokens: string[];
  /** Number of `tokens` from events since the last choice of a method. */
  inChallenge: number;
  readonly asked: Asked[];
};

export type OpenedChannel = {
  readonly tid: string;
  readonly attempt: Attempt | null;
  isConfirmed: boolean;
  isClosed: boolean;
};

/** State of a login at one point of a history. Invariants receive the state before each entry. */
export class Situation {
  attempt: Attempt | null = null;
  view: LoginView | null = null;
  viewAtMs = 0;
  readonly requests = new Map<number, Asked>();
  readonly eventChannels = new Map<number, OpenedChannel>();
  #attempts = 0;

  take(entry: Entry): void {
    switch (entry.what) {
      case 'request':
        this.#asked(entry);
        return;
      case 'answer':
        this.#ended(entry.request, entry.answer, entry.atMs);
        return;
      case 'aborted':
        this.#ended(entry.request, 'aborted', entry.atMs);
        return;
      case 'opened':
        this.eventChannels.set(entry.eventChannel, {
          tid: entry.tid,
          attempt: this.attempt,
          isConfirmed: false,
          isClosed: false,
        });
        return;
      case 'view':
        // A new choice of a method resets the count of tokens.
        if (this.attempt && startingIn(entry.view) !== null && startingIn(this.view) === null) {
          this.attempt.inChallenge = 0;
        }
        this.view = entry.view;
        this.viewAtMs = entry.atMs;
        if (this.attempt && isOverIn(entry.view)) this.attempt.isOver = true;
        return;
      case 'confirmed':
      case 'lost':
      case 'closed':
      case 'event':
        this.#onEventChannel(entry);
        return;
      case 'callback':
        this.#cameBack(entry);
        return;
      default:
    }
  }

  /** Open event channel of the current attempt, or null. */
  eventChannel(): OpenedChannel | null {
    for (const eventChannel of this.eventChannels.values())
      if (this.#isPresent(eventChannel)) return eventChannel;
    return null;
  }

  /** The current attempt, if it is not over and this event channel is open for it; otherwise null. */
  attemptOn(number: number): Attempt | null {
    const eventChannel = this.eventChannels.get(number);
    return eventChannel && this.#isPresent(eventChannel) ? eventChannel.attempt : null;
  }

  /** Unanswered requests of the current attempt to one endpoint. */
  pending(endpoint: RequestEntry['endpoint']): readonly Asked[] {
    return (
      this.attempt?.asked.filter(({ entry, end }) => end === null && entry.endpoint === endpoint) ??
      []
    );
  }

  #isPresent(eventChannel: OpenedChannel): boolean {
    const { attempt } = this;
    return (
      !eventChannel.isClosed &&
      attempt !== null &&
      !attempt.isOver &&
      eventChannel.tid === attempt.tid
    );
  }

  #asked(entry: EntryOf<'request'>): void {
    const asked: Asked = { entry, atMs: entry.atMs, attempt: null, end: null, endAtMs: null };
    if (entry.endpoint === 'init') {
      this.#attempts += 1;
      this.attempt = {
        number: this.#attempts,
        username: entry.username ?? '',
        atMs: entry.atMs,
        init: asked,
        tid: null,
        methods: [],
        isOver: false,
        isBack: false,
        choice: null,
        heard: new Set(),
        tokens: [],
        inChallenge: 0,
        asked: [],
      };
    }
    asked.attempt = this.attempt;
    this.requests.set(entry.request, asked);
    this.attempt?.asked.push(asked);
    if (this.attempt && entry.endpoint === 'methodSSH') this.attempt.choice = asked;
  }

  #ended(request: number, end: Answer | 'aborted', atMs: number): void {
    const asked = this.requests.get(request);
    if (!asked || asked.end !== null) return;
    asked.end = end;
    asked.endAtMs = atMs;
    const { attempt } = asked;
    if (!attempt || end === 'aborted' || end.kind !== 'good' || asked.entry.endpoint !== 'init')
      return;
    attempt.tid = end.tid;
    attempt.methods = end.methods;
    // The hosted page for a denied or waiting account ends the attempt on any screen.
    if (end.status === 'denied-or-waiting') attempt.isOver = true;
  }

  /** Ignores every callback of a hosted page but the first. */
  #cameBack({ tid, token }: EntryOf<'callback'>): void {
    const { attempt } = this;
    if (!attempt || attempt.isOver || attempt.tid !== tid || attempt.isBack) return;
    attempt.isBack = true;
    if (token === null) return;
    attempt.heard.add(token);
    attempt.tokens.push(token);
  }

  #onEventChannel(entry: EntryOf<'confirmed' | 'lost' | 'closed' | 'event'>): void {
    const eventChannel = this.eventChannels.get(entry.eventChannel);
    if (!eventChannel) return;
    if (entry.what === 'event') {
      const attempt = this.attemptOn(entry.eventChannel);
      if (attempt && entry.token !== null) attempt.heard.add(entry.token);
      if (attempt && entry.token !== null && isToBeTried(attempt, entry.token)) {
        attempt.tokens.push(entry.token);
        attempt.inChallenge += 1;
      }
      return;
    }
    eventChannel.isConfirmed = entry.what === 'confirmed';
    if (entry.what === 'closed') eventChannel.isClosed = true;
  }
}

/** Whether the login must try this token: it is new, and both limits allow one more. */
export function isToBeTried(attempt: Attempt, token: string): boolean {
  const { tokens, inChallenge } = attempt;
  return (
    !tokens.includes(token) && inChallenge < MAX_TOKENS && tokens.length < MAX_TOKENS_IN_ATTEMPT
  );
}

/** Whether this screen shows that the transaction is over. */
export function isOverIn(view: LoginView): boolean {
  switch (view.screen) {
    case 'username':
      return !view.busy;
    case 'failed':
      return !view.canChooseMethod;
    case 'account-waiting':
    case 'succeeded':
      return true;
    case 'hosted-page':
      return view.purpose === 'denied-or-waiting';
    default:
      return false;
  }
}

/** Whether a request ended with a good answer. */
export function isGood(asked: Asked | null): boolean {
  return (
    asked?.end !== null &&
    asked?.end !== undefined &&
    asked.end !== 'aborted' &&
    asked.end.kind === 'good'
  );
}
