/** What the terminal without Chromium refuses in words, and what of its environment changes nothing. */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import { checkout, here, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, login, wordsOf } from '../support/bench/login.ts';
import { issue, makeAuthority, type Issued } from '../support/certificates/certificates.ts';
import { checkoutLauncher } from '../support/native/native-tools.ts';
import { NODE } from './support/hosts.ts';
import { run, type Ended } from '../../lab/child-program.ts';
import { mainOf } from './support/pty.ts';

const inCheckout = (...names: readonly string[]): string =>
  resolve(import.meta.dirname, '..', '..', ...names);

/** A part of `keys status --json`. */
type Status = Readonly<{ keyStore: object; ticketKeyPlace: Readonly<{ keptIn: string }> | null }>;

const TERMINAL = inCheckout('dist', 'terminal', 'terminal.cjs');

describe.skipIf(skipped !== '')('the terminal without Chromium', () => {
  const on = checkout({}, NODE);

  /** Starts the program with a home of its own. */
  const start = (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    run([LAUNCHER, ...words], { env: { ...NODE.env, ...env } });

  it('opens no window without a display, and says what there is instead', async () => {
    const ended = await start([]);
    expect([ended.code, ended.stdout.toString()]).toEqual([69, '']);
    expect(wordsOf(ended)).toMatch(/there is no window: give a command behind "--", or use check/);
  });

  it.each([
    ['check', ['check', '--no-ui', '--user', 'bypassed', '--method', 'push']],
    ['doctor', ['doctor', '--json']],
    ['keys status', ['keys', 'status']],
  ])('ends %s with 78 and the reason if HOME is not set', async (_name, words) => {
    const ended = await run(['env', '-u', 'HOME', LAUNCHER, ...words], {
      env: { ...NODE.env, XDG_CONFIG_HOME: '' },
    });
    expect(ended.code, ended.stderr).toBe(78);
    expect(`${ended.stdout.toString()}${ended.stderr}`).toContain('HOME is not set');
  });

  it.each([
    ['a word before its own', ['--inspect', '--', 'check'], /--inspect: is not taken by this prog/],
    [
      'the facts of no launcher',
      ['--gatehouse-launch=x', '--', 'check'],
      /is for the launcher only/,
    ],
    [
      'a command without a launcher',
      ['--', '--', 'true'],
      /takes a command from the launcher only/,
    ],
  ])('refuses %s with 64, started without the launcher (SEC-28)', async (_what, words, says) => {
    const ended = await run([process.execPath, TERMINAL, ...words], { env: NODE.env });
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
    expect(wordsOf(ended)).toMatch(says);
  });

  it.each([
    ['an answer', 'HTTP/1.1 200 OK', 'protocol'],
    [
      'a hint before the answer',
      'HTTP/1.1 103 Early Hints\r\n__proto__: x\r\n\r\nHTTP/1.1 200 OK',
      'protocol',
    ],
    ['a refusal', 'HTTP/1.1 401 Unauthorized', 'unreachable'],
  ] as const)(
    'refuses %s of a server that names a prototype in its head, without a fault',
    async (_what, head, outcome) => {
      const answer = `${head}\r\n__proto__: x\r\nContent-Length: 2\r\n\r\n{}`;
      const server = createTcp((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', () => socket.write(answer));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      const { port } = server.address() as AddressInfo;
      const config = {
        service: { baseUrl: `http://127.0.0.1:${String(port)}` },
        login: { failMode: 'allow-when-unreachable' },
      };
      const { words } = await check(on).with(config).as('bypassed').ends(outcome);
      expect(words).not.toContain('internal');
      server.close();
    },
  );

  it('refuses an event channel by websockets alone with 78 in login, doctor and config validate, before a request', async () => {
    const config = { service: { realtime: { transports: ['websocket'] } } };
    const says =
      /service\.realtime\.transports: must list "polling": without Chromium there are no/;
    await on.person().reset();
    const refused = await check(on).with(config).as('bypassed').ends('misconfigured');
    expect(refused.words).toMatch(says);
    const file = on.config(config);
    const validated = await start(['config', 'validate', '--json', '--config', file]);
    const { faults } = validationSchema.parse(JSON.parse(validated.stdout.toString()));
    expect([validated.code, faults[0]?.key]).toEqual([78, 'service.realtime.transports']);
    const doctor = await start(['doctor', '--json', '--config', file]);
    const { first } = reportSchema.parse(JSON.parse(doctor.stdout.toString()));
    expect([doctor.code, first]).toEqual([78, 'configuration-invalid']);
    expect(await on.person().log()).toEqual([]);
  });

  describe('keys that a key store sealed', () => {
    /** A home with a sealed file, as a desktop leaves it. */
    const sealed = (name: string, content: object): NodeJS.ProcessEnv => {
      const home = NODE.makeFolder('sealed-');
      const words = { version: 1, backend: 'gnome_libsecret', ...content };
      const file = join(home, 'Gatehouse', name);
      mkdirSync(dirname(file), { mode: 0o700 });
      writeFileSync(file, JSON.stringify(words), { mode: 0o600 });
      return { XDG_CONFIG_HOME: home };
    };

    it('ends with 78 and the way out if secret and token are in a key store', async () => {
      const env = sealed('credentials.json', { sealed: 'AAAA' });
      const config = { credentials: { secretKeyFile: null } };
      const sealing = check(on).with(config).as('bypassed').under({ env });
      const { words } = await sealing.ends('misconfigured', 'key-store');
      expect(words).toMatch(
        /credentials\.secretKeyFile: key-store-unavailable: .* set this key, or start where there is a display$/,
      );
      const doctor = await start(['doctor', '--json', '--config', on.config(config)], env);
      const { first } = reportSchema.parse(JSON.parse(doctor.stdout.toString()));
      expect([doctor.code, first]).toEqual([78, 'key-store-unavailable']);
    });

    it('ends with 78 before the person is asked if the key of the tickets is in a key store (SEC-30)', async () => {
      await on.person().reset();
      const env = sealed('ticket-key.json', { keptIn: 'key-store', key: 'AAAA' });
      const { words } = await login(on).as('bypassed').under({ env }).ends('misconfigured');
      expect(words).toMatch(/a key store sealed it, and without Chromium there is none/);
      expect(await on.person().log()).toEqual([]);
    });

    it('imports no keys, and does not read them', async () => {
      const home = NODE.makeFolder('import-');
      const ended = await run([LAUNCHER, 'keys', 'import'], {
        env: { ...NODE.env, XDG_CONFIG_HOME: home },
        // An input that never ends.
        input: null,
      });
      expect([ended.code, ended.stdout.toString()]).toEqual([78, '']);
      expect(wordsOf(ended)).toMatch(/no key store to import into: set credentials\.secretKeyFile/);
      expect(existsSync(join(home, 'Gatehouse', 'credentials.json'))).toBe(false);
    });

    it('prints the public key of the tickets, which it keeps in a private file', async () => {
      const ended = await start(['keys', 'status', '--json']);
      const { keyStore, ticketKeyPlace } = JSON.parse(ended.stdout.toString()) as Status;
      expect([ended.code, keyStore, ticketKeyPlace?.keptIn]).toEqual([
        0,
        { backend: 'none', protects: false },
        'private-file',
      ]);
    });
  });

  it.each([
    ['a PAC file', { auto_proxy: 'http://127.0.0.1:9/proxy.pac' }, /PAC file, not supported/],
    ['a SOCKS proxy', { https_proxy: 'socks5://127.0.0.1:9' }, /SOCKS proxy, not supported/],
    ['a proxy over https', { https_proxy: 'https://127.0.0.1:9' }, /proxy over https, not supp/],
  ])('refuses %s of the environment by its name (SEC-23)', async (_what, env, says) => {
    const config = {
      service: { baseUrl: 'https://mfa.example.test' },
      login: { failMode: 'allow-when-unreachable' },
    };
    // Not let in, though a service out of reach would be.
    const { words } = await check(on)
      .with(config)
      .as('bypassed')
      .under({ env })
      .ends('unreachable');
    expect(words).toMatch(says);
  });

  it('opens no debugger on SIGUSR1, and goes on with the login (SEC-26)', async () => {
    await on.person().reset();
    const running = await check(on).asked();
    const main = mainOf(running.program.pid);
    process.kill(main, 'SIGUSR1');
    // Node opens it in a thread; an answer of the service comes behind it.
    await running.approve();
    const { stderr } = await running.ends('confirmed');
    expect(stderr).not.toContain('Debugger');
  });

  it('trusts no authority that the environment names, and runs none of its code (SEC-33, SEC-42)', async () => {
    const authority = makeAuthority();
    const folder = NODE.makeFolder('hostile-');
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, authority.pem);
    const marked = join(folder, 'marked');
    const script = join(folder, 'script.cjs');
    writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(marked)}, '')`);
    const openssl = join(folder, 'openssl.cnf');
    writeFileSync(openssl, 'nodejs_conf = bad\n[bad]\nengines = nothing\n');
    const server = await listening(authority);
    try {
      // Of a package: the shell of a checkout runs a Node of its own before the launcher.
      const packaged = here({ ...on, launcher: () => [packageLike()] });
      const hostile = check(packaged)
        .with({ service: { baseUrl: server.url } })
        .as('bypassed');
      const { words } = await hostile
        .under({
          env: {
            NODE_OPTIONS: `--require=${script}`,
            NODE_EXTRA_CA_CERTS: ca,
            NODE_TLS_REJECT_UNAUTHORIZED: '0',
            NODE_USE_SYSTEM_CA: '1',
            SSL_CERT_FILE: ca,
            SSL_CERT_DIR: folder,
            OPENSSL_CONF: openssl,
            OPENSSL_MODULES: folder,
          },
        })
        .ends('misconfigured');
      expect(words).toMatch(/tls-untrusted/);
      expect(existsSync(marked)).toBe(false);
      expect(server.requests()).toBe(0);
    } finally {
      server.close();
    }
  });
});

/**
 * The launcher of a package without Electron: beside it the Node of this checkout, and the
 * terminal.
 */
function packageLike(): string {
  const folder = NODE.makeFolder('package-');
  for (const name of ['bin', 'lib']) mkdirSync(join(folder, name));
  const launcher = join(folder, 'bin', 'gatehouse');
  cpSync(checkoutLauncher('installed'), launcher);
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
  cpSync(TERMINAL, join(folder, 'lib', 'terminal.cjs'));
  return launcher;
}

/** A service that any request reaches, with a certificate of this authority. */
async function listening(authority: Issued) {
  const { key, pem } = issue(authority, { names: ['127.0.0.1'] });
  let count = 0;
  const server = createServer({ key, cert: pem }, (_asked, answer) => {
    count += 1;
    answer.end();
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
