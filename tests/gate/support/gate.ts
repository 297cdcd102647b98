import { resolve } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { writeConfig, type ConfigJson } from '../../lab/written-config.ts';
import { personAt, type Person } from '../../support/login/person.ts';
import { ELECTRON, type TestHost } from './hosts.ts';
import { Program, type Ended, type StartOptions } from './program.ts';

/** The entry of a checkout. */
export const LAUNCHER = resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'gatehouse');

/** Says on standard output that the command ran; anything else there is a fault. */
export const MARK = 'the command ran';

const runtime = electronRuntime();
/** Why the real program cannot be started here; empty where it can. */
export const skipped = runtime.available ? '' : runtime.reason;

export type GateOptions = StartOptions &
  Readonly<{
    config?: ConfigJson;
    configFile?: string;
    /** A shell script that starts the gate, which are its words. */
    wrapped?: string;
  }>;

/** The emulator and its person, for all tests of a file, or of one host in it. */
export function gateSuite(
  options: Parameters<typeof startEmulator>[0] = {},
  host: TestHost = ELECTRON,
): Readonly<{
  emulator: () => Emulator;
  person: () => Person;
  /** A configuration file for the emulator, with changes. */
  config: (changes?: ConfigJson) => string;
  /** Starts `scripts/gatehouse --config …` with these words. */
  start: (words: readonly string[], options?: GateOptions) => Program;
}> {
  let emulator: Emulator | null = null;
  beforeAll(async () => {
    if (skipped === '') emulator = await startEmulator(options);
  });
  afterAll(async () => {
    await emulator?.close();
  });
  const running = (): Emulator => {
    if (!emulator) throw new Error('the emulator does not run');
    return emulator;
  };
  const config = (changes?: ConfigJson): string => writeConfig(running(), changes, { owner: host });
  return {
    emulator: running,
    person: () => personAt(running().url),
    config,
    start: (words, { config: changes, configFile, wrapped, ...started } = {}) => {
      const file = configFile ?? config(changes);
      const [first, ...rest] = words;
      const all =
        first === 'check' ? ['check', '--config', file, ...rest] : ['--config', file, ...words];
      const inside: readonly string[] = wrapped === undefined ? [] : ['sh', '-c', wrapped, 'sh'];
      const [command = LAUNCHER, ...others] = [...inside, LAUNCHER, ...all];
      return new Program([command, ...others], {
        ...started,
        env: { ...host.env, ...started.env },
      });
    },
  };
}

/** Parses a status channel: one line that fits the schema, without a ticket. */
export function statusOf(text: string | undefined): Verdict {
  const lines = (text ?? '').split('\n');
  if (lines.length !== 2 || lines[1] !== '')
    throw new Error(`no single line: ${JSON.stringify(text)}`);
  const verdict = verdictSchema.parse(JSON.parse(lines[0] ?? ''));
  if (verdict.ticket !== null) throw new Error('a status with a ticket');
  return verdict;
}

/** Our own words on standard error; Chromium's noise is left out. */
export function wordsOf({ stderr }: Ended): string {
  return stderr
    .split('\n')
    .filter((text) => text.startsWith('gatehouse:') && !text.includes('private copies'))
    .join('\n');
}

/** Approves a login's request and waits for the login's end, whichever comes first: an early end explains itself. */
export async function approvedEnd(
  program: Program,
  person: Person,
  username: string,
): Promise<Ended> {
  const approved = person.delivered(username, 'push').then(({ tid }) => person.approve(tid));
  const isApproved = approved.then(
    () => null,
    () => null,
  );
  const ended = (await Promise.race([program.ended, isApproved])) ?? (await program.ended);
  expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([0, `${MARK}\n`]);
  await approved;
  return ended;
}
