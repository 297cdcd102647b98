/**
 * Real programs in the place of gatehouse-system.exe, good and bad; the real one runs under Wine:
 * tests/windows.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { windowsSystem } from '../../../../../electron/os/windows/ask-system.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();
const NAME = 'gatehouse-system.exe';
const LOOK = { path: 'C:\\x', error: 0, attributes: 32, volume: '1', number: '2', security: '01' };
const FILE = { user: { sid: '0105', account: 'CORP\\alice' }, files: [LOOK] };
const START = {
  user: FILE.user,
  programData: 'C:\\ProgramData',
  policy: [{ key: 'service\\realtime', name: 'settleMs', type: 4, data: '00000000' }],
  managed: [LOOK, LOOK, { ...LOOK, error: 2, security: '' }],
};

/** A program of the shell where ours would lie. */
function system(script: string, limitMs = 60_000) {
  const here = folder();
  const program = write(join(here, NAME), `#!/bin/sh\n${script}\n`, 0o755);
  return { ...windowsSystem(join(here, 'electron.exe'), limitMs), program, here };
}
const answering = (value: unknown) =>
  system(`printf '%s' '${JSON.stringify(value).replaceAll('\\', '\\\\')}'`);
const prints = (value: unknown) => system(`cat <<'END'\n${JSON.stringify(value)}\nEND`);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an answer of Windows (SEC-60)', () => {
  it('takes an answer of Windows that is whole', () => {
    expect(prints(FILE).files(['C:\\x'])).toEqual({ ok: true, value: FILE });
    expect(prints(START).start()).toEqual({ ok: true, value: START });
    expect(prints({ ...START, policy: null }).start()).toMatchObject({
      ok: true,
      value: { policy: null },
    });
    const upn = { user: FILE.user, upn: 'alice@corp.example' };
    expect(prints(upn).upn()).toEqual({ ok: true, value: upn });
  });

  it('asks Windows byte for byte, in the program’s folder and without our environment', () => {
    vi.stubEnv('USERNAME', 'mallory');
    vi.stubEnv('ProgramData', 'C:\\evil');
    vi.stubEnv('GATEHOUSE_SECRET', 'x');
    const path = 'C:\\a "b" %PATH% $HOME ü.txt';
    const found = { ...FILE, files: [LOOK, { ...LOOK, path }] };
    const asked = system(
      `{ printf '%s|' "$@"; pwd; tr '\\0' '\\n' < /proc/$$/environ; } > asked\ncat <<'END'\n${JSON.stringify(found)}\nEND`,
    );
    expect(asked.files(['C:\\x', path], 'behind')).toEqual({ ok: true, value: found });
    const [first = '', ...environment] = readFileSync(join(asked.here, 'asked'), 'utf8')
      .trim()
      .split('\n');
    expect(first).toBe(`behind|C:\\x|${path}|${asked.here}`);
    expect(environment.filter((line) => /mallory|evil|GATEHOUSE|PATH/.test(line))).toEqual([]);
  });

  it('asks no program of the same name in PATH for Windows', () => {
    const elsewhere = prints(FILE);
    vi.stubEnv('PATH', elsewhere.here);
    const empty = folder();
    const found = windowsSystem(join(empty, 'electron.exe')).files(['x']);
    expect(found).toEqual({
      ok: false,
      error: {
        program: join(empty, NAME),
        reason: 'cannot be started (ENOENT); install Gatehouse again',
      },
    });
  });

  it.each([
    [
      'fails, whatever it printed',
      `echo '${JSON.stringify(FILE)}'; exit 3`,
      'failed (exit code 3)',
    ],
    [
      'says why it failed',
      'printf "Key: error 5\\r\\nmore\\n" >&2; exit 1',
      'failed (Key: error 5)',
    ],
    ['says why in signs', 'printf "\\033[2Jbad\\303\\274\\n" >&2; exit 1', 'failed ( [2Jbad )'],
    ['is killed', 'kill -9 $$', 'failed (exit code null)'],
    ['prints no line', ':', 'gave no valid answer'],
    ['says half of it', `printf '%s' '{"user":{"sid":"0105"'`, 'gave no valid answer'],
    ['cannot be run', '', ''],
    ['goes on printing', 'exec cat /dev/zero', 'answered too much'],
  ])('believes no answer of Windows when the program %s', (_what, script, reason) => {
    const asked = system(script);
    if (script === '') chmodSync(asked.program, 0o644);
    const found = asked.files(['C:\\x']);
    expect(found).toMatchObject({ ok: false, error: { program: asked.program } });
    if (!found.ok)
      expect(found.error.reason).toContain(script === '' ? 'cannot be started (EACCES)' : reason);
  });

  it('waits for an answer of Windows no longer than the limit', () => {
    const asked = system('exec sleep 600', 300);
    expect(asked.start()).toEqual({
      ok: false,
      error: { program: asked.program, reason: 'did not answer in time; start Gatehouse again' },
    });
  });

  it.each([
    ['a member more', { ...FILE, more: 1 }],
    ['a member less', { files: [LOOK] }],
    ['invalid digits', { ...FILE, files: [{ ...LOOK, security: '0g' }] }],
    ['half a byte', { ...FILE, files: [{ ...LOOK, security: '012' }] }],
    ['an invalid number', { ...FILE, files: [{ ...LOOK, number: '-1' }] }],
    ['no path', { ...FILE, files: [{ ...LOOK, path: '' }] }],
    ['the answer to another question', START],
    ['another file', { ...FILE, files: [{ ...LOOK, path: 'C:\\y' }] }],
    ['a file more', { ...FILE, files: [LOOK, LOOK] }],
    ['a file less', { ...FILE, files: [] }],
    ['a list', [FILE]],
  ])('believes no answer of Windows with %s', (_what, value) => {
    expect(answering(value).files(['C:\\x'])).toMatchObject({
      error: { reason: 'gave no valid answer; install Gatehouse again' },
    });
  });
});
