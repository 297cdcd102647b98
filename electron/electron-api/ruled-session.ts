import type { Certificate, Request as ShownCertificate, Session } from 'electron';
import type { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { CHROMIUM, type certificateRule, type Ruling } from '../certificates/own-check.ts';
import { withoutBrackets } from '../network/route.ts';
import { ofNetworkProcess } from './network-process.ts';

/** `unknown`: Chromium has asked the rule for no certificate of the host. */
export type HostVerdict = 'accepted' | 'refused' | 'unknown';

type Host = { acceptances: number; refusals: number; pending: number };

/** -3 keeps Chromium's own result. */
const CHROMIUM_RESULTS: Readonly<Record<Ruling['decision'], number>> = {
  accept: 0,
  'unknown-authority': CHROMIUM.unknownAuthority,
  'as-chromium': -3,
};

/** A cookie for no server (RFC 6761: no host's name ends in `.invalid`). */
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
 *   of the process: before each request `isHeld` looks for it.
 * - Chromium keeps its own result for a certificate below the rule, and does not ask the rule for a certificate that it
 *   has just asked for: neither while the rule considers it, nor where that connection was given up meanwhile. So no
 *   answer counts before `verdictOn` says that every question was answered, and how.
 */
export class RuledSession {
  readonly session: Session;
  readonly #rule: ReturnType<typeof certificateRule>;
  readonly #observed: ObservedCertificates;
  /** Of the network process that has the rule. */
  #hosts = new Map<string, Host>();
  readonly #waiting = new Set<() => void>();
  #sets = 0;
  #suites = 0;
  #questions = 0;
  #answers = 0;
  #refusals = 0;
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

  /** Questions of Chromium to the rule. */
  get questions(): number {
    return this.#questions;
  }

  get answers(): number {
    return this.#answers;
  }

  /**
   * Sets the rule where the network process is another one. A request that starts in the same turn of the event loop goes
   * to the process that answered, or fails: Chromium notices an end only in a later turn. A page's request, which has its
   * process already, may wait for this.
   *
   * @returns false where no network process takes the rule: no request may go
   */
  // SECURITY: SEC-33, SEC-100 a request waits for the rule of its network process.
  async isHeld(): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const sets = this.#sets;
      const marks = this.session.cookies.get({ domain: MARK.domain, name: MARK.name });
      const found = await ofNetworkProcess(ANSWER_MS, marks);
      if (found !== null && found.length > 0) return true;
      // Only an answer says that the process is another one. With a new rule Chromium drops its questions to the one
      // before, also to that which another request has set meanwhile.
      if (found !== null && sets === this.#sets) this.#set();
    }
    return false;
  }

  /** Whether the rule has refused a certificate since the last `leaveConnections`: a second connection may have it. */
  get hasRefused(): boolean {
    return this.#refusals > this.#refusalsWhenLeft;
  }

  /** Connections that were used before are used for no further request. Exchanges that run go on. */
  leaveConnections(): void {
    this.#suites += 1;
    this.#refusalsWhenLeft = this.#refusals;
    // Documented to have this effect for every change. https://www.electronjs.org/docs/latest/api/session
    this.session.setSSLConfig({
      disabledCipherSuites: [NO_SUITES[this.#suites % 2] ?? NO_SUITES[0]],
    });
  }

  /** How often the rule has refused a certificate of the address's host. */
  refusals(url: string): number {
    return this.#hosts.get(hostOf(url))?.refusals ?? 0;
  }

  /**
   * The rule's verdict on the address's host, once the rule has answered each question.
   *
   * @param refusals before the exchange; a further one may concern its connection
   */
  async verdictOn(url: string, refusals: number): Promise<HostVerdict> {
    const name = hostOf(url);
    while ((this.#hosts.get(name)?.pending ?? 0) > 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    const host = this.#hosts.get(name);
    if (host === undefined) return 'unknown';
    if (host.refusals > refusals) return 'refused';
    return host.acceptances > 0 ? 'accepted' : 'unknown';
  }

  /** Rule and mark reach the same network process, because no end of one is noticed within a turn. */
  #set(): void {
    const { session } = this;
    this.#sets += 1;
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

/** As Chromium names it to the rule. */
function hostOf(url: string): string {
  return withoutBrackets(new URL(url).hostname);
}

/** Limit, because a host may send any number of certificates. */
const LONGEST_CHAIN = 16;

/** The host's own certificate comes first. */
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
