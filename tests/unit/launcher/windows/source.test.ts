/** Agreements of the Windows launcher's source with the program. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchFacts } from '../../../../shared/launch/launch-facts.ts';

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'launcher', 'windows');
const source = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the launcher of Windows', () => {
  it('gives Electron on Windows its facts in their form', () => {
    const text = source('electron.c');
    const [, head = ''] = /L"(--gatehouse-launch=[^"]*)"/.exec(text) ?? [];
    const [, behind = ''] =
      /append_text\(&facts, name.units\);\s*append_text\(&facts, L"([^"]*)"/.exec(text) ?? [];
    const [, tail = ''] = /L"(,launcher:[^"]*)"/.exec(text) ?? [];
    const name = '0123456789abcdef0123456789abcdef';
    expect(launchFacts([`${head}${name}${behind}runnable${tail}`])).toMatchObject({
      ok: true,
      value: { verdict: name, launcherDescriptor: 4, command: 'runnable' },
    });
  });

  it('names the pipe of the verdict in the launcher as the program does', () => {
    const [, ofLauncher] = /FOLDER\[\] = (L"[^"]*");/.exec(source('verdict-pipe.c')) ?? [];
    const opener = join(folder, '..', '..', 'electron', 'os', 'windows', 'verdict-pipe.ts');
    expect(readFileSync(opener, 'utf8')).toContain(`${ofLauncher?.slice(2, -1) ?? 'none'}\${name`);
  });
});
