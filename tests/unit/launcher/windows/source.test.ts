/** Agreements of the Windows launcher's source with the program. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleFacts } from '../../../../shared/launch/console-facts.ts';
import { launchFacts } from '../../../../shared/launch/launch-facts.ts';

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'launcher', 'windows');
const source = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the launcher of Windows', () => {
  it('gives Electron its facts in their form', () => {
    const text = source('electron.c');
    const [, head = ''] = /L"(--gatehouse-launch=[^"]*)"/.exec(text) ?? [];
    const [, behind = ''] =
      /append_text\(&facts, name.units\);\s*append_text\(&facts, L"([^"]*)"/.exec(text) ?? [];
    const [, tail = ''] = /L"(,display:[^"]*)"/.exec(text) ?? [];
    const name = '0123456789abcdef0123456789abcdef';
    expect(launchFacts([`${head}${name}${behind}runnable${tail}`])).toMatchObject({
      ok: true,
      value: { verdict: name, launcherDescriptor: 4, command: 'runnable', isDisplayVirtual: false },
    });
  });

  it('names the pipe of the verdict as the program does', () => {
    const [, ofLauncher] = /FOLDER\[\] = (L"[^"]*");/.exec(source('verdict-pipe.c')) ?? [];
    const opener = join(folder, '..', '..', 'electron', 'os', 'windows', 'verdict-pipe.ts');
    expect(readFileSync(opener, 'utf8')).toContain(`${ofLauncher?.slice(2, -1) ?? 'none'}\${name`);
  });

  it('takes the two requests that Electron makes of a console', () => {
    const ofLauncher = /enum \{ ASKS = '(.)', ASKS_NO_MORE = '(.)' \}/.exec(source('console.c'));
    const adapter = join(folder, '..', '..', 'electron', 'frontends', 'terminal', 'console-channel.ts');
    const ofElectron = /ASKS = '(.)';\nconst ASKS_NO_MORE = '(.)';/.exec(readFileSync(adapter, 'utf8'));
    expect(ofElectron?.slice(1)).toEqual(ofLauncher?.slice(1));
    expect(ofElectron).not.toBeNull();
  });

  it('tells Electron of the console in the form of it', () => {
    const [, words = ''] = /bool give_console\([^)]*\) \{([^]*?)\n\}/.exec(source('electron.c')) ?? [];
    const pieces = [...words.matchAll(/L"([^"]*)"|append_number\(words, ends->(\w+)\)/g)];
    const numbers: Readonly<Record<string, string>> = { columns: '80', rows: '25', code_page: '850' };
    const word = pieces
      .filter(([piece]) => piece !== 'L",stdin:other"')
      .map(([, text, name = '']) => text ?? numbers[name] ?? name)
      .join('');
    expect(consoleFacts([word])).toEqual({
      keysDescriptor: 5,
      requestsDescriptor: 6,
      columns: 80,
      rows: 25,
      codePage: 850,
      isStandardInput: true,
    });
  });
});
