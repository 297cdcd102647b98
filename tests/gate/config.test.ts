/**
 * The files that a configuration from a checkout comes from; `gatehouse config` of a package:
 * tests/packaged/config.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectiveConfigSchema } from '../../shared/config/config-report.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { addEntry, hasLists, LISTED, NEEDS_LISTS } from '../support/files/posix-lists.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { Program, run as runProgram } from '../../lab/child-program.ts';

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)('gatehouse config in $name', (host) => {
  const on = checkout({}, host);
  const run = (words: Parameters<typeof runProgram>[0], env: NodeJS.ProcessEnv = {}) =>
    runProgram(words, { env: { ...host.env, ...env } });

  it('ignores the fail mode of the person’s own file if --config names another (SEC-97)', async () => {
    // Silent: with the person's fail mode and time limit it would let in.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const home = host.makeFolder('own-config-');
    const own = {
      login: { failMode: 'allow-when-unreachable', timeouts: { requestSeconds: 1 } },
      service: { proxy: `http://127.0.0.1:${String(port)}` },
    };
    for (const folder of ['Gatehouse', '.config/Gatehouse']) {
      mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
      writeFileSync(join(home, folder, 'config.json'), JSON.stringify(own));
    }
    host.own(home);
    const given = on.config({ service: { baseUrl: `http://127.0.0.1:${String(port)}` } });
    const env = { XDG_CONFIG_HOME: home, GATEHOUSE_RUNNER_HOME: home };
    const shown = await run([LAUNCHER, 'config', 'show', '--json', '--config', given], env);
    const { ignored } = effectiveConfigSchema.parse(JSON.parse(shown.stdout.toString()));
    await check(on).with(given).as('ceo').under({ env }).ends('unreachable');
    silent.close();
    expect(ignored.map(({ key }) => key)).toEqual(['service.proxy', 'login.failMode']);
  });

  it.skipIf(!hasLists)(
    `refuses a configuration that an access control list lets another account write (SEC-73, SEC-98) ${NEEDS_LISTS}`,
    async () => {
      const file = on.config();
      const folder = dirname(file);
      const bypassed = check(on).with(file).as('bypassed');
      const refused = async () => (await bypassed.ends('misconfigured')).words;
      // The person's private group, as with a umask of 002.
      chmodSync(file, 0o660);
      chmodSync(folder, 0o770);
      expect((await bypassed.ends('bypassed')).words).not.toContain('access control list');
      addEntry(file);
      const reason = 'can be written by others through its access control list (chmod g-w)';
      expect(await refused()).toBe(`gatehouse: ${file}: ${reason}`);
      chmodSync(file, 0o640);
      addEntry(folder, `u:${LISTED}:rwx`);
      const below = `${reason}; config.json lies behind it`;
      expect(await refused()).toBe(`gatehouse: ${folder}: ${below}`);
    },
  );

  /**
   * Shows its standard input as its command line, as a process closed to inspection: root owns its
   * /proc file.
   */
  const SAYS = `
import ctypes, signal, sys
text = sys.stdin.buffer.read()
start, end = [int(field) for field in open('/proc/self/stat').read().rsplit(')', 1)[1].split()[45:47]]
ctypes.memset(start, 32, end - start)
ctypes.memmove(start, text, len(text))
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
print('said', flush=True)
signal.pause()`;
  const hasPython = spawnSync('python3', ['-c', 'import ctypes']).status === 0;

  it.skipIf(!hasPython || process.platform !== 'linux')(
    'distrusts another user’s link to the command line of their process, a file of root’s (SEC-98)',
    async () => {
      const shared = host.makeFolder('shared-');
      chmodSync(shared, 0o777);
      const says = {
        service: { baseUrl: 'http://127.0.0.1:2', systemToken: 'mallory' },
        credentials: { secretKeyFile: join(dirname(on.config()), 'secret') },
        login: { failMode: 'allow-when-unreachable' },
      };
      // More than the page that is shown, so that it ends in no NUL.
      const mallory = new Program(['python3', '-c', SAYS, ' '.repeat(6000)], {
        input: JSON.stringify(says),
      });
      await eventually('the words of mallory', () => mallory.said(1) === 'said\n');
      const link = join(shared, 'login.json');
      symlinkSync(`/proc/${String(mallory.pid)}/cmdline`, link);
      const byLink = check(on).with(link).as('ceo');
      const open = await byLink.ends('misconfigured');
      chmodSync(shared, 0o755);
      const alone = await byLink.ends('misconfigured');
      mallory.signal('SIGKILL');
      expect(open.stderr).toContain(`gatehouse: ${shared}: can be written by others (chmod go-w)`);
      expect(alone.stderr).toContain(`gatehouse: ${link}: has content without a size`);
    },
  );
});
