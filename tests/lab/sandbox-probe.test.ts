/** Set-up asks Electron itself whether its sandbox works, with a shell script in its place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

const { makesItsSandbox, sandboxRefusal } = await loadScript<{
  makesItsSandbox: (command: readonly string[]) => Promise<boolean>;
  sandboxRefusal: (executable: string, restriction?: string) => Error & { why: string; remedy: string };
}>('scripts/setup/runtime.mjs');

const ABORTS =
  'FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured correctly.';

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  let electron = '';
  beforeEach(() => {
    electron = path.join(mkdtempSync(path.join(os.tmpdir(), 'sandbox-')), 'electron');
  });
  afterEach(() => {
    rmSync(path.dirname(electron), { recursive: true });
  });

  it.each([
    ['where it prints its version', '[ "$1" = --version ] && echo v45.3.4', true],
    ['not where it aborts for want of a sandbox', `echo '${ABORTS}' >&2; exit 133`, false],
    ['where it ends for another reason, which it tells itself', 'echo no such library >&2; exit 127', true],
  ])('works %s', async (_where, script, works) => {
    writeFileSync(electron, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    expect(await makesItsSandbox([electron])).toBe(works);
  });

  it.each([
    ['1\n', 'AppArmor leaves user namespaces to the programs that it knows'],
    ['0\n', 'user namespaces are switched off on this machine'],
    [undefined, 'user namespaces are switched off on this machine'],
  ])('is refused with the command that helps (%j)', (restriction, why) => {
    const helper = path.join(path.dirname(electron), 'chrome-sandbox');
    expect(sandboxRefusal(electron, restriction ?? '')).toMatchObject({
      why: `${why}, and the setuid helper is not set up`,
      remedy: `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    });
  });
});
