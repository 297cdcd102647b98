import { X509Certificate } from 'node:crypto';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';
import type { TlsFailure } from '../../shared/service/service-failure.ts';
import type { TlsFault } from '../../shared/service/network-fault.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { withoutBrackets } from '../network/route.ts';

/** Chromium's names for faults of our own check. */
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

/** A host's last certificate; `finding` is null without a check of our own. */
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

  /** @param hostname as in a URL */
  of(hostname: string): ObservedCertificate | null {
    return this.#byHost.get(withoutBrackets(hostname)) ?? this.#byHost.get(hostname) ?? null;
  }

  /** Adds our own fault, the issuer, names or validity, and the reason. */
  explain(failure: TlsFailure, hostname: string): TlsFailure {
    const seen = this.of(hostname);
    // A proxy's certificate is not recorded under this hostname.
    if (!seen || failure.fault === 'proxy') return failure;
    const found = seen.finding?.fault ?? null;
    const fault = found ?? failure.fault;
    const called = found === null ? failure.evidence : NAMES[found];
    const parts = [`issued by "${seen.issuer}"`, ...factsOf(fault, seen.certificate)];
    const evidence = toEvidence`${called} (${[...parts, ...(seen.finding ? [seen.finding.why] : [])].join('; ')})`;
    return { kind: 'tls', fault, evidence };
  }
}

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
