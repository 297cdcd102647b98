import type { Certificate, Session } from 'electron';
import { CHROMIUM, type Ruling } from '../certificates/own-check.ts';
import { answerOfNetworkProcess, networkProcessEnds } from './network-process.ts';
import type { SessionPort } from '../certificates/ruled-session.ts';

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
/** Cipher suites that no server has (RFC 8701): a change of the list changes nothing else. */
const NO_SUITES = [0x0a0a, 0x1a1a] as const;

/** Electron's session, as a rule for certificates needs it. */
export function chromiumSession(session: Session): SessionPort<Session> {
  let suiteChanges = 0;
  return {
    session,
    hasMark: async () => {
      const endsBefore = networkProcessEnds();
      const marks = session.cookies.get({ domain: MARK.domain, name: MARK.name });
      const foundMarks = await answerOfNetworkProcess(ANSWER_MS, marks);
      if (networkProcessEnds() !== endsBefore) return 'ended';
      return foundMarks === null ? null : foundMarks.length > 0;
    },
    // All three reach the same network process, because Chromium does not notice the end of one
    // within a turn of the event loop.
    setRule: (judge) => {
      session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
        const shown = { hostname, errorCode, certificate, chain: chainOf(certificate) };
        void judge(shown).then((decision) => {
          answer(CHROMIUM_RESULTS[decision]);
        });
      });
      // SECURITY: SEC-11 belongs to the process too.
      session.allowNTLMCredentialsForDomains('');
      session.cookies.set({ url: MARK.url, name: MARK.name, value: 'set' }).catch(() => undefined);
    },
    leaveConnections: () => {
      suiteChanges += 1;
      // Electron documents this effect for every change of the settings.
      // https://www.electronjs.org/docs/latest/api/session
      session.setSSLConfig({
        disabledCipherSuites: [NO_SUITES[suiteChanges % 2] ?? NO_SUITES[0]],
      });
    },
  };
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
