import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities, CertificateFault } from './x509/check.ts';
import type { OwnFinding } from './observed-certificates.ts';

/** Whether an authority of ours has issued a host's certificate; else its fault, in Chromium's terms. */
type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

/** `accepted`, the fault, or null where there was no check. */
export type OwnVerdict = 'accepted' | OwnFinding | null;

/** The check is loaded only where there are authorities of ours: few have them. */
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

/** A certificate with Chromium's result. */
type Judged = Readonly<{ hostname: string; errorCode: number; chain: readonly string[] }>;

/** The answer to Chromium: accept, unknown authority, or keep its own result; and the finding of our check. */
export type Ruling = Readonly<{
  say: 'accept' | 'unknown-authority' | 'as-chromium';
  finding: OwnFinding | null;
}>;

/**
 * The rule for accepting certificates. An authority of `service.caFile` speaks for the service alone. With "file",
 * certificates of any host count only if one of these authorities has issued them; without a check, no certificate
 * counts then.
 *
 * @param check null where there are no authorities
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
    // SECURITY: SEC-100 with "file", acceptance by Chromium is not enough.
    return { say: isKnown ? 'unknown-authority' : 'as-chromium', finding: verdict };
  };
}

const WHERE: Readonly<Record<CertificateFault['where'], string>> = {
  server: "the service's certificate",
  intermediate: 'an intermediate certificate',
  authority: "the authority's certificate",
};

/** An unknown authority keeps Chromium's name for it (null). */
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
