import type { Finding } from '../../shared/doctor/report.ts';
import { finding, notTried } from './finding.ts';
import type { Reach } from './reach.ts';

/** A larger difference breaks time-based codes, and a much larger one certificates. */
const TOLERANCE_MS = 60_000;

export function checkClock({
  reading,
  answeredAt,
}: Pick<Reach, 'reading' | 'answeredAt'>): Finding {
  if (reading.kind !== 'service') return notTried('clock');
  const theirs = Date.parse(reading.response.headers['date'] ?? '');
  if (Number.isNaN(theirs)) return finding('clock', 'clock-unknown');
  const aheadMs = answeredAt.getTime() - theirs;
  if (Math.abs(aheadMs) <= TOLERANCE_MS) return finding('clock', 'well');
  const evidence = `${spelled(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  return finding('clock', 'clock-wrong', '', evidence);
}

/** Formats a minute or more: `3 h 0 min`, `1 min 1 s`. */
function spelled(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [days, hours, minutes] = [86_400, 3_600, 60].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${String(days)} d ${String(hours % 24)} h`;
  if (hours > 0) return `${String(hours)} h ${String(minutes % 60)} min`;
  return `${String(minutes)} min ${String(seconds % 60)} s`;
}
