import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../support/random/seeded-random.ts';
import { SEED } from '../../support/random/seed.ts';
import { runGroup, type End, type Generation, type Group } from './approval.ts';

/** In each of the four cells; more in the nightly. */
const APPROVALS = Number(process.env.GATEHOUSE_APPROVALS ?? 50);
/** So many people at one emulator at once. */
const GROUP_SIZE = 10;
/** The connections of every third group are cut, at some time of its approvals. */
const CUT_EVERY = 3;

const CELLS = [
  ['v4', 'polling'],
  ['v4', 'websocket'],
  ['v2', 'polling'],
  ['v2', 'websocket'],
] as const satisfies readonly (readonly [Generation, string])[];

function groups(): readonly Group[] {
  const random = seededRandom(SEED);
  return Array.from({ length: Math.ceil(APPROVALS / GROUP_SIZE) }, (_, index) => ({
    size: Math.min(GROUP_SIZE, APPROVALS - index * GROUP_SIZE),
    cuts: index % CUT_EVERY === 1 ? [200 + random.below(1_500), 2_500] : [],
    random,
  }));
}

describe('approvals over real sockets, the event before and after the answer, lines cut', () => {
  it.concurrent.each(CELLS)(
    'lets each person in over real sockets, of which some are cut: %s over %s',
    { timeout: 600_000 },
    async (generation, transport) => {
      const startedAtMs = performance.now();
      const whole: End[] = [];
      const cut: End[] = [];
      // One group of each cell at a time: a busy computer is not the subject.
      for (const group of groups()) {
        const ends = await runGroup(generation, transport, group);
        (group.cuts.length > 0 ? cut : whole).push(...ends);
      }
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      const told = cut.filter((end) => end === 'told-then-in').length;
      console.log(
        `${generation} ${transport}: ${whole.length} on whole lines, all in; ` +
          `${cut.length} on cut lines, ${told} of them told, all in; ${seconds} s`,
      );
      expect(whole.length + cut.length).toBe(APPROVALS);
      // Without a cut, no login needs a second push.
      expect(whole.filter((end) => end !== 'in')).toEqual([]);
    },
  );
});
