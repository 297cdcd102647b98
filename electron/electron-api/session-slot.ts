import { networkProcessEnds } from './network-process.ts';
import type { HostVerdict, RuledSession } from './ruled-session.ts';

/** One exchange or websocket in a session. */
export type SessionUse = Readonly<{
  session: RuledSession['session'];
  /** The rule's verdict on the server that answered. `ended`: its network process has ended. */
  verdict: () => Promise<HostVerdict | 'ended'>;
  /** Call once, when it is over. @param isGivenUp whether we ended it before its connection did */
  end: (isGivenUp: boolean) => void;
}>;

type Current = {
  readonly ruled: RuledSession;
  /** `networkProcessEnds` when it was made. */
  readonly ends: number;
  isSpent: boolean;
  isLeaveDue: boolean;
  /** Uses with `isFresh`. */
  freshUses: number;
  /** Uses that were given up. */
  givenUp: number;
  /** Answers of the rule when a use was given up that no later use has looked after; else null. */
  answersBefore: number | null;
};

/** A session that cannot be used, one after the other, means a network process that cannot be used. */
const MOST_SESSIONS = 5;

/**
 * The session of some of the service's requests. It is replaced where its network process has ended, and where Chromium
 * could know a certificate without the rule. Connections, proxy logins and PAC files belong to a session.
 */
export class SessionSlot {
  readonly #make: () => Promise<RuledSession>;
  #current: Promise<Current> | null = null;

  /** @param make a new session that knows its proxy */
  constructor(make: () => Promise<RuledSession>) {
    this.#make = make;
  }

  /** Makes the session before it is needed. */
  async open(): Promise<void> {
    await this.#usable();
  }

  /** After a change of the network path: connections of before may lead nowhere, although they look open. */
  leaveConnections(): void {
    this.#current?.then(
      (current) => {
        current.isLeaveDue = true;
      },
      () => undefined,
    );
  }

  /**
   * Waits for a session whose rule holds. Start the request in the turn of the event loop in which this resolves.
   *
   * @param isFresh a request that gets a connection which no other request with `isFresh` has used
   * @returns null where no network process takes the rule: no request may go
   */
  async use(url: string, { isFresh }: Readonly<{ isFresh: boolean }>): Promise<SessionUse | null> {
    for (let spent = 0; spent < MOST_SESSIONS;) {
      const current = await this.#usable();
      const state = await readied(current, isFresh);
      if (state === 'ready') return useOf(current, url);
      if (state === 'again') continue;
      current.isSpent = true;
      spent += 1;
    }
    return null;
  }

  async #usable(): Promise<Current> {
    for (;;) {
      const making = (this.#current ??= this.#made());
      const current = await making.catch(() => null);
      if (current !== null && !current.isSpent && current.ends === networkProcessEnds())
        return current;
      if (this.#current === making) this.#current = null;
      // Electron's own error.
      if (current === null) await making;
    }
  }

  async #made(): Promise<Current> {
    const ends = networkProcessEnds();
    const ruled = await this.#make();
    const counts = { freshUses: 0, givenUp: 0, answersBefore: null };
    return { ruled, ends, isSpent: false, isLeaveDue: false, ...counts };
  }
}

/** `again`: another request came first. `spent`: the session cannot be used again. */
async function readied(current: Current, isFresh: boolean): Promise<'ready' | 'again' | 'spent'> {
  const { ruled, freshUses, givenUp } = current;
  const isLeaving = isFresh || current.isLeaveDue || ruled.hasRefused;
  const answers = current.answersBefore ?? (isLeaving ? ruled.answers : null);
  if (isLeaving) {
    current.isLeaveDue = false;
    ruled.leaveConnections();
  }
  const isHeld = await ruled.isHeld();
  // A question of a connection that was given up or left: Chromium would not ask again.
  const isUnasked = answers !== null && ruled.questions > answers;
  if (!isHeld || isUnasked || current.isSpent || current.ends !== networkProcessEnds())
    return 'spent';
  const isOvertaken = current.givenUp > givenUp || (isFresh && current.freshUses > freshUses);
  if (isOvertaken || ruled.hasRefused) return 'again';
  current.answersBefore = null;
  if (isFresh) current.freshUses += 1;
  return 'ready';
}

function useOf(current: Current, url: string): SessionUse {
  const { ruled, ends } = current;
  const refusals = ruled.refusals(url);
  return {
    session: ruled.session,
    verdict: async () => {
      const verdict = await ruled.verdictOn(url, refusals);
      // Not to be explained here: another session may know more.
      if (verdict === 'unknown') current.isSpent = true;
      return ends === networkProcessEnds() ? verdict : 'ended';
    },
    end: (isGivenUp) => {
      if (!isGivenUp) return;
      current.givenUp += 1;
      current.answersBefore ??= ruled.answers;
    },
  };
}
