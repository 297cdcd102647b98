import type { ServiceFailure } from '../../shared/service/service-failure.ts';
import type { ServiceText } from '../../shared/service/service-text.ts';
import { evidenceText, toEvidence } from '../../shared/service/evidence.ts';
import type { HttpPort } from './http-port.ts';

export type Secret = Readonly<{ text: string; shownAs: string }>;

/** Secrets with fewer characters are not redacted, because such text may occur by chance. */
const SHORTEST = 4;
/**
 * From this length on, secrets are found in any letter case, because host names lose it, and so are
 * their parts.
 */
const USUAL_LENGTH = 8;

// SECURITY: SEC-34 never show a secret that a server repeats in a name, an issuer or an address.
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((redacted, { text: secret, shownAs }) => {
    if (secret.length < SHORTEST) return redacted;
    const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const without = redacted.replace(
      new RegExp(literal, secret.length < USUAL_LENGTH ? 'g' : 'gi'),
      shownAs,
    );
    return holdsPartOf(secret, without)
      ? `[hidden: holds a part of the ${shownAs.slice(1)}`
      : without;
  }, text);
}

/**
 * Whether the text holds a part of the secret. A long part counts too, because text may be cut or
 * cleaned later.
 */
function holdsPartOf(secret: string, text: string): boolean {
  const plain = (value: string): string => value.replace(/\W/g, '').toLowerCase();
  const whole = plain(secret);
  const within = plain(text);
  if (whole.length < USUAL_LENGTH) return false;
  return Array.from({ length: whole.length - USUAL_LENGTH + 1 }, (_unused, from) =>
    whole.slice(from, from + USUAL_LENGTH),
  ).some((part) => within.includes(part));
}

/** Redacts the evidence of failed exchanges. */
export function redactingHttp(http: HttpPort, secrets: () => readonly Secret[]): HttpPort {
  return async (request) => {
    const outcome = await http(request);
    switch (outcome.kind) {
      case 'network':
      case 'tls':
      case 'proxy-login':
        return {
          ...outcome,
          evidence: toEvidence`${redactSecrets(evidenceText(outcome.evidence), secrets())}`,
        };
      default:
        return outcome;
    }
  };
}

/** Redacts displayed text only: decisions depend on the exception's name, number and parameter. */
export function redactedFailure(
  failure: ServiceFailure,
  secrets: readonly Secret[],
): ServiceFailure {
  const redact = (text: string): string => redactSecrets(text, secrets);
  const quoted = ({ message, details }: ServiceText): ServiceText => ({
    message: redact(message),
    details: details === null ? null : redact(details),
  });
  switch (failure.kind) {
    case 'exception':
      return {
        ...failure,
        evidence: toEvidence`${redact(evidenceText(failure.evidence))}`,
        serviceText: quoted(failure.serviceText),
      };
    case 'too-many':
      return { ...failure, serviceText: failure.serviceText && quoted(failure.serviceText) };
    default:
      return failure;
  }
}
