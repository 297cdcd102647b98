import type { ServiceFailure } from '../../shared/faults/service-failure.ts';
import type { HttpPort } from './http-port.ts';

/** Something that is not to be shown, and what stands in its place. */
export type Secret = Readonly<{ text: string; shownAs: string }>;

/** What is shorter may stand in any text by chance. */
const SHORTEST = 4;
/** Host names lose their case on the way, so what is as long as secrets are is looked for without it. */
const USUAL_LENGTH = 8;

/**
 * Takes secrets out of a text that somebody else had a hand in: whoever answers may say back in a name, an issuer or an
 * address what was said to them, and logs, references and reports may be shown to anybody.
 */
// SECURITY: SEC-34 what was told in confidence and is said back is shown to nobody.
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((redacted, { text: secret, shownAs }) => {
    if (secret.length < SHORTEST) return redacted;
    const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const without = redacted.replace(new RegExp(literal, secret.length < USUAL_LENGTH ? 'g' : 'gi'), shownAs);
    return holdsPartOf(secret, without) ? `[hidden: holds a part of the ${shownAs.slice(1)}` : without;
  }, text);
}

/** It may come back in what is cut or cleaned afterwards: a long enough part of it tells too much. */
function holdsPartOf(secret: string, text: string): boolean {
  const plain = (value: string): string => value.replace(/\W/g, '').toLowerCase();
  const [whole, within] = [plain(secret), plain(text)];
  if (whole.length < USUAL_LENGTH) return false;
  return Array.from({ length: whole.length - USUAL_LENGTH + 1 }, (_unused, from) =>
    whole.slice(from, from + USUAL_LENGTH),
  ).some((part) => within.includes(part));
}

/** The port, with nothing secret in what it says of an exchange that failed. */
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
 * A failure with nothing secret in what is shown of it. Name, number and parameter of an exception stay as they came:
 * they are there to decide by.
 */
export function redactedFailure(failure: ServiceFailure, secrets: readonly Secret[]): ServiceFailure {
  if (failure.kind !== 'exception') return failure;
  const { evidence, words } = failure;
  const redact = (text: string): string => redactSecrets(text, secrets);
  return {
    ...failure,
    evidence: redact(evidence),
    words: { message: redact(words.message), details: words.details === null ? null : redact(words.details) },
  };
}
