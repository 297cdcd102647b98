/**
 * The real program in a faulty environment: it reports the fault and lets no person in because of
 * it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endingWithUs } from '../../scripts/lib/run.ts';
import { makeSandboxFolder, requireElectron } from '../../lab/electron-runtime.ts';
import { checkout, here, MARK, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { checkoutLauncher } from '../support/native/native-tools.ts';
import { run } from '../../lab/child-program.ts';
import { ELECTRON, HOSTS } from './support/hosts.ts';

/** Longer than Chromium needs to notice, where it does. */
const GIVES_UP_MS = 10_000;
const AT_ONCE_MS = 45_000;

const server = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'Xvfb')).find(existsSync); // prettier-ignore

describe.skipIf(skipped !== '').each(HOSTS)(
  `bad input in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);
    const servers: ChildProcess[] = [];
    afterAll(() => {
      for (const child of servers) child.kill();
    });

    it.concurrent('goes on with the login when the log file cannot be written, and says so', async () => {
      const logging = login(on).as('bypassed').saying('--log-file', '/no-such-folder/log.jsonl');
      const { words } = await logging.ends('bypassed');
      expect(words).toContain(
        'log: /no-such-folder/log.jsonl cannot be written (ENOENT); going on without it',
      );
    });

    it.concurrent.each([[['--help', 'check']], [['--version', 'check', '--json']]])(
      'ends with 64 if information is asked for in place of a login: %j (SEC-29)',
      async (words) => {
        const ended = await run([LAUNCHER, ...words], { env: host.env });
        expect(ended).toMatchObject({ code: 64, signal: null });
      },
    );

    it.concurrent('starts in the shell of an editor that has Electron run as Node', async () => {
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      await login(on).as('bypassed').under({ env }).ends('bypassed');
    });

    it.concurrent('ends the login before any request if the status file cannot be written', async () => {
      const file = '/no-such-folder/status.json';
      const { words } = await login(on).as('locked').saying('--status-file', file).ends('usage');
      expect(words).toMatch(/the folder .* does not exist/);
      const asked = (await on.person().log()).filter(({ body }) => body?.['username'] === 'locked');
      expect(asked).toEqual([]);
    });

    it.concurrent('goes on with the login when its streams are closed, and keeps them closed to the command', async () => {
      const seen = join(host.makeFolder('closed-'), 'seen');
      const look = `for n in 0 1 2; do [ -e /dev/fd/$n ] || closed=$closed$n; done; exec 9>"${seen}"; echo "$closed" >&9; exit 23`;
      await login(on)
        .as('bypassed')
        .before(['sh', '-c', look], 23)
        .under({ wrapped: 'exec "$@" <&- >&- 2>&-' })
        .ends('bypassed');
      expect(readFileSync(seen, 'utf8')).toBe('012\n');
    });

    if (host === ELECTRON) {
      it.skipIf(server === undefined).concurrent(
        `ends as an internal fault, or lets in by the approval, when the display goes away${server === undefined ? ' (skipped: there is no Xvfb)' : ''}`,
        async () => {
          const [command, args] = endingWithUs(
            server ?? 'Xvfb',
            ['-displayfd', '3', '-ac', '-noreset', '-nolisten', 'tcp'],
            'KILL',
          );
          const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
          servers.push(child);
          let number = '';
          child.stdio[3]?.on('data', (chunk: Buffer) => (number += chunk.toString()));
          await eventually('the display to be there', () => /^\d+\n$/.test(number), AT_ONCE_MS);
          const env = { DISPLAY: `:${number.trim()}` };
          const running = await login(on).under({ env }).asked();
          child.kill();
          // Chromium usually exits without a display; a login that needs no display may also go on,
          // and is approved then.
          await Promise.race([
            running.program.ended,
            new Promise((resolve) => setTimeout(resolve, GIVES_UP_MS)),
          ]);
          await running.approve();
          const { code, stdout, verdict } = await running.ended();
          // A busy Chromium may exit after the approval was sent.
          expect([
            { code: 70, ran: '', outcome: 'internal' },
            { code: 23, ran: MARK, outcome: 'confirmed' },
          ]).toContainEqual({ code, ran: stdout.toString().trim(), outcome: verdict?.outcome });
        },
      );
    }

    if (host === ELECTRON) {
      it.concurrent('ends the launcher of a package at once with 64 without any display, and leaves no process', async () => {
        const packaged = here({
          person: on.person,
          config: on.config,
          launcher: () => [packageLike()],
          frontend: [],
        });
        const began = performance.now();
        const running = await login(packaged)
          .as(null)
          .by(null)
          .under({ env: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined } })
          .start();
        const { words, stderr } = await running.ends('usage', 'nothing-to-answer-with');
        expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
        expect(words).not.toBe('');
        expect(stderr).not.toMatch(/internal fault|Segmentation|core dumped/);
        // Helper processes end after the program; no process may be left.
        let left: readonly string[] = [];
        const isGone = async (): Promise<boolean> => {
          const { stdout } = await run(['ps', '-o', 'stat=', '-s', String(running.program.pid)]);
          left = stdout
            .toString()
            .split('\n')
            .filter((state) => state !== '' && !state.startsWith('Z'));
          return left.length === 0;
        };
        await eventually('no process to be left', isGone, undefined, () => left.join(' '));
      });
    }

    // An 8-bit terminal obeys some of the bytes of UTF-8. Not concurrent: other tests would meet
    // the fault.
    it.each([
      ['C', '?2J ? "said"...'],
      ['C.UTF-8', '\u015b2J 日 “said”…'],
    ])('shows the service’s words in letters that the locale %s has', async (locale, shown) => {
      const errorMessage = '\u015b2J 日 “said”…';
      const exception = 'MissingFieldException';
      const fault = {
        path: '/api/transaction/init',
        kind: 'exception',
        exception,
        code: 3,
        errorMessage,
      };
      await on.person().fault({ ...fault, times: 1 });
      const env = { LC_ALL: locale };
      const refused = await login(on).as('locked').under({ env }).start();
      const { stdout, words } = await refused.ended();
      expect(stdout.toString()).toBe('');
      expect(words).toContain(`the service says: ${shown}`);
    });
  },
);

/** The launcher of a package beside the real Electron, which has its app in a folder here. */
function packageLike(): string {
  const { executable, appDir } = requireElectron();
  const folder = makeSandboxFolder('package-');
  mkdirSync(join(folder, 'bin'));
  cpSync(checkoutLauncher('installed'), join(folder, 'bin', 'gatehouse'));
  const program = join(folder, 'gatehouse');
  const script = `switch=$1 facts=$2\nshift 2\nexec "${executable}" "$switch" "$facts" "${appDir}" "$@"\n`;
  writeFileSync(program, `#!/bin/sh\n${script}`);
  chmodSync(program, 0o755);
  return join(folder, 'bin', 'gatehouse');
}
