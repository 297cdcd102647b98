/**
 * packaging/linux/after-install.sh, in a place where /opt and /run are its own: whether
 * `chrome-sandbox` stays setuid root.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = path.resolve(
  import.meta.dirname,
  '..',
  '..',
  'packaging',
  'linux',
  'after-install.sh',
);
const PLACE = `
  mount -t tmpfs none /opt && mount -t tmpfs none /run || exit 99
  mkdir -p /opt/gatehouse "$1" && touch /opt/gatehouse/chrome-sandbox && chmod "$2" /opt/gatehouse/chrome-sandbox
  sh "$3" configure && stat --format=%a /opt/gatehouse/chrome-sandbox`;
const BOOTED = '/run/systemd/system';

const inPlace = (...words: readonly string[]) =>
  spawnSync('unshare', ['--mount', ...words], { encoding: 'utf8' });
const reason =
  inPlace('mount', '-t', 'tmpfs', 'none', '/opt').status === 0 ? '' : 'only root may mount';
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const NAMESPACES = ['--user', '--map-root-user', '--pid', '--fork', '--net', 'true'];
const noNamespaces = spawnSync('setpriv', [...NOBODY, 'unshare', ...NAMESPACES]).status !== 0;

describe.skipIf(reason !== '')(`after the installation${reason && ` (skipped: ${reason})`}`, () => {
  let tools = '';
  beforeEach(() => {
    tools = mkdtempSync(path.join(tmpdir(), 'gatehouse-after-install-'));
    chmodSync(tools, 0o755);
    // The computer keeps its own profiles.
    tool('apparmor_parser', 'exit 1');
    tool('dpkg-statoverride', 'exit 1');
  });
  afterEach(() => {
    rmSync(tools, { recursive: true });
  });
  function tool(name: string, script: string): void {
    writeFileSync(path.join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  /** The mode that the script leaves, in octal digits. */
  function modeAfter(before: string, folder = BOOTED): string {
    const { stdout, stderr } = inPlace(
      'env',
      `PATH=${tools}:/usr/sbin:/usr/bin:/sbin:/bin`,
      'sh',
      '-c',
      PLACE,
      'sh',
      folder,
      before,
      SCRIPT,
    );
    expect(stderr).toBe('');
    return stdout.trim();
  }

  it.skipIf(noNamespaces)(
    'removes the setuid bit of the sandbox if an ordinary user makes namespaces (skipped: not possible here)',
    () => {
      expect(modeAfter('4755')).toBe('755');
    },
  );

  it.each([
    ['root alone makes namespaces', 'unshare', '[ "$(id -u)" = 0 ]'],
    [
      'a namespace gives no rights, as AppArmor has it',
      'unshare',
      '! case "$*" in *--map-root-user*) :;; *) false;; esac',
    ],
    [
      'a namespace of the network is refused',
      'unshare',
      '! case "$*" in *--net*) :;; *) false;; esac',
    ],
    ['no launcher can be tried', 'setpriv', 'exit 127'],
  ])(
    'keeps the setuid bit of the sandbox, and sets it again with an upgrade, if %s',
    (_where, name, script) => {
      tool(name, script);
      expect([modeAfter('4755'), modeAfter('755')]).toEqual(['4755', '4755']);
    },
  );

  it('keeps the setuid bit of the sandbox in an image that is being made', () => {
    expect(modeAfter('4755', '/run/other')).toBe('4755');
  });

  it('keeps the administrator’s own mode of the sandbox (dpkg-statoverride)', () => {
    tool('dpkg-statoverride', '[ "$*" = "--list /opt/gatehouse/chrome-sandbox" ]');
    expect([modeAfter('4755'), modeAfter('755')]).toEqual(['4755', '755']);
  });
});
