import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../../../shared/gate/options.ts';

const launcher = readFileSync(
  resolve(import.meta.dirname, '..', '..', '..', 'build', 'launcher', 'login.sh'),
  'utf8',
);

describe('the launcher', () => {
  it('knows which options take a value, so that it never takes a value for an option', () => {
    const known = /^ {6}(--config \|[^)]*)\)$/m.exec(launcher)?.[1]?.split(' | ');
    const taking = [...OPTIONS].filter(([, { value }]) => value !== null).map(([name]) => name);
    expect(known?.sort()).toEqual(taking.sort());
  });

  it('unsets every name it uses, so that nothing of ours reaches the command', () => {
    const used = new Set(
      [...launcher.matchAll(/\b(gatehouse_\w+)=|for (gatehouse_\w+)\b|read -r (gatehouse_\w+)/g)].map(
        ([, assigned, looped, read]) => assigned ?? looped ?? read ?? '',
      ),
    );
    const unset = new Set(/^unset ((?:.*\\\n)*.*)$/m.exec(launcher)?.[1]?.match(/gatehouse_\w+/g));
    expect([...used].filter((name) => !unset.has(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(20);
  });
});
