import type { Certificate } from 'electron';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';

/** Why our own check refused what Chromium did not know the authority of, as Chromium would name it. */
export type OwnFinding = 'ERR_CERT_COMMON_NAME_INVALID' | 'ERR_CERT_DATE_INVALID' | 'ERR_CERT_INVALID' | null;

/** The certificate that a host showed last. */
export type Sighting = Readonly<{ issuer: string; subject: string; finding: OwnFinding }>;

/** What certificates were seen, so that a refusal can name who issued them (docs/networks.md). */
export class CertificateSightings {
  readonly #byHost = new Map<string, Sighting>();

  note(hostname: string, certificate: Certificate, finding: OwnFinding): void {
    const { issuer, subject } = certificate;
    this.#byHost.set(hostname, {
      issuer: named(issuer.commonName, issuer.organizations),
      subject: named(subject.commonName, subject.organizations),
      finding,
    });
  }

  /** @param hostname as a URL has it */
  of(hostname: string): Sighting | null {
    return this.#byHost.get(hostname.replace(/^\[|\]$/g, '')) ?? this.#byHost.get(hostname) ?? null;
  }

  /** The evidence of a refused certificate, with its issuer. */
  explain(evidence: string, hostname: string): string {
    const seen = this.of(hostname);
    if (!seen) return evidence;
    return `${seen.finding ?? evidence} (issued by "${seen.issuer}")`;
  }
}

const LONGEST_NAME = 80;

/** Somebody unknown chose these names: they are cleaned, cut, and shown in quotes only. */
function named(commonName: string, organisations: readonly string[]): string {
  const name = sanitiseServiceText(commonName || organisations[0] || '', LONGEST_NAME);
  return name.replace(/"/g, "'") || 'nobody';
}
