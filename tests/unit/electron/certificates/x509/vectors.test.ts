import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkCertificate,
  readAuthorities,
} from '../../../../../electron/certificates/x509/check.ts';
import { JUDGED_OTHERWISE } from '../../../../support/certificates/vectors/judged-otherwise.ts';
import { readVectors, type Vector } from '../../../../support/certificates/vectors/read-vectors.ts';

const vectors = readVectors();
const skipped = typeof vectors === 'string' ? vectors : '';
// The reporter of a whole run omits the titles of skipped tests.
if (skipped !== '')
  process.stderr.write(`– foreign cases of certificates are skipped: ${skipped}\n`);

/** Where a case names no time its certificates are valid for centuries. */
const ANY_TIME = '2024-01-01T00:00:00Z';

/** `SUCCESS`, or why not. */
async function judge(one: Vector): Promise<string> {
  const now = new Date(one.validation_time ?? ANY_TIME);
  const authorities = readAuthorities(one.trusted_certs.join('\n'), now);
  if (!authorities.ok) return authorities.error;
  const verdict = await checkCertificate({
    chain: [one.peer_certificate, ...(one.untrusted_intermediates ?? [])],
    hostname: one.expected_peer_name?.value ?? 'nobody.invalid',
    authorities: authorities.value,
    now,
  });
  return verdict.ok ? 'SUCCESS' : verdict.error.why;
}

describe('the list of our other judgements', () => {
  const ids = JUDGED_OTHERWISE.flatMap((one) => one.ids);
  it('lists each case that we judge otherwise once, with a reason', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { why } of JUDGED_OTHERWISE) expect(why).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe.skipIf(skipped !== '')(
  `the foreign cases of C2SP x509-limbo (SEC-33)${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const wrong = new Map<string, string>();
    beforeAll(async () => {
      for (const one of vectors as readonly Vector[]) {
        const verdict = await judge(one);
        if ((verdict === 'SUCCESS') !== (one.expected_result === 'SUCCESS'))
          wrong.set(one.id, verdict);
      }
    }, 60_000);

    it('finds at least 598 cases of x509-limbo', () => {
      expect(vectors.length).toBeGreaterThanOrEqual(598);
    });

    it('judges the cases of x509-limbo as they expect, but for those in the list', () => {
      const listed = new Set(JUDGED_OTHERWISE.flatMap(({ ids }) => ids));
      expect([...wrong].filter(([id]) => !listed.has(id))).toEqual([]);
    });

    it.each(JUDGED_OTHERWISE)(
      'decides to $we although x509-limbo expects the opposite: $why',
      ({ we, ids }) => {
        for (const id of ids) {
          const verdict = wrong.get(id);
          const judged =
            verdict === undefined ? 'as they expect' : verdict === 'SUCCESS' ? 'accept' : 'refuse';
          expect({ id, judged, verdict }).toEqual({ id, judged: we, verdict });
        }
      },
    );
  },
);
