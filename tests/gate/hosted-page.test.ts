/** The real program with a prompt-capable application, without a window: its address is said, and opened where there is a browser. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../e2e/support/processes.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { eventually } from '../support/eventually.ts';
import { confirmAtPage, leavePage, ledTo, visit } from '../support/hosted-browser.ts';
import { gateSuite, LAUNCHER, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { ELECTRON, HOSTS } from './support/hosts.ts';
import { run, type Ended, type Program } from './support/program.ts';
import { GateSitting } from './support/pty.ts';

const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];
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
    const suite = gateSuite({ applicationType: 'prompt' }, host);
    /** Without a display there is no browser to start. */
    const hasBrowser = host === ELECTRON;

    // No browser of the computer's comes up: the pages are visited here, and in a real browser by tests/browser.
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

    const gate = (user: string, words: readonly string[] = []): Program =>
      suite.start(['--no-ui', '--user', user, ...words, '--status-fd', '5', ...COMMAND], {
        config: PROMPT,
        listenTo: [5],
      });

    it.each([
      ['confirms', 'alice', 'ok', 'confirmed', null, 23],
      ['cancels', 'alice', 'cancel', 'cancelled', 'cancelled', 130],
      ['fails', 'alice', 'error', 'not-now', 'hosted-page', 75],
    ] as const)(
      'ends the login as its page says when the person %s there',
      async (_, user, state, outcome, reason, code) => {
        await suite.person().reset();
        const program = gate(user);
        const page = await pageOf(program);
        const callback =
          state === 'ok'
            ? await confirmAtPage(page, suite.person(), user)
            : await leavePage(page, state);
        expect((await visit(callback)).text).toContain('You can close this page');
        const ended = await program.ended;
        expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
          code,
          ran: code === 23 ? `${MARK}\n` : '',
        });
        expect(statusOf(ended.heard.get(5))).toMatchObject({
          outcome,
          reason,
          exitCode: code === 23 ? 0 : code,
          username: user,
          method: null,
          application: null,
          company: null,
        });
      },
    );

    if (hasBrowser) {
      it('ends by the callback though the browser keeps its connections, and has asked for more', async () => {
        await suite.person().reset();
        const { folder, addresses } = browser('');
        const program = suite.start(
          ['--no-ui', '--user', 'alice', '--status-fd', '5', ...COMMAND],
          {
            config: PROMPT,
            listenTo: [5],
            env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
          },
        );
        const page = await pageOf(program);
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
          const callback = new URL(await confirmAtPage(page, suite.person(), 'alice'));
          expect(await asked('HEAD', callback.pathname + callback.search)).toBe(405);
          expect(await asked('GET', callback.pathname + callback.search)).toBe(200);
          expect(await asked('GET', '/favicon.ico').catch(() => 404)).toBe(404);
          const ended = await program.ended;
          expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
            code: 23,
            ran: `${MARK}\n`,
          });
        } finally {
          agent.destroy();
          for (const socket of ahead) socket.destroy();
        }
      });
    }

    it('ends the login of a denied account at once, with the address of its page', async () => {
      await suite.person().reset();
      const ended = await gate('denied').ended;
      expect(ended.code, ended.stderr).toBe(77);
      expect(statusOf(ended.heard.get(5))).toMatchObject({
        outcome: 'denied',
        reason: 'denied-by-service',
      });
      expect(wordsOf(ended)).toMatch(/access is denied, or .*: http:\S+\/deny\/\S+$/m);
    });

    if (hasBrowser) {
      it('starts the browser from a terminal, once more by a key, and shows the page’s address', async () => {
        await suite.person().reset();
        const { folder, addresses } = browser('');
        const at = new GateSitting(['--user', 'alice', ...COMMAND], {
          config: suite.config(PROMPT),
          env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
        });
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
          await visit(await confirmAtPage(page, suite.person(), 'alice'));
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
        await suite.person().reset();
        const { folder, addresses } = browser(`echo "$$" >>"\${0%/*}/opened"; exec sleep 600`);
        const other = browser('');
        const program = suite.start(
          ['--no-ui', '--user', 'alice', '--status-fd', '5', ...COMMAND],
          {
            config: PROMPT,
            listenTo: [5],
            cwd: other.folder,
            env: { PATH: `:.:${folder}:${process.env['PATH'] ?? ''}` },
          },
        );
        const page = await pageOf(program);
        await eventually(
          'the browser',
          () => addresses().length === 2,
          SAID_MS,
          () => program.said(),
        );
        const pid = Number(addresses()[1]);
        try {
          await visit(await confirmAtPage(page, suite.person(), 'alice'));
          // Not before each of its streams has come to its end.
          const ended = await program.ended;
          expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
            code: 23,
            ran: `${MARK}\n`,
          });
          expect(statusOf(ended.heard.get(5))).toMatchObject({ outcome: 'confirmed' });
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
      await suite.person().reset();
      const config = { ...PROMPT, login: { bypass: 'deny' } };
      const login = async (): Promise<Ended> => {
        const program = suite.start(['check', '--no-ui', '--user', 'alice'], { config });
        const page = pageOf(program).then((address) =>
          confirmAtPage(address, suite.person(), 'alice'),
        );
        page.then(visit).catch(() => undefined);
        return await program.ended;
      };
      expect((await login()).code).toBe(0);
      // A server that ends TLS without the secret key: the same address, and no signature.
      await suite.person().fault({ path: '*', kind: 'missing-signature' });
      const refused = await login();
      expect(refused.code, refused.stderr).toBe(78);
      expect(wordsOf(refused)).toMatch(
        /^gatehouse: response-signature-dropped \(init: dropped\)$/m,
      );
      expect(wordsOf(refused)).toContain('gatehouse keys forget --signed-answers');
      const forgotten = await run([LAUNCHER, 'keys', 'forget', '--signed-answers'], {
        env: host.env,
      });
      expect([forgotten.code, forgotten.stdout.toString()], forgotten.stderr).toEqual([
        0,
        'It is forgotten which answers were signed. The keys are unchanged.\n',
      ]);
      expect((await login()).code).toBe(0);
      await suite.person().reset();
    });

    it('times out if the person does not return from the hosted page', async () => {
      await suite.person().reset();
      const ended = await gate('alice', ['--timeout', '3']).ended;
      expect(ended.code, ended.stderr).toBe(75);
      expect(statusOf(ended.heard.get(5))).toMatchObject({
        outcome: 'not-now',
        reason: 'timed-out',
      });
    });

    it('starts a browser with a display alone, and prints the address in any case', async () => {
      await suite.person().reset();
      const { folder, addresses } = browser('');
      const program = suite.start(['--no-ui', '--user', 'alice', '--status-fd', '5', ...COMMAND], {
        config: PROMPT,
        listenTo: [5],
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      });
      const page = await pageOf(program);
      await visit(await confirmAtPage(page, suite.person(), 'alice'));
      const ended = await program.ended;
      expect([ended.code, addresses().length], ended.stderr).toEqual([23, hasBrowser ? 1 : 0]);
    });

    it('refuses --method for a login of the hosted page with 64 and the reason', async () => {
      const words = ['--no-ui', '--user', 'alice', '--method', 'push', ...COMMAND];
      const ended = await suite.start(words, { config: PROMPT }).ended;
      expect(ended.code, ended.stderr).toBe(64);
      expect(wordsOf(ended)).toMatch(/--method: is for/);
    });

    if (!hasBrowser) {
      it('refuses a login of the hosted page without a terminal and without --no-ui with 64, if no display is there', async () => {
        const ended = await suite.start(['--user', 'alice', ...COMMAND], { config: PROMPT }).ended;
        expect(ended.code, ended.stderr).toBe(64);
        expect(wordsOf(ended)).toMatch(/needs --no-ui/);
      });
    }
  },
);
