import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities, CertificateFault } from './x509/check.ts';
import type { OwnFinding } from './observed-certificates.ts';

type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

/**
 * The result of our own check: accepted, or what it found. Null if it did not run or threw an
 * error.
 */
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

/** A chain that a server showed, with Chromium's result for it (`CHROMIUM`). */
type Judged = Readonly<{ hostname: string; errorCode: number; chain: readonly string[] }>;

/** Our answer to Chromium; `as-chromium` keeps Chromium's result. */
export type Ruling = Readonly<{
  decision: 'accept' | 'unknown-authority' | 'as-chromium';
  finding: OwnFinding | null;
}>;

/**
 * The rule for accepting certificates. Where Chromium does not know the authority of the service's
 * certificate, one of `service.caFile` is enough. With `service.authorities` "file", the
 * certificates of all hosts need an authority of that file too; without a `check` (null), all are
 * then refused.
 */
export function certificateRule(
  check: OwnCheck | null,
  serviceHost: string,
  trustMode: Config['service']['authorities'],
): (judged: Judged) => Promise<Ruling> {
  return async ({ hostname, errorCode, chain }) => {
    const isAcceptedByChromium = errorCode === CHROMIUM.accepted;
    const mayOurAuthorityReplace =
      errorCode === CHROMIUM.unknownAuthority && hostname === serviceHost;
    // SECURITY: SEC-33 trust only Chromium and our authorities.
    if (!mayOurAuthorityReplace && !(isAcceptedByChromium && trustMode === 'file'))
      return { decision: 'as-chromium', finding: null };
    const verdict = (await check?.(hostname, chain).catch(() => null)) ?? null;
    if (verdict === 'accepted')
      return { decision: isAcceptedByChromium ? 'as-chromium' : 'accept', finding: null };
    // SECURITY: SEC-100 with "file", Chromium's acceptance is not enough.
    return {
      decision: isAcceptedByChromium ? 'unknown-authority' : 'as-chromium',
      finding: verdict,
    };
  };
}

const WHERE: Readonly<Record<CertificateFault['where'], string>> = {
  server: "the service's certificate",
  intermediate: 'an intermediate certificate',
  authority: "the authority's certificate",
};

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
