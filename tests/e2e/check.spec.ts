import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { API_VERSION, verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { expect, test, writeConfig, type ConfigJson } from './fixtures.ts';

/*
 * `scripts/gatehouse check --no-ui` as a program starts it: no terminal, the real launcher, the real Electron. The
 * tests check the caller's view: one JSON object alone on standard output, and the exit code.
 */
const launcher = resolve(import.meta.dirname, '..', '..', 'scripts', 'gatehouse');
const LIMIT_MS = 30_000;

type Ended = Readonly<{ code: number | null; stdout: string; stderr: string; verdict: Verdict }>;
type Asked = Readonly<{ args: readonly string[]; input?: string; config?: ConfigJson }>;

class Check {
  readonly child: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(configFile: string, { args, input }: Asked) {
    this.child = spawn(launcher, ['check', '--config', configFile, '--no-ui', '--json', ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    if (input === undefined) this.child.stdin?.end();
    else this.child.stdin?.end(input);
  }

  /** Standard error so far. */
  get said(): string {
    return this.#stderr;
  }

  ended(): Promise<Ended> {
    return new Promise((done, fail) => {
      const limit = setTimeout(() => {
        this.child.kill('SIGKILL');
        fail(new Error(`check did not end in ${LIMIT_MS} ms:\n${this.#stderr}`));
      }, LIMIT_MS);
      this.child.on('close', (code) => {
        clearTimeout(limit);
        const lines = this.#stdout.split('\n').filter((line) => line !== '');
        expect(lines, this.#stderr).toHaveLength(1);
        const verdict = verdictSchema.parse(JSON.parse(lines[0] ?? ''));
        done({ code, stdout: this.#stdout, stderr: this.#stderr, verdict });
      });
    });
  }
}

type Row = Readonly<{
  name: string;
  args: readonly string[];
  input?: string;
  outcome: string;
  reason: string | null;
  code: number;
}>;

const ROWS: readonly Row[] = [
  {
    name: 'denied',
    args: ['--user', 'denied', '--method', 'push'],
    outcome: 'denied',
    reason: 'denied-by-service',
    code: 77,
  },
  {
    name: 'waiting',
    args: ['--user', 'waiting', '--method', 'push'],
    outcome: 'not-now',
    reason: 'waiting',
    code: 75,
  },
  {
    name: 'bypassed',
    args: ['--user', 'bypassed', '--method', 'push'],
    outcome: 'bypassed',
    reason: null,
    code: 0,
  },
  {
    name: 'locked',
    args: ['--user', 'locked', '--method', 'push'],
    outcome: 'not-now',
    reason: 'too-many-attempts',
    code: 75,
  },
  {
    name: 'not offered',
    args: ['--user', 'totp-only', '--method', 'push'],
    outcome: 'usage',
    reason: 'method-not-offered',
    code: 64,
  },
  {
    name: 'no method',
    args: ['--user', 'alice'],
    outcome: 'usage',
    reason: 'nothing-to-answer-with',
    code: 64,
  },
  {
    name: 'no source of codes',
    args: ['--user', 'alice', '--method', 'totp'],
    outcome: 'usage',
    reason: 'nothing-to-answer-with',
    code: 64,
  },
  {
    name: 'no code',
    args: ['--user', 'alice', '--method', 'totp', '--passcode-stdin'],
    outcome: 'usage',
    reason: 'nothing-to-answer-with',
    code: 64,
  },
  {
    name: 'a wrong code',
    args: ['--user', 'alice', '--method', 'totp', '--passcode-stdin'],
    input: '000000\n',
    outcome: 'denied',
    reason: 'wrong-passcode',
    code: 77,
  },
  {
    name: 'nobody approves',
    args: ['--user', 'alice', '--method', 'push', '--timeout', '2'],
    outcome: 'not-now',
    reason: 'timed-out',
    code: 75,
  },
  {
    name: 'an unusable name',
    args: ['--user', 'a\u202eb', '--method', 'push'],
    outcome: 'usage',
    reason: 'usage',
    code: 64,
  },
];

for (const row of ROWS) {
  test(`${row.name}: ${row.outcome}, ${row.code}`, async ({ emulator }) => {
    const check = new Check(writeConfig(emulator), row);
    const { code, verdict } = await check.ended();
    expect(verdict).toMatchObject({
      apiVersion: API_VERSION,
      outcome: row.outcome,
      reason: row.reason,
      exitCode: row.code,
    });
    // Only an admitted person gets a ticket.
    expect(verdict.ticket === null).toBe(row.code !== 0);
    expect(code).toBe(row.code);
  });
}

test('ends with 0 and reports the user after an approved push', async ({ emulator, person }) => {
  const check = new Check(writeConfig(emulator), { args: ['--user', 'PUSH-only', '--method', 'push'] });
  const ended = check.ended();
  await person.approve((await person.delivered('push-only', 'push')).tid);
  const { code, verdict } = await ended;
  expect(code).toBe(0);
  expect(verdict).toMatchObject({
    outcome: 'confirmed',
    username: 'push-only',
    email: 'push-only@example.com',
    method: 'push',
    application: 'Example Desktop',
  });
});

test('a push that is denied: 77', async ({ emulator, person }) => {
  const check = new Check(writeConfig(emulator), { args: ['--user', 'push-only', '--method', 'push'] });
  const ended = check.ended();
  await person.deny((await person.delivered('push-only', 'push')).tid);
  expect(await ended).toMatchObject({ code: 77, verdict: { outcome: 'denied', reason: 'denied-by-person' } });
});

test('codes from standard input: a wrong one, then the right one', async ({ emulator, person }) => {
  const { totp } = await person.codes('totp-only');
  const args = ['--user', 'totp-only', '--method', 'totp', '--passcode-stdin'];
  const { code, stdout, stderr } = await new Check(writeConfig(emulator), {
    args,
    input: `000000\n${totp}\n`,
  }).ended();
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(totp);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} during the wait: cancelled, 130`, async ({ emulator, person }) => {
    const check = new Check(writeConfig(emulator), { args: ['--user', 'push-only', '--method', 'push'] });
    const ended = check.ended();
    await person.delivered('push-only', 'push');
    check.child.kill(signal);
    expect(await ended).toMatchObject({ code: 130, verdict: { outcome: 'cancelled', reason: 'cancelled' } });
  });
}

test('ends with 78 for an invalid configuration, and names file and key', async ({ emulator }) => {
  const config = writeConfig(emulator, { login: { usernam: 'ask' } });
  const { code, stderr, verdict } = await new Check(config, {
    args: ['--user', 'alice', '--method', 'push'],
  }).ended();
  expect(code).toBe(78);
  expect(verdict).toMatchObject({ outcome: 'misconfigured', reason: 'configuration' });
  expect(stderr).toContain('config.json: login.usernam: is not a known key');
});

test('a service that cannot be reached: 69, or let in by its own name where the policy says so', async ({
  emulator,
}) => {
  const gone = {
    ...emulator,
    url: 'http://127.0.0.1:2',
    systemToken: emulator.systemToken,
    secretKey: emulator.secretKey,
  };
  const args = ['--user', 'alice', '--method', 'push'];
  const closed = await new Check(writeConfig(gone), { args }).ended();
  expect(closed).toMatchObject({ code: 69, verdict: { outcome: 'unreachable', reason: 'network' } });
  const config = writeConfig(gone, { login: { failMode: 'allow-when-unreachable' } });
  const open = await new Check(config, { args }).ended();
  expect(open).toMatchObject({ code: 0, verdict: { outcome: 'allowed-unreachable', reason: null } });
});

test('a fail mode does not act on an error of the service', async ({ emulator, person }) => {
  const args = ['--user', 'alice', '--method', 'push'];
  const config = writeConfig(emulator, { login: { failMode: 'allow-when-unreachable' } });
  await person.fault({ path: '/api/transaction/init', kind: 'status', status: 403 });
  expect(await new Check(config, { args }).ended()).toMatchObject({
    code: 69,
    verdict: { outcome: 'unreachable' },
  });
  await person.clearFaults();
  await person.fault({ path: '/api/transaction/init', kind: 'wrong-signature' });
  expect(await new Check(config, { args }).ended()).toMatchObject({
    code: 78,
    verdict: { outcome: 'misconfigured' },
  });
});

test('the ticket of a login: bound to the nonce, verified by another library with the key that is printed', async ({
  emulator,
  person,
}) => {
  const { totp } = await person.codes('totp-only');
  const args = ['--user', 'totp-only', '--method', 'totp', '--passcode-stdin', '--nonce', 'start-17'];
  const config = writeConfig(emulator, { gate: { audience: 'thick-client' } });
  const { verdict, stderr } = await new Check(config, { args, input: `${totp}\n` }).ended();
  const { payload } = await jwtVerify(verdict.ticket ?? '', createLocalJWKSet(await jwks()), {
    issuer: 'gatehouse',
    audience: 'thick-client',
    algorithms: ['EdDSA'],
    requiredClaims: ['exp', 'iat', 'jti', 'nonce'],
  });
  expect(payload).toMatchObject({
    nonce: 'start-17',
    sub: 'totp-only',
    outcome: 'confirmed',
    method: 'totp',
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  expect(stderr).not.toContain(verdict.ticket ?? '?');
});

/** The JWKS that `keys status` prints. */
function jwks(): Promise<JSONWebKeySet> {
  return new Promise((done, fail) => {
    execFile(launcher, ['keys', 'status', '--json'], (error, stdout) => {
      if (error) fail(new Error(error.message));
      else done((JSON.parse(stdout) as { jwks: JSONWebKeySet }).jwks);
    });
  });
}
