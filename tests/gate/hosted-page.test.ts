/**
 * The real program with a prompt-capable application, without a window: its address is said, and
 * opened where there is a browser.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../lab/processes.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { checkout, here, MARK, skipped, type HereOptions } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, login, type Login, type RunningLogin } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { confirmAtPage, leavePage, ledTo, visit } from '../support/hosted-browser.ts';
import { run, type Program } from '../../lab/child-program.ts';
import { ELECTRON, HOSTS } from './support/hosts.ts';
import { GateSitting } from './support/pty.ts';

const PROMPT = { service: { applicationType: 'prompt' } };
const SAID_MS = 45_000;

/** The address that the program says, once it has said the whole line. */
async function pageOf(program: Program): Promise<string> {
  const address = (): string | undefined =>
    /^gatehouse: .*?: (http:\S+)\n/m.exec(program.said())?.[1];
  await eventually(
    'the address of the page',
    () => address() !== undefined,
    SAID_MS,
    () => program.said(),
  );
  return address() ?? '';
}

describe.skipIf(skipped !== '').each(HOSTS)(
  `the hosted page in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({ applicationType: 'prompt' }, host);
    /** Without a display there is no browser to start. */
    const hasBrowser = host === ELECTRON;

    // No browser of the computer's comes up: the pages are visited here, and in a real browser by
    // tests/browser.
    const path = process.env['PATH'] ?? '';
    beforeAll(() => {
      const folder = makeSandboxFolder('no-browser-');
      writeFileSync(join(folder, 'xdg-open'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      process.env['PATH'] = `${prepareForSandboxUser(folder)}:${path}`;
    });
    afterAll(() => {
      process.env['PATH'] = path;
    });

    /** Stands for the browser: notes the address it is given, and then does this. */
    function browser(
      then: string,
    ): Readonly<{ folder: string; addresses: () => readonly string[] }> {
      const folder = makeSandboxFolder('browser-');
      const opened = join(folder, 'opened');
      writeFileSync(opened, '');
      chmodSync(opened, 0o666);
      writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >>'${opened}'\n${then}\n`, {
        mode: 0o755,
      });
      prepareForSandboxUser(folder);
      return { folder, addresses: () => readFileSync(opened, 'utf8').split('\n').slice(0, -1) };
    }

    /** A gate whose person logs in at the hosted page. */
    const hosted = (user: string): Login<Program, HereOptions> =>
      login(on).with(PROMPT).as(user).by(null);

    it.each([
      ['confirms', 'ok', 'confirmed', null],
      ['cancels', 'cancel', 'cancelled', 'cancelled'],
      ['fails', 'error', 'not-now', 'hosted-page'],
    ] as const)(
      'ends the login as its page says when the person %s there',
      async (_, state, outcome, reason) => {
        await on.person().reset();
        const running = await hosted('alice').start();
        const page = await pageOf(running.program);
        const callback =
          state === 'ok'
            ? await confirmAtPage(page, on.person(), 'alice')
            : await leavePage(page, state);
        expect((await visit(callback)).text).toContain('You can close this page');
        const { verdict } = await running.ends(outcome, reason);
        const unknown = { method: null, application: null, company: null };
        expect(verdict).toMatchObject({ username: 'alice', ...unknown });
      },
    );

    if (hasBrowser) {
      it('ends by the callback though the browser keeps its connections, and has asked for more', async () => {
        await on.person().reset();
        const { folder, addresses } = browser('');
        const running = await hosted('alice')
          .under({ env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } })
          .start();
        const page = await pageOf(running.program);
        await eventually('the browser', () => addresses().length === 1, SAID_MS);
        const { host, port } = new URL(addresses()[0] ?? '');
        const agent = new Agent({ keepAlive: true });
        // Opened ahead, and never used.
        const ahead = Array.from({ length: 6 }, () => connect(Number(port), '127.0.0.1'));
        try {
          for (const socket of ahead) socket.on('error', () => undefined);
          const asked = (method: string, path: string): Promise<number> =>
            new Promise((resolve, reject) => {
              const sent = request(
                { agent, host: '127.0.0.1', port, path, method, headers: { host } },
                (response) => {
                  response.resume().on('end', () => {
                    resolve(response.statusCode ?? 0);
                  });
                },
              );
              sent.on('error', reject).end();
            });
          expect(await asked('GET', '/favicon.ico')).toBe(404);
          expect(await asked('OPTIONS', '/')).toBe(405);
          const callback = new URL(await confirmAtPage(page, on.person(), 'alice'));
          expect(await asked('HEAD', callback.pathname + callback.search)).toBe(405);
          expect(await asked('GET', callback.pathname + callback.search)).toBe(200);
          expect(await asked('GET', '/favicon.ico').catch(() => 404)).toBe(404);
          await running.ends('confirmed');
        } finally {
          agent.destroy();
          for (const socket of ahead) socket.destroy();
        }
      });
    }

    it('ends the login of a denied account at once, with the address of its page', async () => {
      await on.person().reset();
      const { words } = await hosted('denied').ends('denied', 'denied-by-service');
      expect(words).toMatch(/access is denied, or .*: http:\S+\/deny\/\S+$/m);
    });

    if (hasBrowser) {
      it('starts the browser from a terminal, once more by a key, and shows the page’s address', async () => {
        await on.person().reset();
        const { folder, addresses } = browser('');
        const at = new GateSitting(
          ['--user', 'alice', '--', 'sh', '-c', `echo "${MARK}"; exit 23`],
          {
            config: on.config(PROMPT),
            env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
          },
        );
        try {
          const page = await at.shows(
            /http:\/\/127\.0\.0\.1:\d+\/api\/transaction\/process\/[\w-]+(?=\s)/,
          );
          await at.shows('Your choice: ');
          await eventually(
            'the browser',
            () => addresses().length === 1,
            SAID_MS,
            () => at.shown,
          );
          at.line('p');
          await eventually(
            'the browser again',
            () => addresses().length === 2,
            SAID_MS,
            () => at.shown,
          );
          for (const address of addresses()) expect(await ledTo(address)).toBe(page);
          await visit(await confirmAtPage(page, on.person(), 'alice'));
          await at.shows(MARK);
          expect((await at.ended).code).toBe(23);
          expect(at.status()).toMatchObject({
            outcome: 'confirmed',
            username: 'alice',
            method: null,
          });
          expect(at.modes().after).toBe(at.modes().before);
        } finally {
          await at.remove();
        }
      });
    }

    if (hasBrowser) {
      it('passes no stream of the caller to the browser, which outlives the login (SEC-92)', async () => {
        await on.person().reset();
        const { folder, addresses } = browser(`echo "$$" >>"\${0%/*}/opened"; exec sleep 600`);
        const other = browser('');
        const running = await hosted('alice')
          .under({
            cwd: other.folder,
            env: { PATH: `:.:${folder}:${process.env['PATH'] ?? ''}` },
          })
          .start();
        const page = await pageOf(running.program);
        await eventually(
          'the browser',
          () => addresses().length === 2,
          SAID_MS,
          () => running.program.said(),
        );
        const pid = Number(addresses()[1]);
        try {
          await visit(await confirmAtPage(page, on.person(), 'alice'));
          // Not before each of its streams has come to its end.
          await running.ends('confirmed');
          // It may be on the way from its first line to this program still.
          await eventually('the browser to go on', () => commandOf(pid).includes('sleep'), SAID_MS);
          // Nothing is started from the working folder, whatever PATH says.
          expect(other.addresses()).toEqual([]);
        } finally {
          process.kill(pid, 'SIGKILL');
        }
      });
    }

    it('refuses a server without the secret key after one good login, until that is forgotten (SEC-99)', async () => {
      await on.person().reset();
      const config = { ...PROMPT, login: { bypass: 'deny' } };
      const visited = async (): Promise<RunningLogin<Program>> => {
        const running = await check(on).with(config).as('alice').by(null).start();
        const page = pageOf(running.program).then((address) =>
          confirmAtPage(address, on.person(), 'alice'),
        );
        page.then(visit).catch(() => undefined);
        return running;
      };
      await (await visited()).ends('confirmed');
      // A server that ends TLS without the secret key: the same address, and no signature.
      await on.person().fault({ path: '*', kind: 'missing-signature' });
      const { words } = await (await visited()).ends('misconfigured');
      expect(words).toMatch(/^gatehouse: response-signature-dropped \(init: dropped\)$/m);
      expect(words).toContain('gatehouse keys forget --signed-answers');
      const forgotten = await run([LAUNCHER, 'keys', 'forget', '--signed-answers'], {
        env: host.env,
      });
      expect([forgotten.code, forgotten.stdout.toString()], forgotten.stderr).toEqual([
        0,
        'It is forgotten which answers were signed. The keys are unchanged.\n',
      ]);
      await (await visited()).ends('confirmed');
      await on.person().reset();
    });

    it('times out if the person does not return from the hosted page', async () => {
      await on.person().reset();
      await hosted('alice').saying('--timeout', '3').ends('not-now', 'timed-out');
    });

    it('starts a browser with a display alone, and prints the address in any case', async () => {
      await on.person().reset();
      const { folder, addresses } = browser('');
      const running = await hosted('alice')
        .under({ env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } })
        .start();
      const page = await pageOf(running.program);
      await visit(await confirmAtPage(page, on.person(), 'alice'));
      const { stderr } = await running.ends('confirmed');
      expect(addresses().length, stderr).toBe(hasBrowser ? 1 : 0);
    });

    it('refuses --method for a login of the hosted page with 64 and the reason', async () => {
      const { words } = await hosted('alice').by('push').ends('usage');
      expect(words).toMatch(/--method: is for/);
    });

    if (!hasBrowser) {
      it('refuses a login of the hosted page without a terminal and without --no-ui with 64, if no display is there', async () => {
        const inWindow = login(here({ ...on, frontend: [] }));
        const { words } = await inWindow.with(PROMPT).as('alice').by(null).ends('usage');
        expect(words).toMatch(/needs --no-ui/);
      });
    }
  },
);
