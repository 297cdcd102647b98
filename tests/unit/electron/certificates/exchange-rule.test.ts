import { describe, expect, it } from 'vitest';
import { exchangeRule, mayOpen } from '../../../../electron/certificates/exchange-rule.ts';
import { ObservedCertificates } from '../../../../electron/certificates/observed-certificates.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import type { SessionUse } from '../../../../electron/network/session-slot.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';

const URL = 'https://mfa.example.com/';
type Verdict = Awaited<ReturnType<SessionUse<unknown>['verdict']>>;
const VERDICTS: readonly Verdict[] = ['accepted', 'refused', 'unknown', 'ended'];

const ANSWER: HttpOutcome = { kind: 'response', status: 200, headers: {}, body: new Uint8Array() };

/** A use of a session whose rule says this, and how often it was asked. */
function useWith(verdict: Verdict) {
  const use = {
    asked: 0,
    verdict: (): Promise<Verdict> => {
      use.asked += 1;
      return Promise.resolve(verdict);
    },
  };
  return use;
}

/** The host has shown a certificate, in which our own check found this. */
function observed(fault: 'date' | null = null): ObservedCertificates {
  const observedCertificates = new ObservedCertificates();
  const certificate = { issuer: { commonName: 'Corp', organizations: [] }, data: '' };
  observedCertificates.note('mfa.example.com', certificate, { fault, why: 'our reason' });
  return observedCertificates;
}

const judge = (
  verdict: Verdict,
  outcome: HttpOutcome,
  url = URL,
  observedCertificates = new ObservedCertificates(),
): Promise<HttpOutcome | 'repeat'> =>
  exchangeRule(observedCertificates, url)(useWith(verdict), outcome);

/** The text of an outcome's evidence. */
const textOf = (outcome: HttpOutcome | 'repeat'): string =>
  outcome !== 'repeat' && 'evidence' in outcome ? evidenceText(outcome.evidence) : '';

describe('the certificate rule for an answer', () => {
  it('takes an answer over https if the rule has accepted the server', async () => {
    expect(await judge('accepted', ANSWER)).toBe(ANSWER);
  });

  it.each(['refused', 'unknown'] as const)(
    'counts an answer over https as an unknown authority if the verdict is %s (SEC-33, SEC-100)',
    async (verdict) => {
      const outcome = await judge(verdict, ANSWER);
      expect(outcome).toMatchObject({ kind: 'tls', fault: 'authority' });
      expect(textOf(outcome)).toBe('ERR_CERT_AUTHORITY_INVALID');
    },
  );

  it('explains an answer that does not count by the certificate (SEC-33, SEC-100)', async () => {
    const outcome = await judge('refused', ANSWER, URL, observed());
    expect(textOf(outcome)).toBe('ERR_CERT_AUTHORITY_INVALID (issued by "Corp"; our reason)');
  });

  it('counts an answer over https as no answer, and not as silence, if the network process has ended (SEC-33, SEC-100)', async () => {
    const outcome = await judge('ended', ANSWER, URL, observed());
    expect(outcome).toMatchObject({ kind: 'network', fault: 'unknown' });
    expect(textOf(outcome)).toBe('ERR_FAILED');
  });

  it('explains a refused certificate without asking the rule again', async () => {
    const use = useWith('accepted');
    const refused = chromiumFailure('ERR_CERT_INVALID');
    const explained = await exchangeRule(observed('date'), URL)(use, refused);
    expect(explained).toMatchObject({ kind: 'tls', fault: 'date' });
    expect(textOf(explained)).toMatch(/^ERR_CERT_DATE_INVALID \(issued by "Corp"/);
    expect(use.asked).toBe(0);
  });

  it.each([
    ['an answer over plain http', ANSWER, 'http://127.0.0.1:8080/'],
    ['the answer of a proxy that asks for a login', { ...ANSWER, status: 407 }, URL],
    ['a failure of the network', chromiumFailure('ERR_CONNECTION_RESET'), URL],
    ['a time-out', { kind: 'timeout' }, URL],
  ] as const)('takes %s without asking the rule', async (_what, outcome, url) => {
    const use = useWith('unknown');
    expect(await exchangeRule(new ObservedCertificates(), url)(use, outcome)).toBe(outcome);
    expect(use.asked).toBe(0);
  });
});

describe('the certificate rule for a failed handshake', () => {
  const UNKNOWN_AUTHORITY = chromiumFailure('ERR_CERT_AUTHORITY_INVALID');

  it('repeats a handshake that failed for an authority that the rule has accepted', async () => {
    expect(await judge('accepted', UNKNOWN_AUTHORITY)).toBe('repeat');
  });

  it.each(['refused', 'unknown', 'ended'] as const)(
    'repeats no handshake that failed for an authority if the verdict is %s (SEC-100)',
    async (verdict) => {
      expect(await judge(verdict, UNKNOWN_AUTHORITY)).toBe(UNKNOWN_AUTHORITY);
    },
  );

  it.each(['ERR_CERT_DATE_INVALID', 'ERR_CONNECTION_RESET'])(
    'repeats no handshake that failed with %s, although the rule has accepted the server (SEC-100)',
    async (name) => {
      const failed = chromiumFailure(name);
      expect(await judge('accepted', failed)).toBe(failed);
    },
  );

  it('counts the fifth handshake of an exchange, however it ends', async () => {
    const rule = exchangeRule(observed(), URL);
    const use = useWith('accepted');
    for (let handshakes = 1; handshakes < 5; handshakes += 1)
      expect(await rule(use, UNKNOWN_AUTHORITY)).toBe('repeat');
    const counted = await rule(use, UNKNOWN_AUTHORITY);
    expect(textOf(counted)).toBe('ERR_CERT_AUTHORITY_INVALID (issued by "Corp"; our reason)');
  });
});

describe('the certificate rule for a websocket', () => {
  it.each(VERDICTS)(
    'lets a websocket over TLS open only with the verdict accepted, when it is %s (SEC-33, SEC-100)',
    async (verdict) => {
      expect(await mayOpen(useWith(verdict), 'wss://mfa.example.com/')).toBe(
        verdict === 'accepted',
      );
    },
  );

  it('lets a plain websocket open without asking the rule', async () => {
    const use = useWith('refused');
    expect(await mayOpen(use, 'ws://127.0.0.1:8080/')).toBe(true);
    expect(use.asked).toBe(0);
  });
});
