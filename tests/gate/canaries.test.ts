/**
 * Secrets stay in their place: searched for everywhere, during the login and while the command
 * runs.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesIn } from '../e2e/support/canaries.ts';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { runFolderPrefix } from '../../scripts/lib/run-folder.ts';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { skipped } from '../support/bench/here.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { ELECTRON, HOSTS, NODE } from './support/hosts.ts';
import { GateSitting, processesOf } from './support/pty.ts';

// Of this run alone: another account's run beside it has files that it alone has to hide.
const SECRET = `canary-secret-key-${randomBytes(8).toString('hex')}`;
const TOKEN = `canary-system-token-${randomBytes(8).toString('hex')}`;
/** Larger than any file of ours; larger files belong to other programs. */
const LARGEST_BYTES = 32 * 1024 * 1024;
/** Prints the one line of the result, and stays until Enter is pressed. */
const COMMAND = [
  '--',
  'sh',
  '-c',
  'IFS= read -r line <&3; echo "$line"; echo "the command is up"; read -r wait',
];

const runtime = electronRuntime();
const sandboxUser = runtime.available ? runtime.sandboxUser : null;

/** The profile of the user that runs Electron: searched as a whole. */
const HOME = sandboxUser?.home ?? join(homedir(), '.config');
/** Where anything of ours may have been written. */
const PLACES = [
  HOME,
  NODE.env['XDG_CONFIG_HOME'] ?? '',
  ...(sandboxUser
    ? [sandboxUser.runtimeDir, sandboxUser.sharedTemporary, sandboxUser.temporary]
    : []),
  tmpdir(),
  ...[process.env['XDG_RUNTIME_DIR'], process.env['GATEHOUSE_RUN_FOLDER']].filter(
    (path) => path !== undefined,
  ),
];

type Found = Readonly<{ place: string; text: string }>;

const METHODS = ['push', 'totp', 'yotp'] as const;

describe.skipIf(skipped !== '').each(HOSTS)(
  `secrets in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    /** As root, Electron runs as another user, who gets copies of root's files. */
    const isOther = host === ELECTRON && sandboxUser !== null;
    let emulator: Emulator;
    let person: Person;
    const sittings: GateSitting[] = [];
    const folders: string[] = [];
    beforeAll(async () => {
      const users = METHODS.map((method) => ({ username: `canary-${method}`, methods: [method] }));
      emulator = await startEmulator({ secretKey: SECRET, systemToken: TOKEN, users });
      person = personAt(emulator.url);
    });
    afterAll(async () => {
      await Promise.all(sittings.map((at) => at.remove()));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      await emulator.close();
    });

    it('finds planted secrets by its search (SEC-31)', async () => {
      const since = Date.now() - 1000;
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-canary-'));
      folders.push(folder);
      writeFileSync(join(folder, 'planted'), `x${Buffer.from(SECRET).toString('base64')}`);
      const child = spawn('sleep', ['60'], { env: { PLANTED: TOKEN }, stdio: 'ignore' });
      try {
        await eventually('it to run', () =>
          readWhole(`/proc/${String(child.pid)}/environ`).includes(TOKEN),
        );
        const canaries = new Map([['secret', SECRET], ['token', TOKEN]]); // prettier-ignore
        const found = photograph(since, []).flatMap(({ place, text }) =>
          canariesIn(text, canaries).map((name) => `${name} in ${place}`),
        );
        expect(found.sort()).toEqual(
          [
            `secret in ${join(folder, 'planted')}`,
            `token in /proc/${String(child.pid)}/environ`,
          ].sort(),
        );
      } finally {
        child.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      }
    });

    /** The folders of the configurations, which hold secrets by right. */
    const belongs: string[] = [];

    // First, and alone: the other tests must not find the files that it hands over.
    it('keeps secrets out of the places that others can read, by push (SEC-31)', () =>
      expectHidden('push'));
    it.concurrent.each(METHODS.slice(1))(
      'keeps secrets out of the places that others can read, by %s (SEC-31)',
      expectHidden,
    );

    async function expectHidden(name: (typeof METHODS)[number]): Promise<void> {
      const since = Date.now() - 1000;
      const username = `canary-${name}`;
      const folder = host.makeFolder('canary-log-');
      folders.push(folder);
      const written = writeConfig(emulator, {}, { owner: host });
      const config = name === 'push' ? forRootAlone(written) : written;
      belongs.push(dirname(config));
      // Long enough for a look while the token is being checked.
      await person.fault({
        path: '/api/transaction/credentials',
        kind: 'delay',
        milliseconds: 1500,
        times: 1,
        username,
      });
      const words = ['--user', username, '--method', name, '--log-file', join(folder, 'log.jsonl')];
      const at = new GateSitting([...words, ...COMMAND], { config, env: host.env });
      sittings.push(at);

      if (name === 'yotp') await at.asksHidden('Touch the key (what it types is not shown): ');
      else await at.shows(name === 'push' ? 'Your choice: ' : 'bypass code): ');
      const staged = isOther ? copiesOf(at.session) : [];
      const codes = await person.codes(username);
      const typed = name === 'yotp' ? codes.yotp : codes.totp;
      if (name === 'push') await person.approve((await person.delivered(username, 'push')).tid);
      else at.line(typed);
      await at.shows('Checking it with the service.');
      const during = photograph(since, [...belongs, ...staged.map(({ place }) => place)]);

      await at.shows('the command is up');
      const beside = photograph(since, belongs);
      const told = at.shown.slice(0, at.shown.indexOf('{"apiVersion"'));
      const ticket = /"ticket":"([^"]+)"/.exec(at.shown)?.[1] ?? '';
      expect(ticket).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const tokens = (await person.log()).map(({ body }) => body?.['accessToken']);
      const canaries = new Map<string, string>([
        ['the secret key', SECRET],
        ['the system token', TOKEN],
        ['the code', name === 'push' ? SECRET : typed],
        ['the ticket', ticket],
        ...tokens
          .filter((token): token is string => typeof token === 'string')
          .map((token, index): [string, string] => [`access token ${String(index)}`, token]),
      ]);
      expect(canaries.size).toBeGreaterThan(4);

      const terminal: Found = {
        place: 'the terminal',
        text: name === 'totp' ? told.replaceAll(typed, '') : told,
      };
      const status: Found = { place: 'the status', text: JSON.stringify(at.status()) };
      const log: Found = {
        place: 'the log',
        text: readFileSync(join(folder, 'log.jsonl'), 'latin1'),
      };
      expect(log.text).toContain('"login-outcome"');
      const command = beside.filter(({ place }) => place === `/proc/${String(at.session)}/environ`);
      expect(command).toHaveLength(1);
      const found = [...during, ...beside, terminal, status, log].flatMap(({ place, text }) =>
        canariesIn(text, canaries).map((canary) => `${canary} in ${place}`),
      );
      expect(found).toEqual([]);

      // As root, files that only root can read were staged: with the same private mode, and removed
      // with the login.
      expect(staged.length > 0).toBe(name === 'push' && isOther);
      for (const { place, mode } of staged) {
        expect({ place, others: mode & 0o077 }).toEqual({ place, others: 0 });
        expect(existsSync(place)).toBe(false);
      }
      at.line('');
      expect((await at.ended).code).toBe(0);
    }

    /** A copy of a configuration and its secret, readable only for the user that runs the test. */
    function forRootAlone(config: string): string {
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-root-'));
      folders.push(folder);
      cpSync(dirname(config), folder, { recursive: true });
      rmSync(dirname(config), { recursive: true });
      return join(folder, 'config.json');
    }
  },
);

/** The files staged for the user that runs Electron, with their modes. */
function copiesOf(session: number): readonly Readonly<{ place: string; mode: number }>[] {
  if (sandboxUser === null) return [];
  const { sharedTemporary } = sandboxUser;
  const own = processesOf(session).map(({ pid }) => runFolderPrefix(pid));
  return readdirSync(sharedTemporary)
    .filter((name) => own.some((begin) => name.startsWith(begin)))
    .flatMap((name) =>
      readdirSync(join(sharedTemporary, name), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(sharedTemporary, name, file),
      ),
    )
    .filter((place) => /\/(?:config\.json|secret)$/.test(place))
    .map((place) => ({ place, mode: statSync(place).mode & 0o777 }));
}

/**
 * Arguments and environment of everything that runs, and every file that changed since then, but
 * for those below.
 */
function photograph(sinceMs: number, belongs: readonly string[]): readonly Found[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => ['cmdline', 'environ'].map((kind) => `/proc/${pid}/${kind}`))
    .map((place) => ({ place, text: readWhole(place) }));
  const files = [...new Set(PLACES)]
    .filter((place) => existsSync(place))
    .flatMap((place) => changedBelow(place, sinceMs, place !== HOME))
    .filter((place) => !belongs.some((own) => place === own || place.startsWith(`${own}/`)))
    .map((place) => ({ place, text: readWhole(place) }));
  return [...processes, ...files];
}

/**
 * @param isShared everybody's: of its folders only those in which something was made since then are
 *   looked into
 */
function changedBelow(folder: string, sinceMs: number, isShared = false): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const place = join(folder, name);
      // Another test may have removed it meanwhile.
      const facts = lstatSync(place, { throwIfNoEntry: false });
      if (facts?.isDirectory() === true)
        return isShared && facts.ctimeMs < sinceMs ? [] : changedBelow(place, sinceMs);
      if (facts?.isFile() !== true) return [];
      return facts.mtimeMs >= sinceMs && facts.size < LARGEST_BYTES ? [place] : [];
    });
  } catch {
    // Removed meanwhile.
    return [];
  }
}

/** A file's bytes as Latin-1 characters; empty if the file is gone. */
function readWhole(place: string): string {
  try {
    return readFileSync(place, 'latin1');
  } catch {
    return '';
  }
}
