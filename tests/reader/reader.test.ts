// @module-tag tried-again
import { afterAll, beforeAll, describe, it } from 'vitest';
import { missingParts } from '../../lab/programs.ts';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { IS_WHOLE, sampled } from '../support/random/sampled.ts';
import { METHOD_SCENARIOS } from './scenarios/methods.ts';
import { TURNS_AND_ENDS } from './scenarios/turns-and-ends.ts';
import { whyNotSpoken, type HeardLanguage } from './support/languages.ts';
import { runScenario, type Scenario } from './support/scenario.ts';
import { startReaderSession, type ReaderSession } from './support/session.ts';

/* Orca's speech for the real window. One file: a person has one Orca at a time, and it refuses to be a second. */
const START_MS = 120_000;
const SCENARIO_MS = 240_000;

/** The reason why Orca cannot run here; null if all parts are present. */
function whyDeaf(): string | null {
  const runtime = electronRuntime();
  if (!runtime.available) return runtime.reason;
  const missing = missingParts('reader');
  return missing.length === 0 ? null : `not installed: ${missing.join(' ')}`;
}

const ALL: readonly Scenario[] = [...METHOD_SCENARIOS, ...TURNS_AND_ENDS];
/** In little time: name, ways, a code, a push, a wrong code, a denial, success, an end. */
const IN_GERMAN = [
  'method-push',
  'wrong-code',
  'doctor',
  'denied-on-the-phone',
  'time-running-out',
];

describe('each screen is said once, whole, heading first', () => {
  heard('en', sampled(ALL, 1));
});

if (IS_WHOLE)
  describe('each screen in German, without English', () => {
    heard(
      'de',
      ALL.filter(({ name }) => IN_GERMAN.includes(name)),
    );
  });

/** Scenarios with an Orca that speaks this language, on a desktop of its own. */
function heard(language: HeardLanguage, scenarios: readonly Scenario[]): void {
  const whyNot = whyDeaf() ?? whyNotSpoken(language);

  describe.skipIf(whyNot !== null)(
    `${language}${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
    () => {
      let session: ReaderSession | undefined;
      beforeAll(async () => {
        session = await startReaderSession(language);
      }, START_MS);
      afterAll(() => session?.end(), START_MS);

      it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
        `speaks the screens of the scenario %s as its transcript in ${language} says`,
        async (_name, scenario) => {
          if (session === undefined) throw new Error('there is no session');
          await runScenario(session, scenario);
        },
        SCENARIO_MS,
      );
    },
  );
}
