/**
 * How the launcher starts Electron or Node, a shell script in its place: which display it names,
 * and which variables it takes away.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launcherSuite, LET_IN } from './support/launcher-suite.ts';
import { run } from '../../lab/child-program.ts';
import { launcherBench } from '../../lab/stand-in.ts';

const { folder, launch } = launcherSuite();

/**
 * Chooses as Electron does from 38 on: the switch, else the type of the session, whether it answers
 * or not.
 */
const NEWER_ELECTRON = `platform=x11
[ "\${XDG_SESSION_TYPE-}" != wayland ] || platform=wayland
for word do case $word in --ozone-platform=*) platform=\${word#*=} ;; --) break ;; esac done
echo "$platform"; exit 0`;

describe.skipIf(process.platform !== 'linux')('the display that the launcher names', () => {
  const X_SOCKETS = '/tmp/.X11-unix';
  const number = 20_000 + process.pid;
  const left = join(X_SOCKETS, `X${String(number + 1)}`);
  const servers: Server[] = [];
  const listen = async (file: string): Promise<void> => {
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(file, resolve),
    );
  };
  beforeAll(async () => {
    mkdirSync(X_SOCKETS, { recursive: true, mode: 0o1777 });
    await listen(join(X_SOCKETS, `X${String(number)}`));
    const killed = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', killed, left]);
    expect(existsSync(left)).toBe(true);
  });
  afterAll(() => {
    servers[0]?.close();
    rmSync(left, { force: true });
  });
  afterEach(() => {
    for (const server of servers.splice(1)) server.close();
  });

  const X = `:${String(number)}`;
  const LEFT = `:${String(number + 1)}`;
  it.each([
    ['an X server, in a session of Wayland without one', X, 'nothing-here', 'wayland', 'x11'],
    ['an X server, its screen named', `${X}.0`, '', 'wayland', 'x11'],
    ['both', X, 'wayland-7', 'wayland', 'x11'],
    ['Wayland, beside a dead X server', ':19999', 'wayland-7', 'tty', 'wayland'],
    ['Wayland, beside the socket of a killed X server', LEFT, 'wayland-7', 'x11', 'wayland'],
    ['the socket of an X server, without Wayland', LEFT, 'nothing-here', 'wayland', 'x11'],
    ['Wayland alone', '', 'wayland-7', '', 'wayland'],
    ['Wayland, by its whole path', '', '/FOLDER/wayland-7', 'x11', 'wayland'],
    ['Wayland, beside an X server elsewhere', 'elsewhere:10.0', 'wayland-7', 'x11', 'wayland'],
    ['an X server elsewhere', 'elsewhere:10.0', 'nothing-here', 'wayland', 'x11'],
  ])(
    'names for Electron the display that is there: %s',
    async (_there, display, wayland, session, expected) => {
      await listen(join(folder(), 'wayland-7'));
      const env = {
        DISPLAY: display,
        WAYLAND_DISPLAY: wayland.replace('/FOLDER', folder()),
        XDG_SESSION_TYPE: session,
        XDG_RUNTIME_DIR: folder(),
      };
      const { stdout } = await launch(['keys', 'status'], NEWER_ELECTRON, { env });
      expect(stdout.toString()).toBe(`${expected}\n`);
      // A login names it too.
      const seen = join(folder(), 'seen');
      await launch(['--', 'true'], `(${NEWER_ELECTRON}) >${seen}; ${LET_IN}`, { env });
      expect(readFileSync(seen, 'utf8')).toBe(`${expected}\n`);
    },
  );

  it('names no display if there is no server', async () => {
    const env = { DISPLAY: ':19999', WAYLAND_DISPLAY: 'nothing-here', XDG_SESSION_TYPE: 'wayland' };
    const { stdout } = await launch(['keys', 'status'], 'echo "$*"', { env });
    expect(stdout.toString()).toBe('--log-level=3 -- keys status\n');
  });
});

it('silences libva in Electron, and leaves the command its own level', async () => {
  const seen = join(folder(), 'seen');
  const { stdout } = await launch(['--', 'env'], `env >${seen}; ${LET_IN}`, {
    env: { LIBVA_MESSAGING_LEVEL: '2' },
  });
  expect(readFileSync(seen, 'utf8')).toMatch(/^LIBVA_MESSAGING_LEVEL=0$/m);
  expect(stdout.toString()).toMatch(/^LIBVA_MESSAGING_LEVEL=2$/m);
});

describe('the Node of a package for servers', () => {
  const node = launcherSuite('node');
  const file = join(node.bench.folder, 'lib', 'terminal.cjs');
  const flags = '--jitless --no-addons --disable-proto=delete --disable-sigusr1';

  it('starts the Node beside it where there is no Electron, without a compiler and add-ons', async () => {
    const { stdout } = await node.launch(['keys', 'status'], 'echo "$*"');
    expect(stdout.toString()).toBe(`${flags} ${file} -- keys status\n`);
  });

  it('hands the facts of a login to Node behind its file, and becomes the command', async () => {
    const seen = join(node.folder(), 'seen');
    const script = `printf '%s\\n' "$*" >${seen}; ${LET_IN}`;
    const ended = await node.launch(['--user', 'alice', '--', 'echo', 'ran'], script);
    expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([0, 'ran\n']);
    const facts = 'verdict:3,command:runnable,launcher:4,hangup:heeded';
    expect(readFileSync(seen, 'utf8')).toBe(
      `${flags} ${file} --gatehouse-launch=${facts} -- --user alice -- command\n`,
    );
  });

  it('takes Electron where both are there', async () => {
    const { folder: place, launcher, doing } = launcherBench('installed', 'node');
    cpSync(join(place, 'bin', 'node'), join(place, 'gatehouse'));
    const { stdout } = await run([launcher, 'keys', 'status'], { env: doing('echo "$0"') });
    rmSync(place, { recursive: true });
    expect(stdout.toString()).toBe(`${join(place, 'gatehouse')}\n`);
  });
});

describe.each(['electron', 'node'] as const)(
  'variables of Node and the C library (SEC-42): %s',
  (runtime) => {
    const { folder, launch } = launcherSuite(runtime);
    const env = {
      ELECTRON_RUN_AS_NODE: '1',
      NODE_COMPILE_CACHE: '/tmp/nowhere',
      NODE_OPTIONS: '--require=/nowhere.cjs',
      NODE_EXTRA_CA_CERTS: '/nowhere.pem',
      NODE_V8_COVERAGE: '/tmp/nowhere',
      NODE_REDIRECT_WARNINGS: '/tmp/nowhere',
      NODE_CHANNEL_FD: '3',
      SSLKEYLOGFILE: '/tmp/nowhere',
      GCONV_PATH: '/tmp/nowhere',
      OPENSSL_CONF: '/tmp/nowhere',
      OPENSSL_MODULES: '/tmp/nowhere',
      SSL_CERT_FILE: '/nowhere.pem',
      SSL_CERT_DIR: '/nowhere',
      UV_THREADPOOL_SIZE: '1',
    };
    const left = (text: string): readonly string[] =>
      Object.keys(env).filter((name) => `\n${text}`.includes(`\n${name}=`));

    it.each([
      ['a window', []],
      ['keys', ['keys', 'status']],
      ['the doctor', ['doctor']],
      ['a configuration', ['config', 'validate']],
      ['information', ['--version']],
      ['information beside a login', ['--version', '--', 'true']],
      ['a check', ['check']],
    ])(
      'keeps the variables of Node, OpenSSL and the C library from the start of %s (SEC-42)',
      async (_start, words) => {
        const seen = join(folder(), 'seen');
        await launch(words, `env >${seen}`, { env });
        const text = readFileSync(seen, 'utf8');
        expect(text).toContain('STAND_IN=');
        expect(left(text)).toEqual([]);
      },
    );

    it('keeps the variables of Node, OpenSSL and the C library from the login, and leaves them to the command (SEC-42)', async () => {
      const seen = join(folder(), 'seen');
      const { stdout } = await launch(['--', 'env'], `env >${seen}; ${LET_IN}`, { env });
      expect(left(readFileSync(seen, 'utf8'))).toEqual([]);
      expect(left(stdout.toString())).toEqual(Object.keys(env));
    });
  },
);
