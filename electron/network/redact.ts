import type { ServiceFailure } from '../../shared/service/service-failure.ts';
import type { HttpPort } from './http-port.ts';

/** A secret and its replacement. */
export type Secret = Readonly<{ text: string; shownAs: string }>;

/** Anything shorter may occur in a text by chance. */
const SHORTEST = 4;
/** Host names lose their case, so text as long as a secret is compared without case. */
const USUAL_LENGTH = 8;

/**
 * Removes secrets from a text that others may have written: a server can repeat a secret in a name, an issuer or an
 * address, and anyone may see logs, references and reports.
 */
// SECURITY: SEC-34 a secret that a server repeats is never shown.
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((redacted, { text: secret, shownAs }) => {
    if (secret.length < SHORTEST) return redacted;
    const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const without = redacted.replace(new RegExp(literal, secret.length < USUAL_LENGTH ? 'g' : 'gi'), shownAs);
    return holdsPartOf(secret, without) ? `[hidden: holds a part of the ${shownAs.slice(1)}` : without;
  }, text);
}

/** The text may be cut or cleaned afterwards: a long part of a secret reveals too much. */
function holdsPartOf(secret: string, text: string): boolean {
  const plain = (value: string): string => value.replace(/\W/g, '').toLowerCase();
  const [whole, within] = [plain(secret), plain(text)];
  if (whole.length < USUAL_LENGTH) return false;
  return Array.from({ length: whole.length - USUAL_LENGTH + 1 }, (_unused, from) =>
    whole.slice(from, from + USUAL_LENGTH),
  ).some((part) => within.includes(part));
}

/** The port, with secrets removed from the evidence of a failed exchange. */
export function redactingHttp(http: HttpPort, secrets: () => readonly Secret[]): HttpPort {
  return async (request) => {
    const outcome = await http(request);
    switch (outcome.kind) {
      case 'network':
      case 'tls':
      case 'proxy-login':
        return { ...outcome, evidence: redactSecrets(outcome.evidence, secrets()) };
      default:
        return outcome;
    }
  };
}

/**
 * A failure with secrets removed from its displayed parts. Name, number and parameter of an exception stay
 * unchanged, because decisions depend on them.
 */
export function redactedFailure(failure: ServiceFailure, secrets: readonly Secret[]): ServiceFailure {
  if (failure.kind !== 'exception') return failure;
  const { evidence, serviceText } = failure;
  const redact = (text: string): string => redactSecrets(text, secrets);
  return {
    ...failure,
    evidence: redact(evidence),
    serviceText: {
      message: redact(serviceText.message),
      details: serviceText.details === null ? null : redact(serviceText.details),
    },
  };
}
