import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities, CertificateFault } from './x509/check.ts';
import type { OwnFinding } from './observed-certificates.ts';

/** Checks whether one of our authorities has issued a host's certificate. */
type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

/** `accepted`, the fault, or null without a check. */
export type OwnVerdict = 'accepted' | OwnFinding | null;

/** Loads the check on demand: few configurations name authorities. */
export async function ownCheck(authorities: Authorities): Promise<OwnCheck> {
  const { checkCertificate } = await import('./x509/check.ts');
  return async (hostname, chain) => {
    const checked = await checkCertificate({ chain, hostname, authorities, now: new Date() });
    if (checked.ok) return 'accepted';
    const { kind, where, why } = checked.error;
    return { fault: FAULTS[kind], why: `${WHERE[where]}: ${why}` };
  };
}

/** Chromium's results for a certificate (net_error_list.h). */
export const CHROMIUM = { accepted: 0, unknownAuthority: -202 } as const;

type Judged = Readonly<{ hostname: string; errorCode: number; chain: readonly string[] }>;

/** The answer to Chromium (accept, unknown authority, or its own result) and our finding. */
export type Ruling = Readonly<{
  say: 'accept' | 'unknown-authority' | 'as-chromium';
  finding: OwnFinding | null;
}>;

/**
 * The rule for accepting certificates. Authorities of `service.caFile` count for the service's host only. With "file",
 * every host needs a certificate from one of them; without a check, all are refused.
 *
 * @param check null without authorities
 * @param trusted `service.authorities` of the configuration
 */
export function certificateRule(
  check: OwnCheck | null,
  serviceHost: string,
  trusted: Config['service']['authorities'],
): (judged: Judged) => Promise<Ruling> {
  return async ({ hostname, errorCode, chain }) => {
    const isKnown = errorCode === CHROMIUM.accepted;
    const mayBeOurs = errorCode === CHROMIUM.unknownAuthority && hostname === serviceHost;
    // SECURITY: SEC-33 accept only certificates that Chromium accepts or an authority of ours has issued.
    if (!mayBeOurs && !(isKnown && trusted === 'file')) return { say: 'as-chromium', finding: null };
    const verdict = (await check?.(hostname, chain).catch(() => null)) ?? null;
    if (verdict === 'accepted') return { say: isKnown ? 'as-chromium' : 'accept', finding: null };
    // SECURITY: SEC-100 with "file", Chromium's acceptance is not enough.
    return { say: isKnown ? 'unknown-authority' : 'as-chromium', finding: verdict };
  };
}

const WHERE: Readonly<Record<CertificateFault['where'], string>> = {
  server: "the service's certificate",
  intermediate: 'an intermediate certificate',
  authority: "the authority's certificate",
};

/** Null keeps Chromium's own fault, unknown authority. */
const FAULTS: Readonly<Record<CertificateFault['kind'], OwnFinding['fault']>> = {
  untrusted: null,
  expired: 'date',
  'not-yet-valid': 'date',
  'wrong-name': 'other-name',
  'not-for-servers': 'other',
  weak: 'other',
  constraint: 'other',
  malformed: 'other',
};
