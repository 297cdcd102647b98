import type { CredentialFailure } from '../../shared/service/service-failure.ts';
import { evidenceText } from '../../shared/service/evidence.ts';
import type { Finding } from '../../shared/doctor/report.ts';
import { UNSEAL_FAULTS } from '../secrets/key-store.ts';
import { finding, noAnswerIn, notTried, WITHOUT_CHROMIUM } from './finding.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { DoctorPorts } from './ports.ts';

const SAMPLE = 'gatehouse';

/** Finding for a failure of the key store; null for another failure. */
export function keyStoreFault({ fault, evidence }: CredentialFailure): Finding | null {
  const isOfOtherCheck =
    fault === 'secret-missing' || fault === 'system-token-missing' || fault === 'signer-failed';
  return isOfOtherCheck ? null : finding('key-store', fault, '', evidenceText(evidence));
}

/** Tests sealing and unsealing, and the state of the ticket's key. */
export async function checkKeyStore(
  { keyStore, ticketKey, clock }: Pick<DoctorPorts, 'keyStore' | 'ticketKey' | 'clock'>,
  limitMs: number,
): Promise<Finding> {
  const noAnswer = finding('key-store', 'key-store-silent', '', noAnswerIn(limitMs));
  return await withTimeout(clock, limitMs, testStore(), noAnswer);

  async function testStore(): Promise<Finding> {
    const named = await keyStore.backend();
    // `none` names a missing back end.
    const backend = named === 'none' ? '' : named;
    const ticket = await ticketKey();
    if (!ticket.ok) return finding('key-store', 'ticket-key-unusable', backend, ticket.error);
    if (!keyStore.isSupported) return notTried('key-store', WITHOUT_CHROMIUM);
    if (!(await keyStore.protects())) return finding('key-store', 'key-store-unprotected', backend);
    const sealed = await keyStore.seal(SAMPLE);
    if (!sealed.ok) return finding('key-store', 'key-store-broken', backend, sealed.error);
    const opened = await keyStore.unseal(sealed.value);
    if (!opened.ok)
      return finding('key-store', 'key-store-broken', backend, UNSEAL_FAULTS[opened.error]);
    return finding(
      'key-store',
      'well',
      backend,
      ticket.value === 'kept' ? 'ticket key kept' : 'no ticket key yet',
    );
  }
}
