/** Real programs in the place of a signer, good and bad. */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCommandSigner } from '../../../../electron/service/command-signer.ts';
import { failure, success } from '../../../../shared/result.ts';
import { eventually } from '../../../support/eventually.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder } = tempFolders();
const SECRET = 'the secret of the signer';
const BODY = Buffer.from('{"systemToken":"T","username":"ü"}');
const MAC = createHmac('sha256', SECRET).update(BODY).digest('hex');
/** Long enough for a busy machine; tests of late answers use a shorter limit. */
const PATIENT = 60_000;

/** A program in Node that gets the request as `request`. */
function program(body: string): readonly string[] {
  const file = join(folder(), 'signer.mjs');
  writeFileSync(
    file,
    `import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
const text = readFileSync(0, 'utf8');
const request = JSON.parse(text);
const mac = () => createHmac('sha256', ${JSON.stringify(SECRET)}).update(Buffer.from(request.body, 'base64')).digest('hex');
const answer = (value) => process.stdout.write(JSON.stringify(value));
${body}
`,
  );
  return [process.execPath, file];
}
/** A program of the shell: starts in no time. */
const shell = (script: string): readonly string[] => ['/bin/sh', '-c', script];
const GOOD = `answer(request.operation === 'sign' ? { signature: mac() } : { valid: request.signature === mac() });`;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a signer that is a program', { timeout: 90_000 }, () => {
  it('signs and verifies by a program, in both encodings', async () => {
    const command = program(GOOD);
    for (const encoding of ['hex', 'base64'] as const) {
      const signer = createCommandSigner(command, encoding, PATIENT);
      const header = Buffer.from(MAC, 'hex').toString(encoding);
      expect(await signer.sign(BODY)).toEqual(success(header));
      expect(await signer.verify(BODY, ` ${header} `)).toEqual(success(true));
      expect(await signer.verify(Buffer.from('{}'), header)).toEqual(success(false));
    }
  });

  it('asks the signer in the form of docs/signer.md', async () => {
    const file = join(folder(), 'asked');
    const signer = createCommandSigner(
      program(`appendFileSync(${JSON.stringify(file)}, text); ${GOOD}`),
      'base64',
      PATIENT,
    );
    await signer.sign(BODY);
    await signer.verify(BODY, Buffer.from(MAC, 'hex').toString('base64'));
    const body = BODY.toString('base64');
    const [first, second, end] = readFileSync(file, 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      apiVersion: 'gatehouse-signer/1',
      operation: 'sign',
      body,
    });
    expect(JSON.parse(second ?? '')).toEqual({
      apiVersion: 'gatehouse-signer/1',
      operation: 'verify',
      body,
      signature: MAC,
    });
    expect(end).toBe('');
  });

  it('asks no signer to verify a malformed signature', async () => {
    const signer = createCommandSigner(['/nonexistent'], 'hex', PATIENT);
    for (const value of ['', 'zz', `${MAC}x`, 'a'.repeat(63)]) {
      expect(await signer.verify(BODY, value)).toEqual(success(false));
    }
  });

  it('runs the signer without a shell, in /, with only the documented environment variables', async () => {
    vi.stubEnv('GATEHOUSE_TEST_SECRET', 'x');
    vi.stubEnv('LD_PRELOAD', '');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    vi.stubEnv('HOME', '/home/of-the-test');
    const file = join(folder(), 'seen');
    const signer = createCommandSigner(
      [
        ...program(
          `writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.env, process.cwd(), process.argv.slice(2)])); ${GOOD}`,
        ),
        '$(touch x); "\\',
      ],
      'hex',
      PATIENT,
    );
    expect(await signer.sign(BODY)).toEqual(success(MAC));
    const [env, cwd, args] = JSON.parse(readFileSync(file, 'utf8')) as [object, string, string[]];
    const allowed = ['HOME', 'LC_ALL', 'LOGNAME', 'PATH', 'USER', 'XDG_RUNTIME_DIR'];
    expect(Object.keys(env).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(env).toMatchObject({ HOME: '/home/of-the-test', PATH: '/usr/local/bin:/usr/bin:/bin' });
    expect([cwd, args]).toEqual(['/', ['$(touch x); "\\']]);
  });

  it('starts the signer for one request at a time', async () => {
    const place = join(folder(), 'busy');
    const signer = createCommandSigner(
      program(`writeFileSync(${JSON.stringify(place)}, '', { flag: 'wx' });
${GOOD}
(await import('node:fs')).rmSync(${JSON.stringify(place)});`),
      'hex',
      PATIENT,
    );
    const all = await Promise.all(Array.from({ length: 4 }, () => signer.sign(BODY)));
    expect(all).toEqual(all.map(() => success(MAC)));
  });
});

describe('a failing signer (SEC-52)', { timeout: 90_000 }, () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ['that is missing', ['/nonexistent/signer'], /cannot be started \(ENOENT\)/],
    ['that is not executable', ['/etc/passwd'], /cannot be started \(EACCES\)/],
    ['with a zero byte', ['/bin/sh\u0000'], /cannot be started/],
    ['that is a folder', ['/'], /cannot be started|ended with 127/],
    [
      'ending with 3 behind a right answer',
      shell(`printf '{"signature":"${MAC}"}'; exit 3`),
      /ended with 3/,
    ],
    ['ended by a signal', shell('kill -9 $$'), /ended by SIGKILL/],
    ['without a word', shell('cat >/dev/null'), /something else than JSON/],
    ['saying no JSON', shell('cat >/dev/null; echo yes'), /something else than JSON/],
    ['saying null', shell('cat >/dev/null; echo null'), /another form/],
    [
      'saying more',
      shell(`cat >/dev/null; echo '{"signature":"${MAC}","valid":true}'`),
      /another form/,
    ],
    [
      'saying two',
      shell(`cat >/dev/null; for i in 1 2; do echo '{"signature":"${MAC}"}'; done`),
      /else than JSON/,
    ],
    [
      'signing too short',
      shell(`cat >/dev/null; echo '{"signature":"${MAC.slice(2)}"}'`),
      /another form/,
    ],
    ['saying valid as a text', shell(`cat >/dev/null; echo '{"valid":"true"}'`), /another form/],
    ['that floods', shell('cat >/dev/null; exec yes'), /answered too much/],
  ])('signs and verifies nothing by a program %s', async (_name, command, reason) => {
    const signer = createCommandSigner(command, 'hex', PATIENT);
    const said = { ok: false, error: expect.stringMatching(reason) as unknown };
    const [signed, verified] = [await signer.sign(BODY), await signer.verify(BODY, MAC)];
    expect(signed).toMatchObject(said);
    expect(verified).toMatchObject(said);
    for (const result of [signed, verified])
      expect(JSON.stringify(result)).not.toContain(MAC.slice(2, 20));
  });

  it.each([
    ['that is silent', 'exec sleep 300'],
    ['that has a child which keeps its output open', 'sleep 300 & exit 0'],
    ['that ignores signals', `trap '' TERM INT HUP; while :; do sleep 300; done`],
  ])('ends a signer %s in time, with all that it started', async (_name, script) => {
    const file = join(folder(), 'pid');
    const command = shell(`echo $$ >'${file}'; ${script}`);
    const group = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
    // On a busy machine the program may not come as far as its first line within a second.
    for (const limitMs of [1_000, 5_000, 25_000]) {
      const signer = createCommandSigner(command, 'hex', limitMs);
      expect(await signer.sign(BODY)).toEqual(failure('the signer did not answer in time'));
      if (group() !== 0) break;
    }
    expect(group()).toBeGreaterThan(0);
    await eventually('its group to be gone', () => groupIsGone(group()), 30_000);
  });

  it('fails every request behind a silent signer', async () => {
    const signer = createCommandSigner(shell('exec sleep 300'), 'hex', 500);
    const all = await Promise.all([signer.sign(BODY), signer.sign(BODY), signer.verify(BODY, MAC)]);
    // The time of the others ends while they wait for the first one, or at once when they start.
    const late = expect.stringMatching(/did not answer in time|was busy/) as unknown;
    expect(all).toEqual([
      failure('the signer did not answer in time'),
      { ok: false, error: late },
      { ok: false, error: late },
    ]);
  });
});

/**
 * Whether a process group is empty; an ended process that is not reaped yet (a zombie) does not
 * count.
 */
function groupIsGone(group: number): boolean {
  try {
    process.kill(-group, 0);
    return stateOf(group) === 'Z';
  } catch {
    return true;
  }
}

function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  } catch {
    return '';
  }
}
