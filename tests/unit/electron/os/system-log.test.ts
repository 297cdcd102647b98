/**
 * Programs of the shell in the place of `logger`; the real one, and a real socket:
 * tests/gate/audit.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LONGEST_LINE_BYTES } from '../../../../electron/os/log-program.ts';
import { writeToSystemLog } from '../../../../electron/os/system-log.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();

/** A program of the shell in the place of the system's. */
function programOf(script: string) {
  const here = folder();
  const program = write(join(here, 'logger'), `#!/bin/sh\n${script}\n`, 0o755);
  return { program, args: ['--one', 'two three'], folder: here, socket: null };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the program that writes to the system’s log', () => {
  it('gets the line on its standard input, without our environment (SEC-118)', () => {
    vi.stubEnv('LD_PRELOAD_OF_TEST', 'canary');
    const script = `{ cat; printf '%s|' "$@"; pwd; tr '\\0' '\\n' < /proc/$$/environ; } > got`;
    const log = programOf(script);
    expect(writeToSystemLog('{"v":1}', log)).toEqual({ ok: true, value: null });
    const got = readFileSync(join(log.folder, 'got'), 'utf8');
    expect(got).toMatch(/^\{"v":1\}\n--one\|two three\|/);
    expect(got).not.toContain('canary');
  });
});

describe('a line that the system’s log does not take', () => {
  const failed = (error: string) => ({ ok: false, error });

  it('fails with the first line of what the program says, after an exit code of 0 too', () => {
    for (const code of [0, 1]) {
      const log = programOf(
        `cat >/dev/null; echo 'logger: send message failed\nmore' >&2; exit ${code}`,
      );
      expect(writeToSystemLog('x', log)).toEqual(
        failed(`${log.program} failed (logger: send message failed)`),
      );
    }
  });

  it('fails with the exit code of a program that says nothing', () => {
    const log = programOf('cat >/dev/null; exit 3');
    expect(writeToSystemLog('x', log)).toEqual(failed(`${log.program} failed (exit code 3)`));
  });

  it('fails after the limit if the program hangs, and ends it', () => {
    const log = programOf('echo $$ > pid; exec sleep 600');
    expect(writeToSystemLog('x', log, 500)).toEqual(
      failed(`${log.program} did not answer in 0.5 seconds`),
    );
    const pid = Number(readFileSync(join(log.folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('fails if the program is killed', () => {
    for (const script of ['kill -9 $$', 'exec <&-; kill -9 $$', 'cat >got; kill -9 $$']) {
      const log = programOf(script);
      expect(writeToSystemLog('x', log)).toEqual(failed(`${log.program} was killed`));
    }
  });

  it('fails if the program is missing', () => {
    const log = { ...programOf(''), program: '/nowhere/logger' };
    expect(writeToSystemLog('x', log)).toEqual(
      failed('/nowhere/logger cannot be started (ENOENT)'),
    );
  });

  it('fails for a line that would become two', () => {
    const log = programOf('cat > got');
    expect(writeToSystemLog('x'.repeat(LONGEST_LINE_BYTES), log).ok).toBe(true);
    expect(writeToSystemLog('ü'.repeat(LONGEST_LINE_BYTES / 2 + 1), log)).toEqual(
      failed('the line is longer than 8192 bytes (8194)'),
    );
  });
});
