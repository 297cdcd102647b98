import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities, CertificateFault } from './check.ts';
import type { OwnFinding } from './observed-certificates.ts';

/** Whether an authority of ours has issued what a host shows; else what is wrong with it, in Chromium's terms. */
type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

/** `accepted`, what is wrong, or null where there was no check. */
export type OwnVerdict = 'accepted' | OwnFinding | null;

/** The check is loaded only where there are authorities of ours: few have them. */
export async function ownCheck(authorities: Authorities): Promise<OwnCheck> {
  const { checkCertificate } = await import('./check.ts');
  return async (hostname, chain) => {
    const checked = await checkCertificate({ chain, hostname, authorities, now: new Date() });
    if (checked.ok) return 'accepted';
    const { kind, where, why } = checked.error;
    return { fault: FAULTS[kind], why: `${WHERE[where]}: ${why}` };
  };
}

/** What Chromium found of a certificate (net_error_list.h). */
export const CHROMIUM = { accepted: 0, unknownAuthority: -202 } as const;

/** A certificate with what Chromium found of it. */
type Judged = Readonly<{ hostname: string; errorCode: number; chain: readonly string[] }>;

/** What Chromium is told: to accept it, that its authority is unknown, or to do as it found; and what our check said. */
export type Ruling = Readonly<{
  say: 'accept' | 'unknown-authority' | 'as-chromium';
  finding: OwnFinding | null;
}>;

/**
 * Whose certificates count. An authority of `service.caFile` speaks for the service alone. With "file" nothing counts that none
 * of them has issued, whatever host it is of; without a check nothing counts at all then.
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
    // SECURITY: SEC-33 no certificate is accepted but what Chromium accepts, or an authority of ours has issued.
    if (!mayBeOurs && !(isKnown && trusted === 'file')) return { say: 'as-chromium', finding: null };
    const verdict = (await check?.(hostname, chain).catch(() => null)) ?? null;
    if (verdict === 'accepted') return { say: isKnown ? 'as-chromium' : 'accept', finding: null };
    // SECURITY: SEC-100 with "file" what Chromium accepts is not enough.
    return { say: isKnown ? 'unknown-authority' : 'as-chromium', finding: verdict };
  };
}

const WHERE: Readonly<Record<CertificateFault['where'], string>> = {
  server: "the service's certificate",
  intermediate: 'an intermediate certificate',
  authority: "the authority's certificate",
};

/** An authority that is not known stays what Chromium calls it. */
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
