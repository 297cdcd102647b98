/** The reporter of vitest, in a real run of a test file with a test of each outcome. */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RESULTS_VARIABLE, type TestResult } from '../../../../scripts/test/results.ts';
import { ROOT } from '../../../../scripts/lib/repository-files.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const OUTCOMES = `
import { beforeAll, describe, expect, it } from 'vitest';
let tries = 0;
describe('a group', () => {
  it('passes', () => {});
  it('fails', () => expect({ answer: 1 }).toEqual({ answer: 2 }));
  it('passes at its second try', { retry: 1 }, () => expect((tries += 1)).toBe(2));
  it.skip('is left out (needs root)', () => {});
});
describe('a group without its set-up', () => {
  beforeAll(() => { throw new Error('no set-up'); });
  it('does not run', () => {});
});
`;

it('writes each test of vitest with its failure or its reason, and files that do not load', () => {
  const folder = temp.folder();
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  temp.write(path.join(folder, 'outcomes.test.mjs'), OUTCOMES);
  temp.write(path.join(folder, 'broken.test.mjs'), "import './nothing.mjs';\n");
  temp.write(
    path.join(folder, 'vitest.config.mjs'),
    "export default { test: { name: 'unit-isolated' } };\n",
  );
  const file = path.join(folder, 'results.json');
  const reporter = path.join(ROOT, 'scripts/test/vitest-results.ts');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, `--reporter=${reporter}`],
    { env: { ...process.env, [RESULTS_VARIABLE]: file }, encoding: 'utf8' },
  );
  expect(status, `${stdout}${stderr}`).toBe(1);
  const results = JSON.parse(readFileSync(file, 'utf8')) as readonly TestResult[];
  const lines = results.map(
    ({ suite, state, name, text }) => `${suite} ${state} ${name} | ${text.split('\n')[1] ?? text}`,
  );
  expect(lines.sort()).toEqual([
    expect.stringMatching(/^unit failed broken\.test\.mjs: the file \| Error: Cannot find module/),
    'unit failed outcomes.test.mjs: a group without its set-up | Error: no set-up',
    'unit failed outcomes.test.mjs: a group › fails | AssertionError: expected { answer: 1 } to deeply equal { answer: 2 }',
    'unit flaky outcomes.test.mjs: a group › passes at its second try | AssertionError: expected 1 to be 2 // Object.is equality',
    'unit passed outcomes.test.mjs: a group › passes | ',
    'unit skipped outcomes.test.mjs: a group without its set-up › does not run | ',
    'unit skipped outcomes.test.mjs: a group › is left out (needs root) | needs root',
  ]);
  // A run that is interrupted writes no results: what failed until then is on standard output.
  expect(stdout.match(/^failed: .*$/gm)).toEqual(['failed: outcomes.test.mjs: a group › fails']);
  // The difference of what was expected, as vitest prints it.
  expect(results.find(({ name }) => name.endsWith('› fails'))?.text).toContain('-   "answer": 2,');
});
