import { X509Certificate } from 'node:crypto';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';
import type { TlsFailure } from '../../shared/service/service-failure.ts';
import type { TlsFault } from '../../shared/service/network-fault.ts';
import { withoutBrackets } from '../network/route.ts';

/** Chromium's names for the faults that our own check finds. */
const NAMES = {
  'other-name': 'ERR_CERT_COMMON_NAME_INVALID',
  date: 'ERR_CERT_DATE_INVALID',
  other: 'ERR_CERT_INVALID',
} as const satisfies Partial<Record<TlsFault, string>>;

/** The reason why our own check refuses a certificate. */
export type OwnFinding = Readonly<{
  /** The proven fault; null where Chromium's own fault stands. */
  fault: keyof typeof NAMES | null;
  /** Which certificate of the chain is at fault, and why; no text of the certificate's. */
  why: string;
}>;

/** The certificate that a host showed last. `finding` is null where there was no check of our own. */
export type ObservedCertificate = Readonly<{
  issuer: string;
  certificate: string;
  finding: OwnFinding | null;
}>;

/** A certificate as the network stack shows it. */
export type ShownCertificate = Readonly<{
  issuer: Readonly<{ commonName: string; organizations: readonly string[] }>;
  /** PEM. */
  data: string;
}>;

/** The certificates seen, so that a refusal can explain their faults (docs/networks.md). */
export class ObservedCertificates {
  readonly #byHost = new Map<string, ObservedCertificate>();

  note(hostname: string, { issuer, data }: ShownCertificate, finding: OwnFinding | null): void {
    const name = issuer.commonName || issuer.organizations[0] || '';
    this.#byHost.set(hostname, { issuer: cleaned(name) || 'nobody', certificate: data, finding });
  }

  /** @param hostname as a URL has it */
  of(hostname: string): ObservedCertificate | null {
    return this.#byHost.get(withoutBrackets(hostname)) ?? this.#byHost.get(hostname) ?? null;
  }

  /**
   * A refused certificate, explained: the fault from our own check, if there was one. The evidence is its issuer, its
   * names or validity where they are the fault, and the reason from the check.
   *
   * @param hostname the service's
   */
  explain(failure: TlsFailure, hostname: string): TlsFailure {
    const seen = this.of(hostname);
    // A proxy's certificate is not recorded under the service's name.
    if (!seen || failure.fault === 'proxy') return failure;
    const found = seen.finding?.fault ?? null;
    const fault = found ?? failure.fault;
    const called = found === null ? failure.evidence : NAMES[found];
    const parts = [`issued by "${seen.issuer}"`, ...factsOf(fault, seen.certificate)];
    const evidence = `${called} (${[...parts, ...(seen.finding ? [seen.finding.why] : [])].join('; ')})`;
    return { kind: 'tls', fault, evidence };
  }
}

/** The parts of a certificate that prove the fault. */
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

/** @returns the day as ISO 8601 has it, in UTC */
function day(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? 'an unreadable date' : time.toISOString().slice(0, 10);
}

const LONGEST_NAME = 80;

/** These names are untrusted: they are cleaned, cut, and shown in quotes only. */
function cleaned(name: string): string {
  return sanitiseServiceText(name, LONGEST_NAME).replace(/"/g, "'");
}
