/**
 * Addresses of a name in plain Node, in a network of the test's own: the rows of
 * `tests/networks/first-addresses.test.ts`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../../support/files/temp-folder.ts';

const LINK = ['ip', 'link', 'add', 'here', 'type', 'veth', 'peer', 'name', 'there'];
const canMakeNetworks =
  process.getuid?.() === 0 && spawnSync('unshare', ['--net', '--mount', ...LINK]).status === 0;
const skipped = canMakeNetworks ? '' : 'networks cannot be made here';
const PROGRAM = join(import.meta.dirname, 'support', 'ask-in-namespace.ts');

describe.skipIf(skipped !== '')(
  `a service’s addresses, in plain Node${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const temp = tempFolders();
    const run = promisify(execFile);

    it.each<readonly [what: string, hosts: readonly string[], host: string, listens: string]>([
      [
        'a first address that never answers',
        ['2001:db8::7 mfa.test', '192.0.2.1 mfa.test'],
        'mfa.test',
        '192.0.2.1',
      ],
      [
        'a first address that refuses',
        ['2001:db8::1 mfa.test', '192.0.2.1 mfa.test'],
        'mfa.test',
        '192.0.2.1',
      ],
      ['IPv6 alone', ['2001:db8::1 mfa.test'], 'mfa.test', '2001:db8::1'],
      ['an address of IPv6', [], '[2001:db8::1]', '2001:db8::1'],
      ['an address of IPv4', [], '192.0.2.1', '192.0.2.1'],
      ['a name in capitals', ['192.0.2.1 mfa.test'], 'MFA.Test', '192.0.2.1'],
      [
        'a name with other letters than ASCII',
        ['192.0.2.1 xn--bcher-kva.test'],
        'bücher.test',
        '192.0.2.1',
      ],
    ])('reaches the service by %s', async (_what, hosts, host, listens) => {
      const file = join(temp.folder(), 'hosts');
      writeFileSync(file, ['127.0.0.1 localhost', ...hosts, ''].join('\n'), { mode: 0o644 });
      const inside = 'mount --bind "$1" /etc/hosts && shift && exec "$@"';
      const words = ['--net', '--mount', 'sh', '-c', inside, 'sh', file];
      const { stdout } = await run('unshare', [...words, process.execPath, PROGRAM, host, listens]);
      expect(JSON.parse(stdout)).toBe('reached');
    });
  },
);
