/** The real program with a real gnome-keyring: the stored files, and every state of a keyring. */
import { createHmac } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { run, type Ended, type Program } from '../../lab/child-program.ts';
import { Sitting } from '../gate/support/pty.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { here, type HereOptions } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { login, wordsOf, type Login } from '../support/bench/login.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { KeyringSession, reason } from './keyring-session.ts';

const SECRET = 'canary-secret-of-the-keyring-5b21';
const TOKEN = 'canary-token-of-the-keyring-77e0';
const FINGERPRINT = createHmac('sha256', SECRET)
  .update('gatehouse key fingerprint')
  .digest('hex')
  .slice(0, 16)
  .replace(/(.{4})(?=.)/g, '$1 ');

type Status = Readonly<{
  code: number | null;
  state: string;
  backend: string;
  recorded: string | null;
  fingerprint: string | null;
  protects: boolean;
  keys: number;
}>;

// One after the other: each finds the keyring as the one before it left it.
describe.skipIf(reason !== '')(`a real keyring${reason && ` (skipped: ${reason})`}`, () => {
  const session = reason === '' ? new KeyringSession() : null;
  let emulator: Emulator;
  let person: Person;
  let config: string;

  const at = (): KeyringSession => {
    if (session === null) throw new Error('there is no session');
    return session;
  };

  beforeAll(async () => {
    emulator = await startEmulator({ secretKey: SECRET, systemToken: TOKEN });
    person = personAt(emulator.url);
    const folder = makeSandboxFolder('config-');
    config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ service: { baseUrl: emulator.url } }), { mode: 0o600 });
    prepareForSandboxUser(folder);
    await at().open();
    await at().startKeyring('open');
  }, 120_000);
  afterAll(async () => {
    await session?.close();
    await emulator.close();
  }, 60_000);

  const keys = (words: readonly string[], input?: string, env = at().env()): Promise<Ended> =>
    run([LAUNCHER, 'keys', ...words], { env, ...(input === undefined ? {} : { input }) });

  async function status(env = at().env()): Promise<Status> {
    const ended = await keys(['status', '--json'], undefined, env);
    const said = JSON.parse(ended.stdout.toString() || 'null') as {
      keyStore: { backend: string; protects: boolean };
      credentials: { state: string; backend: string | null; fingerprint: string | null };
      jwks: { keys: unknown[] };
    } | null;
    if (said === null)
      throw new Error(`keys status ended with ${String(ended.code)}: ${ended.stderr}`);
    return {
      code: ended.code,
      state: said.credentials.state,
      recorded: said.credentials.backend,
      fingerprint: said.credentials.fingerprint,
      backend: said.keyStore.backend,
      protects: said.keyStore.protects,
      keys: said.jwks.keys.length,
    };
  }

  /** The session's desktop. */
  const desktop = here({
    person: () => person,
    config: () => config,
    options: () => ({ env: at().env() }),
  });

  /** A gate for a command without a result, and so without a ticket. */
  const gate = (): Login<Program, HereOptions> => login(desktop).saying('--result', 'none');

  /** The person approves, and the command runs. */
  async function logsIn(): Promise<void> {
    await person.reset();
    await gate().approve().ends('confirmed');
    expect((await person.log()).every(({ signatureValid }) => signatureValid)).toBe(true);
  }

  /** Expects no request to the service, and no deletion. */
  async function endsWith(reason: string, says: RegExp, env = at().env()): Promise<void> {
    await person.reset();
    const stored = (): readonly string[] =>
      at()
        .credentialFiles()
        .map((file) => readFileSync(file, 'utf8'));
    const before = stored();
    const { words } = await gate().under({ env }).ends('misconfigured', reason);
    expect(words).toMatch(says);
    expect(await person.log()).toEqual([]);
    expect(stored()).toEqual(before);
  }

  it('tells how to store the secrets when a login finds none in the keyring', async () => {
    expect(await status()).toMatchObject({ code: 0, state: 'absent', backend: 'gnome_libsecret' });
    await endsWith('secret', /credentials\.secretKeyFile: is required.*gatehouse keys import/);
  });

  it('stores no secret without a key store that protects it, and gives the reason (SEC-50)', async () => {
    const env = { ...at().env(), XDG_CURRENT_DESKTOP: undefined };
    for (const [where, says] of [
      [env, /"basic_text", which encrypts with a key that everybody has/],
      [at().envWithoutBus(), /this session has no key store that protects/],
    ] as const) {
      const ended = await keys(['import'], `${SECRET}\n${TOKEN}\n`, where);
      expect(ended.code, ended.stderr).toBe(78);
      expect(wordsOf(ended)).toMatch(says);
    }
    expect(at().credentialFiles()).toEqual([]);
  });

  it('reports the stored items of an import, and never their values', async () => {
    const ended = await keys(['import'], `${SECRET}\n${TOKEN}\n`);
    expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([
      0,
      `Key store: gnome_libsecret\nSecret key: stored, fingerprint ${FINGERPRINT}\nSystem token: stored\n`,
    ]);
    const [file = '', ...others] = at().credentialFiles();
    expect(others).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const text of [readFileSync(file, 'utf8'), ended.stderr, ended.stdout.toString()]) {
      for (const canary of [SECRET, TOKEN]) expect(text).not.toContain(canary);
    }
    expect(await status()).toEqual({
      code: 0,
      state: 'ready',
      backend: 'gnome_libsecret',
      recorded: 'gnome_libsecret',
      fingerprint: FINGERPRINT,
      protects: true,
      keys: 1,
    });
  });

  it('signs a login with the stored key, and again after a restart of the keyring', async () => {
    await logsIn();
    await at().startKeyring('open');
    await logsIn();
  });

  it('ends a login with advice while the keyring is locked, and is ready once it is open (SEC-51)', async () => {
    await at().startKeyring('locked');
    expect(await status()).toMatchObject({
      code: 78,
      state: 'key-store-locked',
      backend: 'gnome_libsecret',
      keys: 0,
    });
    await endsWith('key-store', /Unlock it, then/i);
    const refused = await keys(['import'], 'another\n');
    expect(refused.code, refused.stderr).toBe(78);
    expect(wordsOf(refused)).toMatch(/the stored keys are unchanged/);
    await at().startKeyring('open');
    expect(await status()).toMatchObject({ code: 0, state: 'ready', fingerprint: FINGERPRINT });
  });

  it('refuses the stored secrets with advice in the session of another desktop, with another back end', async () => {
    const env = { ...at().env(), XDG_CURRENT_DESKTOP: 'KDE', KDE_SESSION_VERSION: '5' };
    expect(await status(env)).toMatchObject({ state: 'key-store-changed', backend: 'kwallet5' });
    await endsWith('key-store', /in another keyring than this session uses/, env);
    expect(await status({ ...at().env(), XDG_CURRENT_DESKTOP: undefined })).toMatchObject({
      state: 'key-store-changed',
      backend: 'basic_text',
    });
  });

  it('ends a login with the reason when the session has no bus, and so no keyring', async () => {
    const env = at().envWithoutBus();
    expect(await status(env)).toMatchObject({ state: 'key-store-unavailable', backend: 'none' });
    await endsWith('key-store', /this session has no keyring/, env);
  });

  it('tells by the doctor that the key store is unavailable without a bus', async () => {
    const ended = await run([LAUNCHER, 'doctor', '--config', config, '--json'], {
      env: at().envWithoutBus(),
    });
    const { first, findings } = JSON.parse(ended.stdout.toString()) as {
      first: string;
      findings: { check: string; code: string }[];
    };
    expect([ended.code, first]).toEqual([78, 'key-store-unavailable']);
    expect(findings.find(({ check }) => check === 'credentials')?.code).toBe('not-tried');
  });

  it('keeps the keyring’s secrets out of the doctor’s bundle, even a token in an old log (SEC-43)', async () => {
    const folder = makeSandboxFolder('bundle-');
    const [log, bundle] = [join(folder, 'log'), join(folder, 'bundle')];
    writeFileSync(
      log,
      `${JSON.stringify({ event: 'request-failed', evidence: `seen ${TOKEN}` })}\n`,
    );
    prepareForSandboxUser(folder);
    const words = ['doctor', '--config', config, '--json', '--log-file', log, '--bundle', bundle];
    const ended = await run([LAUNCHER, ...words], { env: at().env() });
    const text = ended.stdout.toString();
    expect(JSON.parse(text), ended.stderr).toMatchObject({ kind: 'doctor-bundle' });
    expect(text).toMatch(/"evidence": "seen \[.*system token\]"/);
    for (const canary of [SECRET, TOKEN]) expect(text).not.toContain(canary);
    expect(readFileSync(bundle, 'utf8')).toBe(text);
  });

  it('hides the secrets that are typed into keys import on a terminal', async () => {
    const sitting = new Sitting([LAUNCHER, 'keys', 'import'], { env: at().env() });
    try {
      await sitting.asksHidden('Secret key (not shown; empty keeps the stored one): ');
      sitting.line(SECRET);
      await sitting.shows('System token (not shown; empty keeps the stored one): ');
      sitting.line('');
      const { code, shown } = await sitting.ended;
      expect([code, shown.includes(`fingerprint ${FINGERPRINT}`)], shown).toEqual([0, true]);
      expect(shown).toContain('System token: kept as it was');
      for (const canary of [SECRET, TOKEN]) expect(shown).not.toContain(canary);
    } finally {
      await sitting.remove();
    }
  });

  it('reports stored secrets as unreadable when the keyring was removed, until they are stored again', async () => {
    await at().removeKeyring();
    await at().startKeyring('open');
    expect(await status()).toMatchObject({
      state: 'key-store-unreadable',
      backend: 'gnome_libsecret',
    });
    await endsWith('key-store', /cannot be decrypted/);
    expect(await keys(['import'], `${SECRET}\n${TOKEN}\n`)).toMatchObject({ code: 0 });
    await logsIn();
  });

  it('asks before keys forget removes the stored secrets', async () => {
    const unasked = await keys(['forget']);
    expect([unasked.code, at().credentialFiles().length], unasked.stderr).toEqual([64, 1]);
    const sitting = new Sitting([LAUNCHER, 'keys', 'forget'], { env: at().env() });
    try {
      await sitting.answer('Remove them? Type yes: ', 'no');
      expect(await sitting.ended).toMatchObject({ code: 130 });
    } finally {
      await sitting.remove();
    }
    expect(at().credentialFiles()).toHaveLength(1);
    const ended = await keys(['forget', '--yes']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(at().credentialFiles()).toEqual([]);
    expect((await keys(['forget', '--yes'])).stdout.toString()).toBe('No keys are stored.\n');
  });
});
