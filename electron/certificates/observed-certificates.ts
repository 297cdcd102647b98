import { X509Certificate } from 'node:crypto';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';
import type { TlsFailure } from '../../shared/service/service-failure.ts';
import type { TlsFault } from '../../shared/service/network-fault.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { withoutBrackets } from '../network/route.ts';

/** Chromium's error names for the faults that our own check finds. */
const NAMES = {
  'other-name': 'ERR_CERT_COMMON_NAME_INVALID',
  date: 'ERR_CERT_DATE_INVALID',
  other: 'ERR_CERT_INVALID',
} as const satisfies Partial<Record<TlsFault, string>>;

export type OwnFinding = Readonly<{
  /** Null keeps Chromium's own fault. */
  fault: keyof typeof NAMES | null;
  /** The faulty certificate and the reason, without text from the certificate. */
  why: string;
}>;

/** The last certificate that a host showed. `finding` is null if no check of our own found a fault. */
export type ObservedCertificate = Readonly<{
  issuer: string;
  certificate: string;
  finding: OwnFinding | null;
}>;

export type ShownCertificate = Readonly<{
  issuer: Readonly<{ commonName: string; organizations: readonly string[] }>;
  /** PEM. */
  data: string;
}>;

/** Certificates seen, to explain refusals (docs/networks.md). */
export class ObservedCertificates {
  readonly #byHost = new Map<string, ObservedCertificate>();

  note(hostname: string, { issuer, data }: ShownCertificate, finding: OwnFinding | null): void {
    const name = issuer.commonName || issuer.organizations[0] || '';
    this.#byHost.set(hostname, { issuer: cleaned(name) || 'nobody', certificate: data, finding });
  }

  /** Null if no certificate was noted. @param hostname as in a URL: an IPv6 address has brackets */
  of(hostname: string): ObservedCertificate | null {
    return this.#byHost.get(withoutBrackets(hostname)) ?? this.#byHost.get(hostname) ?? null;
  }

  /**
   * Adds to a failure what is known of the certificate: its issuer, its names or validity, and the
   * reason of our own check, whose fault replaces the given one. Returns the failure unchanged
   * without an observed certificate.
   */
  explain(failure: TlsFailure, hostname: string): TlsFailure {
    const observed = this.of(hostname);
    // A proxy's certificate is not recorded under this hostname.
    if (!observed || failure.fault === 'proxy') return failure;
    const { issuer, certificate, finding } = observed;
    const ownFault = finding?.fault ?? null;
    const fault = ownFault ?? failure.fault;
    const error = ownFault === null ? failure.evidence : NAMES[ownFault];
    const reasons = finding ? [finding.why] : [];
    const details = [`issued by "${issuer}"`, ...factsOf(fault, certificate), ...reasons];
    const evidence = toEvidence`${error} (${details.join('; ')})`;
    return { kind: 'tls', fault, evidence };
  }
}

/** The names or the validity of a certificate, where they explain the fault; else empty. */
function factsOf(fault: TlsFault, pem: string): readonly string[] {
  if (fault !== 'other-name' && fault !== 'date') return [];
  try {
    const { subjectAltName, subject, validFrom, validTo } = new X509Certificate(pem);
    return fault === 'date'
      ? [`valid from ${day(validFrom)} to ${day(validTo)}`]
      : [`for "${cleaned(subjectAltName || subject || '')}"`];
  } catch {
    return [];
  }
}

function day(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? 'an unreadable date' : time.toISOString().slice(0, 10);
}

const LONGEST_NAME = 80;

/** Shortens an untrusted name, and prepares it for quotes. */
function cleaned(name: string): string {
  return sanitiseServiceText(name, LONGEST_NAME).replace(/"/g, "'");
}
