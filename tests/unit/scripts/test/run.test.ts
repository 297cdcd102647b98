/**
 * What a suite does that cannot be set up: skipped where something is missing, failed where the
 * product does not build.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BuildError, SetupError } from '../../../../scripts/lib/log.ts';
import { setUpFor } from '../../../../scripts/test/run.ts';
import type { Part, SetUp } from '../../../../scripts/test/suites.ts';

const rejecting =
  (error: Error): SetUp =>
  () =>
    Promise.reject(error);
const noOrca = rejecting(new SetupError('There is no Orca.', { remedy: 'apt install orca' }));
const noBuild = rejecting(new BuildError('Building main failed.', { why: 'a syntax error' }));

const part = (needs: Pick<Part, 'needs' | 'wants' | 'nightlyWants'>): Part => ({
  name: 'reader',
  runner: 'vitest',
  folder: 'tests/reader',
  projects: ['reader'],
  ...needs,
});
const setUp = async (needs: Parameters<typeof part>[0], { isNightly = false } = {}) => {
  const { ready, notRun } = await setUpFor([part(needs)], { isNightly });
  return [...ready.map(({ name }) => `${name} runs`), ...notRun.map(({ state }) => state)];
};

describe('the set-up of suites', () => {
  // It prints each failure, which a reader of this run would take for its own.
  beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true));
  afterEach(() => vi.restoreAllMocks());

  it('skips a suite, with the remedy, if something is missing here', async () => {
    const { ready, notRun } = await setUpFor([part({ needs: [noOrca] })], { isNightly: false });
    expect(ready).toEqual([]);
    expect(notRun).toEqual([
      {
        suite: 'reader',
        name: 'reader',
        state: 'skipped',
        text: 'There is no Orca. (apt install orca)',
      },
    ]);
  });

  it('fails a suite if the product does not build, whether it needs that or wants it', async () => {
    expect(await setUp({ needs: [noBuild] })).toEqual(['failed']);
    expect(await setUp({ wants: [noBuild] })).toEqual(['failed']);
    expect(await setUp({ wants: [noOrca, noBuild] })).toEqual(['failed']);
  });

  it('runs a suite if something is missing that only some of its tests want, or only the nightly', async () => {
    expect(await setUp({ wants: [noOrca] })).toEqual(['reader runs']);
    expect(await setUp({ nightlyWants: [noBuild] })).toEqual(['reader runs']);
  });

  it('runs a suite in a nightly, and counts what only some of its tests want as skipped', async () => {
    expect(await setUp({ wants: [noOrca] }, { isNightly: true })).toEqual([
      'reader runs',
      'skipped',
    ]);
  });
});
