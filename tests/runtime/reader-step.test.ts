/** What set-up knows about the screen reader: what is missing, and the one command that installs it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

const { missingPrograms, notInstalled } = await loadScript<{
  missingPrograms: (searched: string) => string[];
  notInstalled: (programs: string[]) => Error & { remedy?: string };
}>('setup/reader.mjs');

it('finds a program in any folder of the PATH, and names those that are in none', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reader-step-'));
  try {
    const all = missingPrograms('/nowhere');
    expect(all).toContain('orca');
    writeFileSync(path.join(folder, 'orca'), '');
    chmodSync(path.join(folder, 'orca'), 0o755);
    expect(missingPrograms(`/nowhere:${folder}`)).toEqual(all.filter((name) => name !== 'orca'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('says in one line how it is installed', () => {
  const { message, remedy = '' } = notInstalled(['orca', 'xdotool']);
  expect(message).toContain('not installed: orca xdotool');
  expect(remedy).toMatch(
    /^sudo apt-get update && sudo apt-get install -y --no-install-recommends .*\borca\b/,
  );
  expect(remedy).not.toContain('\n');
});
