import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseCommandLine } from './cli/arguments.ts';
import { readConfigFile, readUsersFile } from './cli/files.ts';
import { sign } from './service/signature.ts';
import { emulatorForTest, rawRequest } from '../tests/support/emulator/emulator-for-test.ts';

/** emulator/README.md: the program, its options and its files. */

const program = fileURLToPath(new URL('main.ts', import.meta.url));

type Run = Readonly<{
  firstLine: Promise<string>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  kill: (signal: NodeJS.Signals) => void;
}>;

function run(...parameters: string[]): Run {
  const child = spawn(process.execPath, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    child.once('close', () => reject(new Error(`It ended: ${stderr}`)));
  });
  firstLine.catch(() => undefined);
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { firstLine, ended, kill: (signal) => void child.kill(signal) };
}

function file(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file.json');
  writeFileSync(path, content);
  return path;
}

describe('the program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one JSON line, and ends with 0 at %s',
    async (signal) => {
      const users = file('[{"username":"张伟 🌊","methods":["push"]}]');
      const config = file(
        '{"systemToken":"FROM-FILE","secretKey":"file-secret","companyName":"Acme"}',
      );
      const started = run('--users', users, '--config', config, '--secret-key', 'given');
      const line = JSON.parse(await started.firstLine) as Record<string, string>;
      expect(Object.keys(line)).toEqual(['url', 'phone', 'systemToken', 'secretKey']);
      expect(line).toMatchObject({
        phone: `${String(line['url'])}/phone`,
        systemToken: 'FROM-FILE',
        secretKey: 'given',
      });
      const answer = await fetch(
        `${String(line['url'])}/emulator/users/${encodeURIComponent('张伟 🌊')}`,
      );
      expect(answer.status).toBe(200);
      started.kill(signal);
      const { code, stdout, stderr } = await started.ended;
      expect(code).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain('/phone');
      expect(stderr).not.toContain('given');
    },
  );

  it.each([
    ['--callback-token', 'fileState', 'given'],
    ['--callback-state', 'given', 'serviceToken'],
  ])(
    'leaves with %s the other name of the callback to the file or its default',
    async (option, state, token) => {
      const config = file(
        '{"applicationType":"prompt","secretKey":"K","callbackParameters":{"state":"fileState"}}',
      );
      const { url, systemToken } = JSON.parse(
        await run('--config', config, option, 'given').firstLine,
      ) as Record<string, string>;
      const callbackUrl = `http://127.0.0.1:9/%${state}%/%${token}%/end`;
      const body = JSON.stringify({ systemToken, username: 'denied', callbackUrl });
      const settings = { header: 'X-Service-Signature', encoding: 'hex', secretKey: 'K' } as const;
      const headers = { [settings.header]: sign(settings, body) };
      const init = await fetch(`${String(url)}/api/transaction/init`, {
        method: 'POST',
        headers,
        body,
      });
      const { result } = (await init.json()) as { result: { webURI: string } };
      const left = await rawRequest(result.webURI, { method: 'POST', body: 'state=cancel' });
      expect(left.headers['location']).toBe('http://127.0.0.1:9/cancel//end');
    },
  );

  it('ends with 64 for options, 78 for files, 69 for the port and 0 for help', async () => {
    const { port } = await emulatorForTest();
    const rows = await Promise.all([
      run('--colour', 'red').ended,
      run('--users', '/nonexistent/users.json').ended,
      run('--port', String(port)).ended,
      run('--help').ended,
    ]);
    expect(rows.map(({ code }) => code)).toEqual([64, 78, 69, 0]);
    expect(rows[0].stderr).toContain('--colour');
    expect(rows[1].stderr).toContain('/nonexistent/users.json: cannot be read');
    expect(rows[2].stderr).toContain('port');
    expect(rows[3].stdout).toContain('--realtime');
    for (const { stdout } of rows.slice(0, 3)) expect(stdout).toBe('');
  });
});

describe('the options', () => {
  it('reads all options', () => {
    const parsed = parseCommandLine([
      '--port',
      '8080',
      '--host',
      '::1',
      '--application-type',
      'prompt',
      '--system-token',
      'T',
      '--secret-key',
      'K',
      '--signature-header',
      'X-Acme',
      '--signature-encoding',
      'base64',
      '--callback-state',
      's',
      '--callback-token',
      't',
      '--realtime',
      'v4+v3',
      '--rooms',
      'none',
      '--event-names',
      'namespaced',
      '--token',
      'json',
      '--require-params',
      '--sdk-exceptions',
      '--allowed-host',
      'a',
      '--allowed-host',
      'b',
      '--control-token',
      'sixteen-letters!',
      '--unknown-users',
      'pending',
      '--tls-cert',
      'c.pem',
      '--tls-key',
      'k.pem',
      '--users',
      'u.json',
      '--config',
      'c.json',
    ]);
    expect(parsed).toEqual({
      ok: true,
      value: {
        wantsHelp: false,
        wantsVersion: false,
        usersFile: 'u.json',
        configFile: 'c.json',
        tlsFiles: { cert: 'c.pem', key: 'k.pem' },
        settings: {
          port: 8080,
          host: '::1',
          applicationType: 'prompt',
          systemToken: 'T',
          secretKey: 'K',
          signatureHeader: 'X-Acme',
          signatureEncoding: 'base64',
          callbackParameters: { state: 's', token: 't' },
          realtime: 'v4+v3',
          rooms: 'none',
          eventNames: 'namespaced',
          token: 'json',
          allowedHosts: ['a', 'b'],
          controlToken: 'sixteen-letters!',
          unknownUsers: 'pending',
          requireParams: true,
          sdkExceptions: true,
        },
      },
    });
  });

  it.each([
    [['--port', 'x'], '--port "x": must be a number from 0 to 65535'],
    [['--port'], '--port'],
    [['--realtime', 'v9'], '--realtime'],
    [['--rooms', 'all'], '--rooms'],
    [['--event-names', 'long'], '--event-names'],
    [['--token', 'deep'], '--token'],
    [['--signature-encoding', 'rot13'], '--signature-encoding'],
    [['--signature-header', 'a b'], '--signature-header'],
    [['--system-token', ''], '--system-token'],
    [['--callback-state', ''], '--callback-state'],
    [['--require-params=yes'], '--require-params'],
    [['stray'], 'stray'],
  ])('refuses %j by name', (argv, words) => {
    const parsed = parseCommandLine(argv);
    expect(parsed.ok ? '' : parsed.error).toContain(words);
  });
});

describe('the files', () => {
  it.each([
    ['[{"username":"x","methods":["pigeon"]}]', '[0].methods[0]: '],
    ['[{"username":"x","colour":1}]', '[0].colour: '],
    ['[{"username":""}]', '[0].username: '],
    ['[{"outcome":"denied"}]', '[0].username: '],
    ['[{"username":"x","outcome":"maybe"}]', '[0].outcome: '],
    ['[{"username":"x"},{"username":"X"}]', '[1].username: "X" is listed twice'],
    ['[{"username":"x","totpSecret":"1"}]', '[0].totpSecret: must be base32'],
    ['[{"username":"x","bypassCodes":["12"]}]', '[0].bypassCodes[0]: must be nine digits'],
    ['{"users":[]}', ': '],
    ['{', 'is not JSON'],
    ['', 'is not JSON'],
  ])('names file, key and reason of the wrong users %s', (content, words) => {
    const path = file(content);
    const read = readUsersFile(path);
    expect(read.ok ? '' : read.error).toContain(`${path}: ${words}`.replace(': : ', ': '));
  });

  it.each([
    ['{"colour":"red"}', 'colour: '],
    ['{"rooms":"all"}', 'rooms: '],
    ['{"port":"1"}', 'port: '],
    ['{"host":"everywhere"}', 'host: must be an IP address or localhost'],
    ['{"users":[{"username":7}]}', 'users[0].username: '],
    ['[]', ''],
  ])('names file, key and reason of the wrong configuration %s', (content, words) => {
    const path = file(content);
    const read = readConfigFile(path);
    expect(read.ok ? '' : read.error).toContain(`${path}: ${words}`);
  });

  it('leaves keys open that a configuration file lacks, and accepts a byte order mark', () => {
    expect(readConfigFile(file('\uFEFF{"rooms":"none"}'))).toEqual({
      ok: true,
      value: { rooms: 'none' },
    });
  });

  it('replaces a default person by a given one of that name, whatever its case', async () => {
    const emulator = await emulatorForTest({ users: [{ username: 'Alice', methods: ['sms'] }] });
    expect(emulator.users.find('ALICE')).toMatchObject({ username: 'Alice', methods: ['sms'] });
    expect(
      emulator.users.all().filter(({ username }) => username.toLowerCase() === 'alice'),
    ).toHaveLength(1);
  });
});
