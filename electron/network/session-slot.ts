/** `unknown`: Chromium has asked the rule for no certificate of the host. */
export type HostVerdict = 'accepted' | 'refused' | 'unknown';

/** A session with a rule for certificates, as a slot needs it (`certificates/ruled-session.ts`). */
export type SlotSession<Session> = Readonly<{
  session: Session;
  /** How many questions Chromium has asked the rule, and how many of these it has answered. */
  questions: number;
  answers: number;
  /** Whether the rule has refused a certificate since the last `leaveConnections`. */
  hasRefused: boolean;
  /** False where no network process takes the rule. */
  ensureRule: () => Promise<boolean>;
  /** From now on no request uses a connection that was used before. */
  leaveConnections: () => void;
  /** How often the rule has refused a certificate of the address's host. */
  refusals: (url: string) => number;
  verdictOn: (url: string, refusalsBefore: number) => Promise<HostVerdict>;
}>;

/** One exchange or websocket in a session. */
export type SessionUse<Session> = Readonly<{
  session: Session;
  /**
   * The rule's verdict on the server that answered. `ended`: the network process of the session has
   * ended.
   */
  verdict: () => Promise<HostVerdict | 'ended'>;
  /**
   * Call once, when the use is over. @param how.isGivenUp whether we ended it before its connection
   * did
   */
  end: (how: Readonly<{ isGivenUp: boolean }>) => void;
}>;

type Current<Session> = {
  readonly ruled: SlotSession<Session>;
  /**
   * `networkProcessEnds` before the session was made. If it is another number now, the session's
   * process has ended.
   */
  readonly processEnds: number;
  /** Whether no further use may have the session, so that another one replaces it. */
  isSpent: boolean;
  /** Whether the next use has to leave the connections that were used before. */
  isLeaveDue: boolean;
  /** How many uses had a connection of their own. */
  ownConnectionUses: number;
  /** How many uses were given up. */
  givenUpUses: number;
  /**
   * How many questions the rule had answered when a use was given up; null once a later use has
   * compared that number.
   */
  answersWhenGivenUp: number | null;
};

/**
 * If so many sessions, one after the other, cannot be used, then the network process cannot be
 * used.
 */
const MOST_SESSIONS = 5;

/**
 * Holds the session of some of the service's requests. The session is replaced where its network
 * process has ended, and where Chromium could have a result for a certificate without the rule.
 * Otherwise it is kept, because connections, proxy logins and PAC files belong to a session.
 */
export class SessionSlot<Session> {
  readonly #makeSession: () => Promise<SlotSession<Session>>;
  readonly #networkProcessEnds: () => number;
  #current: Promise<Current<Session>> | null = null;

  /**
   * @param makeSession makes a new session that knows its proxy
   * @param networkProcessEnds says how many network processes have ended
   */
  constructor(makeSession: () => Promise<SlotSession<Session>>, networkProcessEnds: () => number) {
    this.#makeSession = makeSession;
    this.#networkProcessEnds = networkProcessEnds;
  }

  /** Makes the session before it is needed. */
  async open(): Promise<void> {
    await this.#usable();
  }

  /**
   * Makes the next use leave the connections that were used before. Call after a change of the
   * network path: they may lead nowhere, although they look open.
   */
  leaveConnections(): void {
    this.#current?.then(
      (current) => {
        current.isLeaveDue = true;
      },
      () => undefined,
    );
  }

  /**
   * Waits for a session whose rule holds. Start the request in the turn of the event loop in which
   * this resolves.
   *
   * @param hasOwnConnection whether the request gets a connection that no other request with
   *   `hasOwnConnection` has used
   * @returns null where no network process takes the rule: no request may go
   */
  async use(
    url: string,
    { hasOwnConnection }: Readonly<{ hasOwnConnection: boolean }>,
  ): Promise<SessionUse<Session> | null> {
    for (let spentSessions = 0; spentSessions < MOST_SESSIONS;) {
      const current = await this.#usable();
      const readiness = await this.#makeReady(current, hasOwnConnection);
      if (readiness === 'ready') return this.#useOf(current, url);
      if (readiness === 'again') continue;
      current.isSpent = true;
      spentSessions += 1;
    }
    return null;
  }

  /**
   * Returns the session, or a new one where that one may not be used any more. Rejects where none
   * can be made.
   */
  async #usable(): Promise<Current<Session>> {
    for (;;) {
      const making = (this.#current ??= this.#makeCurrent());
      const current = await making.catch(() => null);
      if (current !== null && !current.isSpent && !this.#hasProcessEnded(current)) return current;
      if (this.#current === making) this.#current = null;
      // Rejects with Electron's own error.
      if (current === null) await making;
    }
  }

  async #makeCurrent(): Promise<Current<Session>> {
    const processEnds = this.#networkProcessEnds();
    const ruled = await this.#makeSession();
    const counts = { ownConnectionUses: 0, givenUpUses: 0, answersWhenGivenUp: null };
    return { ruled, processEnds, isSpent: false, isLeaveDue: false, ...counts };
  }

  /**
   * Makes the session ready for a use: leaves connections where it has to, and sets the rule where
   * it is missing.
   *
   * @returns `again` if another use came first, or the rule has just refused a certificate: then
   *   this is to be called again; `spent` if the session cannot be used any more
   */
  async #makeReady(
    current: Current<Session>,
    hasOwnConnection: boolean,
  ): Promise<'ready' | 'again' | 'spent'> {
    const { ruled, ownConnectionUses, givenUpUses } = current;
    const isLeaving = hasOwnConnection || current.isLeaveDue || ruled.hasRefused;
    const answersBefore = current.answersWhenGivenUp ?? (isLeaving ? ruled.answers : null);
    if (isLeaving) {
      current.isLeaveDue = false;
      ruled.leaveConnections();
    }
    const isRuleSet = await ruled.ensureRule();
    // A question that was not answered then may be of a connection that was given up or left.
    // Chromium would not ask it again, and would keep its own result for the certificate.
    const hasLostQuestion = answersBefore !== null && ruled.questions > answersBefore;
    if (!isRuleSet || hasLostQuestion || current.isSpent || this.#hasProcessEnded(current))
      return 'spent';
    const isOvertaken =
      current.givenUpUses > givenUpUses ||
      (hasOwnConnection && current.ownConnectionUses > ownConnectionUses);
    if (isOvertaken || ruled.hasRefused) return 'again';
    current.answersWhenGivenUp = null;
    if (hasOwnConnection) current.ownConnectionUses += 1;
    return 'ready';
  }

  #useOf(current: Current<Session>, url: string): SessionUse<Session> {
    const { ruled } = current;
    const refusalsBefore = ruled.refusals(url);
    return {
      session: ruled.session,
      verdict: async () => {
        const verdict = await ruled.verdictOn(url, refusalsBefore);
        // Nothing here explains why the rule was not asked. Another session may know more, so this
        // one is replaced.
        if (verdict === 'unknown') current.isSpent = true;
        return this.#hasProcessEnded(current) ? 'ended' : verdict;
      },
      end: ({ isGivenUp }) => {
        if (!isGivenUp) return;
        current.givenUpUses += 1;
        current.answersWhenGivenUp ??= ruled.answers;
      },
    };
  }

  #hasProcessEnded({ processEnds }: Current<Session>): boolean {
    return processEnds !== this.#networkProcessEnds();
  }
}
