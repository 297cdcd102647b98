/** Set-up asks Electron itself whether its sandbox works, with a shell script in its place. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../support/files/temp-folder.ts';
import { makesItsSandbox, sandboxRefusal } from '../../lab/runtime.ts';

const ABORTS =
  'FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured correctly.';

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
  const temp = tempFolders();

  it.each([
    ['works if it prints its version', '[ "$1" = --version ] && echo v45.3.4', true],
    ['fails if it aborts for want of a sandbox', `echo '${ABORTS}' >&2; exit 133`, false],
    [
      'works if it ends for another reason, which it tells itself',
      'echo no such library >&2; exit 127',
      true,
    ],
  ])('finds by Electron’s own start that the sandbox %s', async (_where, script, works) => {
    const electron = temp.write(
      path.join(temp.folder(), 'electron'),
      `#!/bin/sh\n${script}\n`,
      0o755,
    );
    expect(await makesItsSandbox([electron])).toBe(works);
  });

  it.each([
    ['1\n', 'AppArmor leaves user namespaces to the programs that it knows'],
    ['0\n', 'user namespaces are switched off on this machine'],
    [undefined, 'user namespaces are switched off on this machine'],
  ])('names the command that helps if the sandbox fails (%j)', (restriction, why) => {
    const helper = '/opt/chrome-sandbox';
    expect(sandboxRefusal('/opt/electron', restriction ?? '')).toMatchObject({
      why: `${why}, and the setuid helper is not set up`,
      remedy: `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    });
  });
});
