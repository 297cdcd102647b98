/** The program that opens addresses on Linux, started for real: a script stands for it. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasProgramFor, openByXdgOpen } from '../../../../../electron/os/linux/xdg-open.ts';
import { eventually } from '../../../../support/eventually.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();

const ADDRESS = 'https://mfa.example.com/a?b=$(touch%20c)&d=;e#f';
const DEADLINE_MS = 30_000;
/** It is waited for to its end. */
const TO_ITS_END = DEADLINE_MS;

describe.skipIf(process.platform !== 'linux')('xdg-open', () => {
  let folder = '';
  beforeEach(() => {
    folder = temp.folder();
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const file = (): string => join(folder, 'said');
  function standIn(script: string, where = folder, name = 'xdg-open'): void {
    temp.write(join(where, name), `#!/bin/sh\n${script}\n`, 0o755);
  }
  const written = (): string => readFileSync(file(), 'utf8');

  it('gives xdg-open the address as its one argument, past no shell, and our environment', async () => {
    vi.stubEnv('OF_THE_PERSON', 'kept');
    standIn(`printf '%s\\n' "$#" "$1" "$OF_THE_PERSON" "$MM_NOTTTY" >'${file()}'`);
    await openByXdgOpen(ADDRESS, TO_ITS_END);
    expect(written().split('\n')).toEqual(['1', ADDRESS, 'kept', '1', '']);
  });

  it('gives xdg-open no stream and no descriptor of ours, and a session of its own (SEC-92)', async () => {
    standIn(`for one in 0 1 2 3 4 5 6 7 8 9; do readlink "/proc/$$/fd/$one"; done >'${file()}'
cut -d ' ' -f 6 "/proc/$$/stat" >>'${file()}'; echo "$$" >>'${file()}'`);
    await openByXdgOpen(ADDRESS, TO_ITS_END);
    const lines = written().split('\n').slice(0, -1);
    const [session, pid] = lines.slice(-2);
    expect(session).toBe(pid);
    expect([...new Set(lines.slice(0, -2))].filter((one) => one !== file())).toEqual(['/dev/null']);
  });

  it('takes a browser that stays for no failure, and does not wait for it', async () => {
    standIn(`echo "$$" >'${folder}/part'; mv '${folder}/part' '${file()}'; exec sleep 600`);
    await openByXdgOpen(ADDRESS, 10);
    await eventually('its start', () => existsSync(file()), DEADLINE_MS);
    const pid = Number(written());
    expect(() => process.kill(pid, 0)).not.toThrow();
    process.kill(pid, 'SIGKILL');
  });

  it.each([
    ['is not there', (): void => undefined],
    ['is a folder', () => mkdirSync(join(folder, 'xdg-open'), { recursive: true })],
    ['may not be started', () => temp.write(join(folder, 'xdg-open'), '#!/bin/sh\n', 0o600)],
    ['finds no browser', (): void => standIn('exit 3')],
    ['is killed', (): void => standIn('kill -9 $$')],
  ])('fails when xdg-open %s', async (_, prepare) => {
    vi.stubEnv('PATH', folder);
    prepare();
    await expect(openByXdgOpen(ADDRESS, TO_ITS_END)).rejects.toThrow('xdg-open');
  });

  it('looks for xdg-open in PATH, in its order, and never in the working folder (SEC-92)', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    standIn(`echo first >'${file()}'`, first);
    standIn(`echo second >'${file()}'`, second);
    const before = process.cwd();
    process.chdir(first);
    try {
      vi.stubEnv('PATH', `:.:../first::${second}:${first}:`);
      await openByXdgOpen(ADDRESS, TO_ITS_END);
      expect(written()).toBe('second\n');
      for (const none of ['', ':', '.', '../first', './']) {
        vi.stubEnv('PATH', none);
        await expect(openByXdgOpen(ADDRESS, TO_ITS_END)).rejects.toThrow('not found');
      }
    } finally {
      process.chdir(before);
    }
  });

  it.each(['--help', '-x', '/etc/passwd', ''])(
    'does not start xdg-open with %j',
    async (address) => {
      standIn(`: >'${file()}'`);
      await expect(openByXdgOpen(address)).rejects.toThrow('no address');
      expect(existsSync(file())).toBe(false);
    },
  );

  it.each([
    ['echo authenticator.desktop', true],
    ['echo', false],
    ['exit 4', false],
    ['echo x; exit 4', false],
  ])('learns from xdg-mime whether a program takes a scheme: %s', async (script, has) => {
    standIn(`printf '%s\\n' "$*" >'${file()}'; ${script}`, folder, 'xdg-mime');
    expect(await hasProgramFor('otpauth', TO_ITS_END)).toBe(has);
    expect(written()).toBe('query default x-scheme-handler/otpauth\n');
  });

  it('gives xdg-mime no descriptor of ours, so that it cannot write a verdict (SEC-31)', () => {
    const verdict = join(folder, 'verdict');
    const descriptor = openSync(verdict, 'a');
    standIn(
      `for one in "/proc/$$/fd"/*; do [ "$(readlink "$one")" = "$0" ] || echo '{"outcome":"confirmed"}' >>"$one"; done
: >'${file()}'`,
      folder,
      'xdg-mime',
    );
    // Node closes inherited descriptors up to 16 for its children; Electron does not.
    const stdio = [...Array<'ignore'>(40).fill('ignore'), descriptor];
    const module = new URL('../../../../../electron/os/linux/xdg-open.ts', import.meta.url).href;
    const code = `const { hasProgramFor } = await import('${module}'); await hasProgramFor('otpauth', ${JSON.stringify(TO_ITS_END)});`;
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio });
    closeSync(descriptor);
    expect([existsSync(file()), readFileSync(verdict, 'utf8')]).toEqual([true, '']);
  });

  it('finds no program for a scheme without xdg-mime', async () => {
    vi.stubEnv('PATH', folder);
    expect(await hasProgramFor('otpauth', TO_ITS_END)).toBe(false);
  });
});
