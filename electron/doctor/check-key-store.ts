import type { Finding } from '../../shared/doctor/report.ts';
import { finding, noAnswerIn } from './finding.ts';
import { inTime } from './in-time.ts';
import type { DoctorPorts } from './ports.ts';

/** Sealed and opened again to see whether the store works; it is nobody's secret. */
const SAMPLE = 'gatehouse';

/** Whether the key store answers, protects, and gives back what it is given; and how the ticket's key stands. */
export async function checkKeyStore(
  { keyStore, ticketKey, clock }: Pick<DoctorPorts, 'keyStore' | 'ticketKey' | 'clock'>,
  limitMs: number,
): Promise<Finding> {
  const silent = finding('key-store', 'key-store-silent', '', noAnswerIn(limitMs));
  return await inTime(clock, limitMs, look(), silent);

  async function look(): Promise<Finding> {
    const named = await keyStore.backend();
    // A name for there being none says nothing of what was tried.
    const backend = named === 'none' ? '' : named;
    const ticket = await ticketKey();
    if (!ticket.ok) return finding('key-store', 'ticket-key-unusable', backend, ticket.error);
    if (!(await keyStore.protects())) return finding('key-store', 'key-store-unprotected', backend);
    const sealed = await keyStore.seal(SAMPLE);
    const opened = sealed.ok ? await keyStore.unseal(sealed.value) : sealed;
    if (!opened.ok) return finding('key-store', 'key-store-broken', backend, opened.error);
    return finding(
      'key-store',
      'well',
      backend,
      ticket.value === 'kept' ? 'ticket key kept' : 'no ticket key yet',
    );
  }
}
