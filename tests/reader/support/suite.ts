import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { electronRuntime } from '../../runtime/electron-runtime.ts';
import { runScenario, type Scenario } from './scenario.ts';
import { startReaderSession, type ReaderSession } from './session.ts';

const START_MS = 120_000;
const SCENARIO_MS = 240_000;

/** What set-up installs for this suite (scripts/setup/reader.mjs). */
const PROGRAMS = ['orca', 'speech-dispatcher', 'xdotool', 'gdbus', 'dbus-daemon'];

/** Why nothing can be heard here; null where all is there. */
export function whyDeaf(): string | null {
  const runtime = electronRuntime();
  if (!runtime.available) return runtime.reason;
  const missing = PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  return missing.length === 0 ? null : `not installed: ${missing.join(' ')}`;
}

/** The scenarios of one file, one after the other beside one Orca. */
export function describeScenarios(title: string, scenarios: readonly Scenario[]): void {
  describe.skipIf(whyDeaf() !== null)(title, () => {
    let session: ReaderSession;
    beforeAll(async () => {
      session = await startReaderSession();
    }, START_MS);
    afterAll(() => session.end(), START_MS);

    test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
      '%s',
      (_name, scenario) => runScenario(session, scenario),
      SCENARIO_MS,
    );
  });
}
