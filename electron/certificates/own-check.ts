import type { Authorities, CertificateFault } from './check.ts';
import type { OwnFinding } from './observed-certificates.ts';

/** Whether an authority of ours has issued what a host shows; else what is wrong with it, in Chromium's terms. */
export type OwnCheck = (hostname: string, chain: readonly string[]) => Promise<OwnVerdict>;

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
