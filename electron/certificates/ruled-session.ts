import type { ObservedCertificates, ShownCertificate } from './observed-certificates.ts';
import { CHROMIUM, type certificateRule, type Ruling } from './own-check.ts';
import { withoutBrackets } from '../network/route.ts';
import type { HostVerdict, SlotSession } from '../network/session-slot.ts';

/**
 * Questions to the rule about one host: how many were accepted, were refused, and wait for an
 * answer.
 */
type Host = { acceptances: number; refusals: number; pending: number };

const MOST_TRIES = 10;

/**
 * A question to the rule: a chain that a host showed, its own certificate first, with Chromium's
 * result (`CHROMIUM`).
 */
type Question = Readonly<{
  hostname: string;
  errorCode: number;
  certificate: ShownCertificate;
  chain: readonly string[];
}>;

/** What a rule needs of the session that keeps it (`electron-api/chromium-session.ts`). */
export type SessionPort<Session> = Readonly<{
  session: Session;
  /**
   * Whether the network process has the mark of a rule; `ended` where it ended in the meantime,
   * null where it did not answer in time.
   */
  hasMark: () => Promise<boolean | 'ended' | null>;
  /** Sets the rule and its mark in the network process that has just answered. */
  setRule: (judge: (question: Question) => Promise<Ruling['decision']>) => void;
  /** From now on no request uses a connection that was used before. Exchanges that run go on. */
  leaveConnections: () => void;
}>;

/**
 * A session with a rule for certificates, which holds for each of its requests.
 *
 * - A network process that is started after another one ended has no rule. So a mark is set with the
 *   rule, in the memory of the process, and `ensureRule` looks for this mark before each request.
 * - Below the rule, Chromium keeps its own result for a certificate. It does not ask the rule again
 *   for a certificate that it has just asked for: neither while the rule considers it, nor where
 *   the connection was given up meanwhile. So no answer counts before `verdictOn` says that the
 *   rule has answered every question, and how.
 */
export class RuledSession<Session> implements SlotSession<Session> {
  readonly #port: SessionPort<Session>;
  readonly #rule: ReturnType<typeof certificateRule>;
  readonly #observed: ObservedCertificates;
  /** The hosts that the network process with the rule has asked about. */
  #hosts = new Map<string, Host>();
  /** Called after the next answer of the rule. */
  readonly #waiting = new Set<() => void>();
  /** How often the rule was set. */
  #ruleSets = 0;
  #questions = 0;
  #answers = 0;
  #refusals = 0;
  /** Refusals at the last `leaveConnections`. */
  #refusalsWhenLeft = 0;

  constructor(
    port: SessionPort<Session>,
    rule: ReturnType<typeof certificateRule>,
    observedCertificates: ObservedCertificates,
  ) {
    this.#port = port;
    this.#rule = rule;
    this.#observed = observedCertificates;
  }

  get session(): Session {
    return this.#port.session;
  }

  /** How many questions Chromium has asked the rule. */
  get questions(): number {
    return this.#questions;
  }

  /** How many of these questions the rule has answered. */
  get answers(): number {
    return this.#answers;
  }

  /**
   * Sets the rule where the network process is another one. Start the request in the turn of the
   * event loop in which this resolves: it then goes to the process that answered, or fails, because
   * Chromium notices the end of a process only in a later turn. A page's request, which has its
   * process already, may wait for this.
   *
   * @returns false where the network process ended in the meantime, or none takes the rule: no
   *   request may go
   */
  // SECURITY: SEC-33, SEC-100 a request waits for the rule of its network process.
  async ensureRule(): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const setsBefore = this.#ruleSets;
      const hasMark = await this.#port.hasMark();
      if (hasMark === true) return true;
      // The next process may not answer yet, and a page's request belongs to the one that has
      // ended.
      if (hasMark === 'ended') return false;
      // Only an answer without a mark says that the process is another one. Where another request
      // has set the rule meanwhile, this one does not: with a new rule, Chromium drops its
      // questions to the one before.
      if (hasMark === false && setsBefore === this.#ruleSets) this.#setRule();
    }
    return false;
  }

  /**
   * Whether the rule has refused a certificate since the last `leaveConnections`. A second
   * connection may have the same certificate.
   */
  get hasRefused(): boolean {
    return this.#refusals > this.#refusalsWhenLeft;
  }

  /** From now on no request uses a connection that was used before. Exchanges that run go on. */
  leaveConnections(): void {
    this.#refusalsWhenLeft = this.#refusals;
    this.#port.leaveConnections();
  }

  /** How often the rule has refused a certificate of the address's host. */
  refusals(url: string): number {
    return this.#hosts.get(hostOf(url))?.refusals ?? 0;
  }

  /**
   * The rule's verdict on the address's host, once the rule has answered each question.
   *
   * @param refusalsBefore refusals of the host before the exchange: a later refusal may concern its
   *   connection
   */
  async verdictOn(url: string, refusalsBefore: number): Promise<HostVerdict> {
    const name = hostOf(url);
    while ((this.#hosts.get(name)?.pending ?? 0) > 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    const host = this.#hosts.get(name);
    if (host === undefined) return 'unknown';
    if (host.refusals > refusalsBefore) return 'refused';
    return host.acceptances > 0 ? 'accepted' : 'unknown';
  }

  #setRule(): void {
    this.#ruleSets += 1;
    this.#hosts = new Map();
    this.#port.setRule((question) => this.#judge(question));
  }

  async #judge({ hostname, errorCode, certificate, chain }: Question): Promise<Ruling['decision']> {
    const host = this.#hosts.get(hostname) ?? { acceptances: 0, refusals: 0, pending: 0 };
    this.#hosts.set(hostname, host);
    this.#questions += 1;
    host.pending += 1;
    const { decision, finding } = await this.#rule({ hostname, errorCode, chain });
    this.#observed.note(hostname, certificate, finding);
    this.#answers += 1;
    host.pending -= 1;
    const isAccepted =
      decision === 'accept' || (decision === 'as-chromium' && errorCode === CHROMIUM.accepted);
    if (isAccepted) host.acceptances += 1;
    else {
      host.refusals += 1;
      this.#refusals += 1;
    }
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    return decision;
  }
}

/** The host of an address, as Chromium names it to the rule. */
function hostOf(url: string): string {
  return withoutBrackets(new URL(url).hostname);
}
