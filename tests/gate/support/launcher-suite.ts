/** The launcher alone, with a shell script in Electron's place: set-up shared by these test files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect } from 'vitest';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import { Program, type Ended, type StartOptions } from '../../../lab/child-program.ts';
import { CONFIRMED } from '../../../lab/verdict-lines.ts';
import { launcherBench, telling, type LauncherBench } from '../../../lab/stand-in.ts';

/** Script in Electron's place: a login that succeeds. */
export const LET_IN = telling([CONFIRMED], 0);

export type LauncherSuite = Readonly<{
  bench: LauncherBench;
  /** A folder of the test's own. */
  folder: () => string;
  start: (args: readonly string[], script?: string, options?: StartOptions) => Program;
  launch: (args: readonly string[], script?: string, options?: StartOptions) => Promise<Ended>;
}>;

/** A launcher for the tests of a file. Call once for each runtime. */
export function launcherSuite(runtime: 'electron' | 'node' = 'electron'): LauncherSuite {
  const bench = launcherBench('installed', runtime);
  const folders: string[] = [];
  beforeEach(() => {
    folders.push(mkdtempSync(join(tmpdir(), 'gatehouse-launcher-test-')));
  });
  afterAll(() => {
    // Not after each test: where tests are concurrent, the last folder is another one's.
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    bench.remove();
  });
  const start: LauncherSuite['start'] = (args, script = LET_IN, options = {}) =>
    new Program([bench.launcher, ...args], {
      ...options,
      env: { ...bench.doing(script), ...options.env },
    });
  return {
    bench,
    folder: () => folders.at(-1) ?? '',
    start,
    launch: (args, script, options) => start(args, script, options).ended,
  };
}

/** A command that is a shell script with words. */
export const shell = (script: string, ...words: readonly string[]): readonly string[] => [
  '--',
  'sh',
  '-c',
  script,
  'sh',
  ...words,
];

/** The verdict on a status channel. */
export function status(ended: Ended, number = 5): Verdict {
  const text = ended.heard.get(number) ?? '';
  expect(text).toMatch(/^[^\n]+\n$/);
  return verdictSchema.parse(JSON.parse(text));
}

/** The open descriptors that `ls` listed. */
export function numbers(stdout: Buffer): readonly string[] {
  return (stdout.toString().match(/^\d+$/gm) ?? []).sort();
}
