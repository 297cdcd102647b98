/** The files that a configuration from a checkout comes from; `gatehouse config` of a package: tests/packaged/config.test.ts. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectiveConfigSchema } from '../../shared/config/config-report.ts';
import { gateSuite, LAUNCHER, skipped } from './support/gate.ts';
import { eventually } from '../support/eventually.ts';
import { addEntry, hasLists, LISTED, NEEDS_LISTS } from '../support/files/posix-lists.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { Program, run as runProgram } from './support/program.ts';

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)('gatehouse config in $name', (host) => {
  const suite = gateSuite({}, host);
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
    const given = suite.config({ service: { baseUrl: `http://127.0.0.1:${String(port)}` } });
    const env = { XDG_CONFIG_HOME: home, GATEHOUSE_RUNNER_HOME: home };
    const shown = await run([LAUNCHER, 'config', 'show', '--json', '--config', given], env);
    const { ignored } = effectiveConfigSchema.parse(JSON.parse(shown.stdout.toString()));
    const words = ['check', '--no-ui', '--user', 'ceo', '--method', 'push', '--config', given];
    const { code } = await run([LAUNCHER, ...words], env);
    silent.close();
    expect([code, ...ignored.map(({ key }) => key)]).toEqual([
      69,
      'service.proxy',
      'login.failMode',
    ]);
  });

  it.skipIf(!hasLists)(
    `refuses a configuration that an access control list lets another account write (SEC-73, SEC-98) ${NEEDS_LISTS}`,
    async () => {
      const file = suite.config();
      const folder = dirname(file);
      const check = async () => {
        const words = ['check', '--json', '--no-ui', '--user', 'bypassed', '--method', 'push'];
        const { code, stderr } = await run([LAUNCHER, ...words, '--config', file]);
        return {
          code,
          said: stderr.split('\n').filter((line) => line.includes('access control list')),
        };
      };
      // The person's private group, as with a umask of 002.
      chmodSync(file, 0o660);
      chmodSync(folder, 0o770);
      expect(await check()).toEqual({ code: 0, said: [] });
      addEntry(file);
      const reason = 'can be written by others through its access control list (chmod g-w)';
      expect(await check()).toEqual({ code: 78, said: [`gatehouse: ${file}: ${reason}`] });
      chmodSync(file, 0o640);
      addEntry(folder, `u:${LISTED}:rwx`);
      const below = `${reason}; config.json lies behind it`;
      expect(await check()).toEqual({ code: 78, said: [`gatehouse: ${folder}: ${below}`] });
    },
  );

  /** Shows its standard input as its command line, as a process closed to inspection: root owns its /proc file. */
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
        credentials: { secretKeyFile: join(dirname(suite.config()), 'secret') },
        login: { failMode: 'allow-when-unreachable' },
      };
      // More than the page that is shown, so that it ends in no NUL.
      const mallory = new Program(['python3', '-c', SAYS, ' '.repeat(6000)], {
        input: JSON.stringify(says),
      });
      await eventually('the words of mallory', () => mallory.said(1) === 'said\n');
      const link = join(shared, 'login.json');
      symlinkSync(`/proc/${String(mallory.pid)}/cmdline`, link);
      const words = ['check', '--no-ui', '--user', 'ceo', '--method', 'push', '--config', link];
      const open = await run([LAUNCHER, ...words]);
      chmodSync(shared, 0o755);
      const alone = await run([LAUNCHER, ...words]);
      mallory.signal('SIGKILL');
      expect([open.code, alone.code]).toEqual([78, 78]);
      expect(open.stderr).toContain(`gatehouse: ${shared}: can be written by others (chmod go-w)`);
      expect(alone.stderr).toContain(`gatehouse: ${link}: has content without a size`);
    },
  );
});
