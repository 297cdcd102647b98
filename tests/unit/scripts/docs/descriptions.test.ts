import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../../scripts/docs/descriptions.ts';
import { inRoot } from '../../../../scripts/lib/paths.ts';

describe('the table of failures', () => {
  it('lists each exception that the reaction policy names', () => {
    const policy = readFileSync(inRoot('shared', 'outcomes', 'reaction-policy.ts'), 'utf8');
    const named = [...policy.matchAll(/case '(\w+Exception)(?: \d+)?':/g)].map(
      ([, name = '']) => name,
    );
    const rows = Object.keys(FAILURES);
    const missing = named.filter((name) => !rows.some((row) => row.startsWith(`\`${name}\``)));
    expect(named).toContain('UserDeniedException');
    expect(missing).toEqual([]);
  });
});
