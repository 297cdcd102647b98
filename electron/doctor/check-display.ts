import type { Finding } from '../../shared/doctor/report.ts';
import { finding } from './finding.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { DoctorPorts } from './ports.ts';

/**
 * A finding for a display that gives this program no keyboard layout (X11 forwarded without trust);
 * else no finding.
 */
export async function checkDisplay(
  { displayWithoutLayout, clock }: Pick<DoctorPorts, 'displayWithoutLayout' | 'clock'>,
  limitMs: number,
): Promise<readonly Finding[]> {
  const display = await withTimeout(clock, limitMs, displayWithoutLayout(), null);
  return display === null
    ? []
    : [finding('display', 'display-without-layout', display, 'no XKEYBOARD')];
}
