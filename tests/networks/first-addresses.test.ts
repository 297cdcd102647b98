/**
 * Names and addresses of the service as networks have them: a login gets there by whichever address
 * answers.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { run } from '../../lab/child-program.ts';
import { skipped as withoutElectron } from '../support/bench/here.ts';
import { tempFolders } from '../support/files/temp-folder.ts';
import type { Errand } from './support/in-namespace.ts';

const LINK = ['ip', 'link', 'add', 'here', 'type', 'veth', 'peer', 'name', 'there'];
const canMakeNetworks =
  process.getuid?.() === 0 && spawnSync('unshare', ['--net', '--mount', ...LINK]).status === 0;
const skipped = withoutElectron || (canMakeNetworks ? '' : 'networks cannot be made here');
const PROGRAM = resolve(import.meta.dirname, 'support', 'in-namespace.ts');

describe.skipIf(skipped !== '')(
  `the service’s addresses${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const temp = tempFolders();

    it.each<readonly [what: string, hosts: readonly string[], errand: Errand]>([
      [
        'a first address that never answers',
        ['2001:db8::7 mfa.test', '192.0.2.1 mfa.test'],
        { host: 'mfa.test', certified: 'mfa.test', listens: '192.0.2.1' },
      ],
      [
        'a first address that refuses',
        ['2001:db8::1 mfa.test', '192.0.2.1 mfa.test'],
        { host: 'mfa.test', certified: 'mfa.test', listens: '192.0.2.1' },
      ],
      [
        'IPv6 alone',
        ['2001:db8::1 mfa.test'],
        { host: 'mfa.test', certified: 'mfa.test', listens: '2001:db8::1' },
      ],
      [
        'an address of IPv6',
        [],
        { host: '[2001:db8::1]', certified: '2001:db8::1', listens: '2001:db8::1' },
      ],
      [
        'an address of IPv4',
        [],
        { host: '192.0.2.1', certified: '192.0.2.1', listens: '192.0.2.1' },
      ],
      [
        'a name in capitals',
        ['192.0.2.1 mfa.test'],
        { host: 'MFA.Test', certified: 'mfa.test', listens: '192.0.2.1' },
      ],
      [
        'a name with other letters than ASCII',
        ['192.0.2.1 xn--bcher-kva.test'],
        { host: 'bücher.test', certified: 'xn--bcher-kva.test', listens: '192.0.2.1' },
      ],
    ])('reaches the service by %s', async (_what, hosts, errand) => {
      const file = join(temp.folder(), 'hosts');
      writeFileSync(file, ['127.0.0.1 localhost', ...hosts, ''].join('\n'), { mode: 0o644 });
      const inside = 'mount --bind "$1" /etc/hosts && shift && exec "$@"';
      const ended = await run([
        ...(['unshare', '--net', '--mount', 'sh', '-c', inside, 'sh', file] as const),
        process.execPath,
        PROGRAM,
        JSON.stringify(errand),
      ]);
      const verdict = verdictSchema.parse(JSON.parse(ended.stdout.toString() || 'null'));
      expect(verdict, ended.stderr).toMatchObject({ outcome: 'bypassed', exitCode: 0 });
    });
  },
);
