import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { begin, control, emulatorForTest } from '../../tests/support/emulator/emulator-for-test.ts';
import { parseOptions } from '../options.ts';
import { defaultPeople } from '../service/people.ts';
import { faultExamples, filledReadme } from './readme.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The first cells of a generated table, without their marks. */
function rowsOf(table: string): readonly string[] {
  const [, text = ''] = readme.split(`<!-- generated: ${table} -->`);
  const [rows = ''] = text.split('<!-- end -->');
  return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

describe("the README's tables", () => {
  it('keeps the tables of the README as the code makes them (node emulator/package/readme.ts)', () => {
    expect(readme).toBe(filledReadme());
  });

  it('names every person in the README, who can start a login or is refused by name', async () => {
    const emulator = await emulatorForTest();
    expect(rowsOf('people')).toEqual(defaultPeople.map(({ username }) => username));
    for (const username of rowsOf('people')) {
      expect(emulator.users.find(username)?.username).toBe(username);
      if (username !== 'slow') await begin(emulator, username);
    }
    const refused = emulator.log.all().filter(({ exception }) => exception !== undefined);
    expect(refused.map(({ username }) => username)).toEqual(['bypassed', 'locked']);
  });

  it('gives in the README an example of each kind of fault that the emulator accepts', async () => {
    const emulator = await emulatorForTest();
    for (const example of faultExamples()) {
      const { status } = await control(emulator, 'POST', '/faults', [example]);
      expect([example, status]).toEqual([example, 200]);
      const { path, kind } = example as { path: string; kind: string };
      expect(readme).toContain(`\`${kind}\``);
      expect(['realtime', 'prompt'].includes(path) || path.startsWith('/api/')).toBe(true);
    }
  });

  it('names every setting in the README, which is accepted with its default', () => {
    const parsed = parseOptions({});
    const options: Record<string, unknown> = parsed.ok ? parsed.value.options : {};
    const names = rowsOf('settings');
    expect(names).toEqual(expect.arrayContaining(Object.keys(options)));
    expect(names).toContain('controlToken');
    for (const name of names) {
      const value = options[name] ?? 'sixteen-letters!';
      expect([name, parseOptions({ [name]: value }).ok]).toEqual([name, true]);
    }
  });
});

describe('the README of the package', () => {
  it('says how events come before its first example', () => {
    expect(readme.indexOf('**Events, first of all.**')).toBeGreaterThan(0);
    expect(readme.indexOf('**Events, first of all.**')).toBeLessThan(readme.indexOf('```'));
  });

  it('names every exception that an option gives', () => {
    const source = readFileSync(new URL('../service/exceptions.ts', import.meta.url), 'utf8');
    const names = [...source.matchAll(/'(\w+Exception)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('names every call of the control interface', () => {
    const source = readFileSync(new URL('../http/control.ts', import.meta.url), 'utf8');
    const paths = [...source.matchAll(/['`]\/emulator\/([\w/{}]+?)(?:\/\$\{kind\})?['`]/g)];
    expect(paths.length).toBeGreaterThan(12);
    for (const [, path = ''] of paths) expect(readme).toContain(path);
  });
});
