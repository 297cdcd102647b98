import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities, CertificateFault } from './x509/check.ts';
import type { OwnFinding } from './observed-certificates.ts';

type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

/** Null if the check did not run or threw an error. */
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

/** Our answer to Chromium; `as-chromium` keeps Chromium's result. */
export type Ruling = Readonly<{
  decision: 'accept' | 'unknown-authority' | 'as-chromium';
  finding: OwnFinding | null;
}>;

/**
 * The rule for accepting certificates. For the service's host, an authority of `service.caFile` can replace Chromium's.
 * With `service.authorities` "file", all hosts need such an authority; a null `check` then refuses all.
 */
export function certificateRule(
  check: OwnCheck | null,
  serviceHost: string,
  trusted: Config['service']['authorities'],
): (judged: Judged) => Promise<Ruling> {
  return async ({ hostname, errorCode, chain }) => {
    const isKnown = errorCode === CHROMIUM.accepted;
    const mayBeOurs = errorCode === CHROMIUM.unknownAuthority && hostname === serviceHost;
    // SECURITY: SEC-33 trust only Chromium and our authorities.
    if (!mayBeOurs && !(isKnown && trusted === 'file'))
      return { decision: 'as-chromium', finding: null };
    const verdict = (await check?.(hostname, chain).catch(() => null)) ?? null;
    if (verdict === 'accepted')
      return { decision: isKnown ? 'as-chromium' : 'accept', finding: null };
    // SECURITY: SEC-100 with "file", Chromium's acceptance is not enough.
    return { decision: isKnown ? 'unknown-authority' : 'as-chromium', finding: verdict };
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
