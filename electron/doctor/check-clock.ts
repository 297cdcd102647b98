import type { Finding } from '../../shared/doctor/report.ts';
import { finding, inSeconds, notTried } from './finding.ts';
import type { Reach } from './reach.ts';

/** A difference that spoils time-based codes, and certificates before long. */
const TOLERANCE_MS = 60_000;

/** The service's time (the Date header of its answer, in whole seconds) against this computer's. */
export function checkClock({ reading, answeredAt }: Pick<Reach, 'reading' | 'answeredAt'>): Finding {
  if (reading.kind !== 'service') return notTried('clock');
  const theirs = Date.parse(reading.response.headers['date'] ?? '');
  if (Number.isNaN(theirs)) return finding('clock', 'clock-unknown');
  const aheadMs = answeredAt.getTime() - theirs;
  if (Math.abs(aheadMs) <= TOLERANCE_MS) return finding('clock', 'well');
  const evidence = `${inSeconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  return finding('clock', 'clock-wrong', '', evidence);
}
