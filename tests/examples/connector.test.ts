/**
 * examples/emulator-node/connector.mjs as a process of its own. That of examples/emulator-python
 * has the same tests in its own folder: emulator/package/installed.test.ts runs them.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it as base } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../emulator/index.ts';

const CONNECTOR = resolve(import.meta.dirname, '../../examples/emulator-node/connector.mjs');
const LIMIT_MS = 30_000;

type Ended = Readonly<{ code: number; stdout: string; stderr: string }>;

const it = base.extend<{ emulator: RunningEmulator }>({
  emulator: async ({}, use) => {
    const emulator = await startEmulator();
    await use(emulator);
    await emulator.stop();
  },
});

/** Runs the connector to its end. */
function logIn(
  { url, systemToken, secretKey }: Pick<RunningEmulator, 'url' | 'systemToken' | 'secretKey'>,
  username: string,
): Promise<Ended> {
  const env = { ...process.env, MFA_SECRET_KEY: secretKey };
  const words = [CONNECTOR, url, systemToken, username];
  return new Promise((done) => {
    const options = { cwd: join(CONNECTOR, '..'), env, timeout: LIMIT_MS };
    const child = execFile(process.execPath, words, options, (_error, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** The calls that the emulator got of a person. */
const callsOf = (emulator: RunningEmulator, username: string): readonly string[] =>
  emulator.log(username).map(({ path }) => path.replace('/api/transaction/', ''));

describe('the connector in Node', () => {
  it('lets in who approves, whatever case and form of Unicode the name was typed in', async ({
    emulator,
  }) => {
    emulator.addUser({ username: 'Zoë' });
    const typed = 'ZOË'.normalize('NFD');
    const login = logIn(emulator, typed);
    await emulator.approve('Zoë');
    expect(await login).toEqual({ code: 0, stdout: 'welcome Zoë\n', stderr: '' });
  });

  it('lets nobody in who denies', async ({ emulator }) => {
    const login = logIn(emulator, 'alice');
    await emulator.deny('alice');
    expect(await login).toMatchObject({ code: 1, stdout: 'denied\n' });
  });

  it.each(['missing-signature', 'wrong-signature'])(
    'lets nobody in by an answer with a %s',
    async (kind) => {
      await using emulator = await startEmulator();
      emulator.addFaults({ path: '/api/transaction/credentials', kind });
      const login = logIn(emulator, 'alice');
      await emulator.approve('alice');
      expect(await login).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('credentials: the answer has no right signature') as string,
      });
    },
  );

  it('lets nobody in when the service confirmed somebody else', async ({ emulator }) => {
    emulator.addFaults({ path: '/api/transaction/credentials', kind: 'other-username' });
    const login = logIn(emulator, 'alice');
    await emulator.approve('alice');
    expect(await login).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the service confirmed somebody else') as string,
    });
  });

  it('sends no push while it cannot listen for the answer', async ({ emulator }) => {
    emulator.addFaults({ path: 'realtime', kind: 'status', status: 503 });
    expect(await logIn(emulator, 'alice')).toMatchObject({ code: 1, stdout: '' });
    expect(callsOf(emulator, 'alice')).toEqual(['init']);
  });

  it('follows no redirect to another server', async ({ emulator }) => {
    await using other = await startEmulator();
    const { systemToken, secretKey } = emulator;
    emulator.addFaults({
      path: '/api/transaction/init',
      kind: 'status',
      status: 307,
      headers: { location: `${other.url}/api/transaction/init` },
    });
    const { code } = await logIn({ url: emulator.url, systemToken, secretKey }, 'alice');
    expect(code).toBe(1);
    expect(other.log()).toEqual([]);
  });

  it('does not start without a secret key', async ({ emulator }) => {
    const { url, systemToken } = emulator;
    const ended = await logIn({ url, systemToken, secretKey: '' }, 'alice');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('MFA_SECRET_KEY is not set');
    expect(emulator.log()).toEqual([]);
  });
});
