/** Step "wine": Wine, no older than the tested version, for the tests that start the product for Windows. */
import { SetupError } from '../lib/log.mjs';
import { run } from '../lib/run.mjs';
import { programsStep } from './installed-programs.mjs';

/** The oldest that was tried; Debian 11 has an older one. */
const OLDEST = 8;

const installed = programsStep('wine');

/** @type {import('./prepare.mjs').Step} */
export const wineStep = {
  ...installed,
  async done(context) {
    if (!(await installed.done(context))) return false;
    const { output } = await run('wine', ['--version'], { env: { ...process.env, WINEDEBUG: '-all' } });
    const version = Number(/^wine-(\d+)\./m.exec(output)?.[1] ?? 0);
    if (version < OLDEST)
      throw new SetupError(
        `The Wine here is too old for the suite "windows": ${output.trim() || 'it does not start'}`,
        {
          why: `Wine ${OLDEST} and later were tried: Debian 12 and 13`,
          remedy: 'use a later Debian, or leave the suite out',
        },
      );
    return true;
  },
};
