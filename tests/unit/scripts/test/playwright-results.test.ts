/** The reporter of Playwright, in a real run of a test file with a test of each outcome. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RESULTS_VARIABLE, type TestResult } from '../../../../scripts/test/results.ts';
import { ROOT } from '../../../../scripts/lib/repository-files.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const OUTCOMES = `
import { expect, test } from '@playwright/test';
test.describe('a group', () => {
  test('passes', () => {});
  test('fails', async ({}, info) => {
    await info.attach('output of the programs', { body: 'gatehouse: exit code 70' });
    expect(1).toBe(2);
  });
  test('passes at its second try', ({}, info) => expect(info.retry).toBe(1));
  test('is left out', () => test.skip(true, 'other fonts'));
});
`;

it('writes each test of Playwright with its failure and the output of its programs, or its reason', () => {
  // The folder's name is the suite's.
  const folder = path.join(temp.folder(), 'e2e');
  mkdirSync(folder);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  temp.write(path.join(folder, 'outcomes.spec.mjs'), OUTCOMES);
  temp.write(
    path.join(folder, 'playwright.config.mjs'),
    "export default { testMatch: '*.spec.mjs', retries: 1, workers: 1 };\n",
  );
  const file = path.join(folder, 'results.json');
  const reporter = path.join(ROOT, 'scripts/test/playwright-results.ts');
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'test', `--reporter=${reporter}`],
    {
      cwd: folder,
      env: { ...process.env, [RESULTS_VARIABLE]: file },
      encoding: 'utf8',
    },
  );
  expect(status, `${stdout}${stderr}`).toBe(1);
  const results = JSON.parse(readFileSync(file, 'utf8')) as readonly TestResult[];
  const lines = results.map(
    ({ suite, state, name, text }) => `${suite} ${state} ${name} | ${text.split('\n')[1] ?? text}`,
  );
  expect(lines.sort()).toEqual([
    'e2e failed outcomes.spec.mjs: a group › fails | Error: expect(received).toBe(expected) // Object.is equality',
    'e2e flaky outcomes.spec.mjs: a group › passes at its second try | Error: expect(received).toBe(expected) // Object.is equality',
    'e2e passed outcomes.spec.mjs: a group › passes | ',
    'e2e skipped outcomes.spec.mjs: a group › is left out | other fonts',
  ]);
  // A run that is interrupted writes no results: what failed until then is on standard output.
  expect(stdout.match(/^failed: .*$/gm)).toEqual(['failed: outcomes.spec.mjs: a group › fails']);
  expect(results.find(({ state }) => state === 'failed')?.text).toContain(
    'gatehouse: exit code 70',
  );
});
