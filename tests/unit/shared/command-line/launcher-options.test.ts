import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED_OUTCOMES } from '../../../../shared/outcomes/outcomes.ts';
import { refusal, verdictSchema } from '../../../../shared/outcomes/verdict.ts';
import { OPTIONS } from '../../../../shared/command-line/options.ts';

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'launcher', 'posix');
const launcher = readdirSync(folder)
  .filter((name) => name.endsWith('.sh'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

describe('the launcher', () => {
  it('knows which options take a value, so that it never takes a value for an option', () => {
    const known = /^ +(--config \|[^)]*)\)$/m.exec(launcher)?.[1]?.split(' | ');
    const taking = [...OPTIONS].filter(([, { value }]) => value !== null).map(([name]) => name);
    expect(known?.sort()).toEqual(taking.sort());
  });

  it('unsets every name it uses, to keep its variables from the command', () => {
    const used = new Set(
      [...launcher.matchAll(/\b(gatehouse_\w+)=|for (gatehouse_\w+)\b|read -r (gatehouse_\w+)/g)].map(
        ([, assigned, looped, read]) => assigned ?? looped ?? read ?? '',
      ),
    );
    const unset = new Set(/^unset (gatehouse_(?:.*\\\n)*.*)$/m.exec(launcher)?.[1]?.match(/gatehouse_\w+/g));
    expect([...used].filter((name) => !unset.has(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(20);
  });

  it('lets in by the outcomes that the program lets in by, and by no other', () => {
    const known = [...launcher.matchAll(/^ +'[^']*"outcome":"'([a-z-]+)'"/gm)].map(([, outcome]) => outcome);
    expect(known.sort()).toEqual([...ALLOWED_OUTCOMES].sort());
  });

  it('writes the verdict of its own refusals in the form of the others', () => {
    const [, template = ''] = /gatehouse_end '(\{.*\})' "\$3"/.exec(launcher) ?? [];
    const text = template
      .replace(`'"$1"'`, 'internal')
      .replace(`'"$2"'`, 'internal')
      .replace(`'"$3"'`, '70')
      .replace(`'"$gatehouse_time"'`, '2026-01-01T00:00:00Z');
    const verdict = verdictSchema.parse(JSON.parse(text));
    // The launcher takes the ticket off from the end.
    expect(Object.keys(verdict).at(-1)).toBe('ticket');
    expect(text).toBe(
      JSON.stringify({ ...refusal('internal', 'internal', null, new Date(0)), time: verdict.time }),
    );
  });
});
