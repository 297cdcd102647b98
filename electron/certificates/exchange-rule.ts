import { chromiumFailure } from '../network/network-errors.ts';
import type { HttpOutcome } from '../network/http-port.ts';
import type { SessionUse } from '../network/session-slot.ts';
import type { ObservedCertificates } from './observed-certificates.ts';

/**
 * Most handshakes of a request. One that Chromium ends without asking the rule is made again, but
 * the last one counts.
 */
const MOST_HANDSHAKES = 5;

/** What the rule needs of one exchange's session. */
type Use = Pick<SessionUse<unknown>, 'verdict'>;

/**
 * What becomes of an outcome: itself, a failure in its place, or `repeat`: the request is to be
 * made again.
 */
type ExchangeRule = (use: Use, outcome: HttpOutcome) => Promise<HttpOutcome | 'repeat'>;

/**
 * The certificate rule for one exchange with the service. Call it with the outcome of each of its
 * requests.
 */
export function exchangeRule(
  observedCertificates: ObservedCertificates,
  url: string,
): ExchangeRule {
  let handshakes = 0;
  return async (use, outcome) => {
    handshakes += 1;
    if (handshakes < MOST_HANDSHAKES && (await isRefusedUnasked(use, outcome))) return 'repeat';
    return await countedOutcome(observedCertificates, use, url, outcome);
  };
}

/**
 * Whether Chromium refused an authority without asking the rule, which has accepted it: Chromium
 * does not ask for a second connection while the rule considers the first (RuledSession). The
 * handshake failed, so nothing was sent.
 */
async function isRefusedUnasked(use: Use, outcome: HttpOutcome): Promise<boolean> {
  return (
    outcome.kind === 'tls' && outcome.fault === 'authority' && (await use.verdict()) === 'accepted'
  );
}

/** The outcome, once the rule for certificates has spoken on the server. */
async function countedOutcome(
  observedCertificates: ObservedCertificates,
  use: Use,
  url: string,
  outcome: HttpOutcome,
): Promise<HttpOutcome> {
  const { protocol, hostname } = new URL(url);
  if (outcome.kind === 'tls') return observedCertificates.explain(outcome, hostname);
  // A proxy answers with 407 before there is a connection to the service.
  if (outcome.kind !== 'response' || outcome.status === 407 || protocol !== 'https:')
    return outcome;
  // SECURITY: SEC-33, SEC-100 no answer counts without the rule's acceptance (RuledSession).
  const verdict = await use.verdict();
  if (verdict === 'accepted') return outcome;
  const failure = chromiumFailure(
    verdict === 'ended' ? 'ERR_FAILED' : 'ERR_CERT_AUTHORITY_INVALID',
  );
  return failure.kind === 'tls' ? observedCertificates.explain(failure, hostname) : failure;
}

/** Whether a websocket that Chromium has opened may be used. */
export async function mayOpen(use: Use, url: string): Promise<boolean> {
  const isSecure = new URL(url).protocol === 'wss:';
  // SECURITY: SEC-33, SEC-100 nothing is sent before the rule has accepted the server's
  // certificate.
  return !isSecure || (await use.verdict()) === 'accepted';
}
