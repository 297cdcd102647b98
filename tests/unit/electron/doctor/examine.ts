import { runChecks } from '../../../../electron/doctor/run-checks.ts';
import type { DoctorPorts } from '../../../../electron/doctor/ports.ts';
import type { Setup } from '../../../../electron/doctor/setup.ts';
import type { DoctorReport } from '../../../../shared/doctor/report.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { fakePorts, fakeSetup } from './fake-ports.ts';

/** Runs the doctor under a clock that jumps to whatever is waited for. */
export async function examine(
  changes: Partial<DoctorPorts> = {},
  setup: Partial<Setup> = {},
  clock = new FakeClock(0),
) {
  const found = runChecks({
    setup: fakeSetup(setup),
    ports: fakePorts({ clock, ...changes }),
    version: '1',
  });
  let report: DoctorReport | null = null;
  void found.then((made) => {
    report = made;
  });
  const isDone = (): boolean => report !== null;
  for (let turn = 0; turn < 200 && !isDone(); turn += 1) {
    await new Promise(setImmediate);
    if (!isDone() && clock.nextInMs !== null) clock.advance(clock.nextInMs);
  }
  return { report: await found, tookMs: clock.nowMs() };
}
