import { describe, expect, it } from 'vitest';
import { pageRule } from '../../../../electron/certificates/page-rule.ts';

const URL = 'https://mfa.example.com/page';

function ruled() {
  const asked: unknown[] = [];
  const fake = {
    hasRefused: false,
    isRuleSet: true,
    refused: 0,
    left: 0,
    asked,
    leaveConnections: (): void => void (fake.left += 1),
    ensureRule: () => Promise.resolve(fake.isRuleSet),
    refusals: () => fake.refused,
    verdictOn: (url: string, refusalsBefore: number) => {
      asked.push([url, refusalsBefore]);
      return Promise.resolve<'accepted' | 'refused' | 'unknown'>(
        fake.refused > refusalsBefore ? 'refused' : fake.verdict,
      );
    },
    verdict: 'accepted' as 'accepted' | 'unknown',
  };
  return fake;
}

describe('the certificate rule of a page', () => {
  it('lets a request of a page begin once the rule holds (SEC-100)', async () => {
    const fake = ruled();
    expect(await pageRule(() => fake).mayBegin(1, URL)).toBe(true);
    expect(fake.left).toBe(0);
    fake.isRuleSet = false;
    expect(await pageRule(() => fake).mayBegin(1, URL)).toBe(false);
  });

  it('lets no request of a page begin, and no answer come, before its session is complete (SEC-100)', async () => {
    const rule = pageRule(() => null);
    expect(await rule.mayBegin(1, URL)).toBe(false);
    expect(await rule.mayAnswer(1, URL)).toBe(false);
  });

  it('leaves the connections of a page after a refused certificate (SEC-100)', async () => {
    const fake = ruled();
    fake.hasRefused = true;
    await pageRule(() => fake).mayBegin(1, URL);
    expect(fake.left).toBe(1);
  });

  it('keeps an answer from a page if the rule has refused the host since the request (SEC-33, SEC-100)', async () => {
    const fake = ruled();
    const rule = pageRule(() => fake);
    fake.refused = 2;
    await rule.mayBegin(1, URL);
    expect(await rule.mayAnswer(1, URL)).toBe(true);
    fake.refused = 3;
    expect(await rule.mayAnswer(1, URL)).toBe(false);
    await rule.mayBegin(2, URL);
    expect(await rule.mayAnswer(2, URL)).toBe(true);
    expect(fake.asked).toEqual([
      [URL, 2],
      [URL, 2],
      [URL, 3],
    ]);
  });

  it('lets an answer come to a page if the rule was asked for no certificate, as over plain http', async () => {
    const fake = ruled();
    fake.verdict = 'unknown';
    const rule = pageRule(() => fake);
    await rule.mayBegin(1, URL);
    expect(await rule.mayAnswer(1, URL)).toBe(true);
  });

  it('counts every refusal of a host against a request of a page that it has forgotten (SEC-33)', async () => {
    const fake = ruled();
    const rule = pageRule(() => fake);
    fake.refused = 1;
    await rule.mayBegin(1, URL);
    rule.forget(1);
    expect(await rule.mayAnswer(1, URL)).toBe(false);
  });
});
