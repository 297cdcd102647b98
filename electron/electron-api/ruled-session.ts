import type { Certificate, Request as ShownCertificate, Session } from 'electron';
import type { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { CHROMIUM, type certificateRule, type Ruling } from '../certificates/own-check.ts';
import { withoutBrackets } from '../network/route.ts';
import { answerOfNetworkProcess, networkProcessEnds } from './network-process.ts';

/** `unknown`: Chromium has asked the rule for no certificate of the host. */
export type HostVerdict = 'accepted' | 'refused' | 'unknown';

/** Questions to the rule about one host: how many were accepted, were refused, and wait for an answer. */
type Host = { acceptances: number; refusals: number; pending: number };

/** What the rule answers to Chromium; -3 keeps Chromium's own result. */
const CHROMIUM_RESULTS: Readonly<Record<Ruling['decision'], number>> = {
  accept: 0,
  'unknown-authority': CHROMIUM.unknownAuthority,
  'as-chromium': -3,
};

/** The mark of the rule: a cookie for no server (RFC 6761: no host's name ends in `.invalid`). */
const MARK = { url: 'https://rule.invalid/', domain: 'rule.invalid', name: 'rule' } as const;
/** Longest time in which a network process that runs answers. */
const ANSWER_MS = 5000;
const MOST_TRIES = 10;
/** Cipher suites that no server has (RFC 8701): a change of the list changes nothing else. */
const NO_SUITES = [0x0a0a, 0x1a1a] as const;

/**
 * A session with a rule for certificates, which holds for each of its requests.
 *
 * - A network process that is started after another one ended has no rule. So a mark is set with the rule, in the memory
 *   of the process, and `ensureRule` looks for this mark before each request.
 * - Below the rule, Chromium keeps its own result for a certificate. It does not ask the rule again for a certificate that
 *   it has just asked for: neither while the rule considers it, nor where the connection was given up meanwhile. So no
 *   answer counts before `verdictOn` says that the rule has answered every question, and how.
 */
export class RuledSession {
  readonly session: Session;
  readonly #rule: ReturnType<typeof certificateRule>;
  readonly #observed: ObservedCertificates;
  /** The hosts that the network process with the rule has asked about. */
  #hosts = new Map<string, Host>();
  /** Called after the next answer of the rule. */
  readonly #waiting = new Set<() => void>();
  /** How often the rule was set. */
  #ruleSets = 0;
  #suiteChanges = 0;
  #questions = 0;
  #answers = 0;
  #refusals = 0;
  /** Refusals at the last `leaveConnections`. */
  #refusalsWhenLeft = 0;

  constructor(
    session: Session,
    rule: ReturnType<typeof certificateRule>,
    observedCertificates: ObservedCertificates,
  ) {
    this.session = session;
    this.#rule = rule;
    this.#observed = observedCertificates;
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
   * Sets the rule where the network process is another one. Start the request in the turn of the event loop in which this
   * resolves: it then goes to the process that answered, or fails, because Chromium notices the end of a process only in
   * a later turn. A page's request, which has its process already, may wait for this.
   *
   * @returns false where the network process ended in the meantime, or none takes the rule: no request may go
   */
  // SECURITY: SEC-33, SEC-100 a request waits for the rule of its network process.
  async ensureRule(): Promise<boolean> {
    const endsBefore = networkProcessEnds();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const setsBefore = this.#ruleSets;
      const marks = this.session.cookies.get({ domain: MARK.domain, name: MARK.name });
      const foundMarks = await answerOfNetworkProcess(ANSWER_MS, marks);
      // The next process may not answer yet, and a page's request belongs to the one that has ended.
      if (networkProcessEnds() !== endsBefore) return false;
      if (foundMarks !== null && foundMarks.length > 0) return true;
      // Only an answer without a mark says that the process is another one. Where another request has set the rule
      // meanwhile, this one does not: with a new rule, Chromium drops its questions to the one before.
      if (foundMarks !== null && setsBefore === this.#ruleSets) this.#setRule();
    }
    return false;
  }

  /**
   * Whether the rule has refused a certificate since the last `leaveConnections`. A second connection may have the same
   * certificate.
   */
  get hasRefused(): boolean {
    return this.#refusals > this.#refusalsWhenLeft;
  }

  /** From now on no request uses a connection that was used before. Exchanges that run go on. */
  leaveConnections(): void {
    this.#suiteChanges += 1;
    this.#refusalsWhenLeft = this.#refusals;
    // Electron documents this effect for every change of the settings. https://www.electronjs.org/docs/latest/api/session
    this.session.setSSLConfig({
      disabledCipherSuites: [NO_SUITES[this.#suiteChanges % 2] ?? NO_SUITES[0]],
    });
  }

  /** How often the rule has refused a certificate of the address's host. */
  refusals(url: string): number {
    return this.#hosts.get(hostOf(url))?.refusals ?? 0;
  }

  /**
   * The rule's verdict on the address's host, once the rule has answered each question.
   *
   * @param refusalsBefore refusals of the host before the exchange: a later refusal may concern its connection
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

  /**
   * Sets the rule and its mark. Both reach the same network process, because Chromium does not notice the end of one within
   * a turn of the event loop.
   */
  #setRule(): void {
    const { session } = this;
    this.#ruleSets += 1;
    this.#hosts = new Map();
    session.setCertificateVerifyProc((shown, answer) => {
      void this.#judge(shown).then(answer);
    });
    // SECURITY: SEC-11 belongs to the process too.
    session.allowNTLMCredentialsForDomains('');
    session.cookies.set({ url: MARK.url, name: MARK.name, value: 'set' }).catch(() => undefined);
  }

  async #judge({ hostname, certificate, errorCode }: ShownCertificate): Promise<number> {
    const host = this.#hosts.get(hostname) ?? { acceptances: 0, refusals: 0, pending: 0 };
    this.#hosts.set(hostname, host);
    this.#questions += 1;
    host.pending += 1;
    const { decision, finding } = await this.#rule({
      hostname,
      errorCode,
      chain: chainOf(certificate),
    });
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
    return CHROMIUM_RESULTS[decision];
  }
}

/** The host of an address, as Chromium names it to the rule. */
function hostOf(url: string): string {
  return withoutBrackets(new URL(url).hostname);
}

/** A limit, because a host may send any number of certificates. */
const LONGEST_CHAIN = 16;

/** The certificates that a host sent, its own first. */
function chainOf(leaf: Certificate): readonly string[] {
  const chain: string[] = [];
  for (
    let next: Certificate | undefined = leaf;
    next && chain.length < LONGEST_CHAIN && !chain.includes(next.data);
    next = next.issuerCert as Certificate | undefined
  ) {
    chain.push(next.data);
  }
  return chain;
}
