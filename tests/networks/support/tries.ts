/** What a login and the doctor come to at a place. */
import { expect } from 'vitest';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import { ERROR_CATALOG } from '../../../shared/faults/error-catalog.ts';
import { verdictSchema } from '../../../shared/verdict/verdict.ts';
import { LAUNCHER } from '../../gate/support/gate.ts';
import { run } from '../../gate/support/program.ts';
import type { End } from '../matrix.ts';
import type { networkPlaces, Place } from './places.ts';

type Places = ReturnType<typeof networkPlaces>;

/** Who logs in: their only method is a push. */
export const USER = 'push-only';
const LOGIN = ['check', '--no-ui', '--json', '--user', USER, '--method', 'push', '--timeout', '25'];

/** The transports of a row, as the configuration names them. */
export const TRANSPORTS = {
  polling: ['polling'],
  websocket: ['websocket'],
  both: ['polling', 'websocket'],
} as const;

/** A login without a window, whose push is approved: it comes to this end. */
export async function expectEnd(
  places: Places,
  place: Place,
  transports: readonly string[],
  end: End,
): Promise<void> {
  const config = places.config(place, { realtime: { transports } });
  const from = await places.deliveries(USER);
  const login = run([LAUNCHER, ...LOGIN, '--config', config], { env: place.env });
  const approval = places.approveNext(USER, from);
  const { code, stdout, stderr } = await login;
  approval.stop();
  const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
  if (end === 'in') {
    expect(verdict, stderr).toMatchObject({ outcome: 'confirmed' });
    expect(code).toBe(0);
    return;
  }
  expect(verdict, stderr).toMatchObject({
    outcome: ERROR_CATALOG[end].outcome,
    reason: ERROR_CATALOG[end].reason,
  });
  expect(stderr).toContain(`gatehouse: ${end} (`);
}

/** What the doctor reports. */
export async function doctorAt(places: Places, place: Place): Promise<DoctorReport> {
  const command = [LAUNCHER, 'doctor', '--json', '--config', places.config(place, {})] as const;
  const { stdout, code } = await run([...command], { env: place.env });
  const report = JSON.parse(stdout.toString()) as DoctorReport;
  expect(code).toBe(report.exitCode);
  return report;
}
