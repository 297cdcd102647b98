/**
 * gatehouse-system.exe and the product that asks it, both real. Wine makes owners and access lists
 * from the modes of this system: these tests show that they are read, never that Windows enforces
 * them (docs/known-issues.md).
 */
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  examineRegistryPolicy,
  POLICY_KEY,
} from '../../electron/config/sources/registry-policy.ts';
import type { FileLook, SystemStart, WindowsSystem } from '../../electron/os/windows/ask-system.ts';
import { readSecurity, readSid } from '../../electron/os/windows/security-descriptor.ts';
import type { EffectiveConfig, Validation } from '../../shared/config/config-report.ts';
import { SIDS } from '../support/files/security-descriptor.ts';
import { WINDOWS_USER, windowsPath } from './support/prefix.ts';
import { startProduct, writeAsPerson } from './support/product.ts';
import { runWindows, skipped, windowsRun } from './support/windows-program.ts';

const POLICY = 'HKLM\\Software\\Policies\\Gatehouse';
const PERSONS_POLICY = 'HKCU\\Software\\Policies\\Gatehouse';
const EVERYBODY_READS = 0x1200a9;

type Questions = WindowsSystem & Readonly<{ behind: WindowsSystem['files'] }>;
type Answer<Question extends keyof Questions> = Extract<
  ReturnType<Questions[Question]>,
  { ok: true }
>['value'];

async function ask<Question extends keyof Questions>(
  question: Question,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Answer<Question>> {
  const program = windowsPath(join(windowsRun().dist, 'gatehouse-system.exe'));
  const { code, stdout, stderr } = await runWindows([program, question, ...words], { env });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.toString('ascii')) as Answer<Question>;
}

/** How one file is found. */
async function look(path: string) {
  const { user, files } = await ask('files', [path]);
  expect(files).toHaveLength(1);
  return { user, file: files[0] as FileLook };
}

/** Wine's own reg.exe, as an administrator has it. */
async function registry(...words: string[]): Promise<void> {
  const ended = await runWindows(['C:\\windows\\system32\\reg.exe', ...words, '/f']);
  if (ended.code !== 0)
    throw new Error(`reg ${words.join(' ')}: ${ended.stdout.toString()} ${ended.stderr}`);
}
const set = (key: string, name: string, type: string, data: string): Promise<void> =>
  registry('add', `${POLICY}${key}`, '/v', name, '/t', type, '/d', data);

const drive = (): string => join(windowsRun().prefix.folder, 'prefix', 'drive_c');
const made: string[] = [];

/** Writes a file of the person that runs the program, in `C:\`; returns its path there. */
function write(path: readonly string[], text: string, mode = 0o600): string {
  const file = join(drive(), ...path);
  made.push(writeAsPerson(file, text));
  chmodSync(file, mode);
  return ['C:', ...path].join('\\');
}

/** Runs the program; returns its exit code and its output. */
async function product(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await startProduct(words, { env }).ended;
  try {
    return { code, report: JSON.parse(stdout.toString()) as unknown };
  } catch {
    throw new Error(
      `${words.join(' ')} ended with ${String(code)}: ${stdout.toString()}\n${stderr}`,
    );
  }
}

const show = async (...words: readonly string[]) => {
  const { code, report } = await product(['config', 'show', '--json', ...words]);
  return { code, report: report as EffectiveConfig };
};
const validate = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { code, report } = await product(['config', 'validate', '--json', ...words], env);
  return { code, report: report as Validation };
};

describe.skipIf(skipped !== '')(
  `answers of Windows under Wine${skipped && ` (skipped: ${skipped})`}`,
  () => {
    afterEach(async () => {
      for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
      await runWindows(['C:\\windows\\system32\\reg.exe', 'delete', POLICY, '/f']);
      await runWindows(['C:\\windows\\system32\\reg.exe', 'delete', PERSONS_POLICY, '/f']);
    });

    it('names the user of the logon, whatever the environment says (SEC-63)', async () => {
      const env = {
        USERNAME: 'mallory',
        USERDOMAIN: 'EVIL',
        USERPROFILE: 'C:\\evil',
        LOGONSERVER: '\\\\evil',
      };
      const { user, upn } = await ask('upn', [], env);
      expect(user.account).toMatch(new RegExp(`^[^\\\\]+\\\\${WINDOWS_USER}$`));
      expect(user.account).not.toContain('EVIL');
      expect(readSid(user.sid)).toMatch(/^S-1-5-21-/);
      expect(upn).toBeNull();
    });

    it('names the ProgramData that Windows knows, whatever the environment says (SEC-24)', async () => {
      const env = {
        ProgramData: 'C:\\evil',
        ALLUSERSPROFILE: 'C:\\evil',
        SystemDrive: 'E:',
        SystemRoot: 'E:\\evil',
      };
      const { programData, managed, policy } = await ask('start', [], env);
      expect(programData).toBe('C:\\ProgramData');
      expect(managed.map(({ path, error }) => [path, error !== 0])).toEqual([
        ['C:\\', false],
        ['C:\\ProgramData', false],
        ['C:\\ProgramData\\Gatehouse', true],
        ['C:\\ProgramData\\Gatehouse\\config.json', true],
      ]);
      expect(policy).toBeNull();
    });

    it('writes a line of text to the event log, which Wine does not keep, and refuses any other input', async () => {
      const program = windowsPath(join(windowsRun().dist, 'gatehouse-system.exe'));
      const log = async (input: string | Buffer) => {
        const { code, stderr } = await runWindows([program, 'log'], { input });
        return [code, stderr];
      };
      expect(await log('{"v":1,"account":"CORP\\\\jürgen"}\n')).toEqual([0, '']);
      expect(await log('x'.repeat(8192))).toEqual([0, '']);
      expect(await log('\n')).toEqual([64, '']);
      expect(await log('x'.repeat(9000))).toEqual([
        1,
        'the line is too long: error 0x000000ea\r\n',
      ]);
      expect(await log(Buffer.from([0xff, 0xfe]))).toEqual([
        1,
        'MultiByteToWideChar: error 0x00000459\r\n',
      ]);
    });

    it('tells owner and list of a file and of a folder (SEC-61)', async () => {
      const secret = write(['files', 'secret 漢字 %PATH% (1)'], 'x');
      const { user, file } = await look(secret);
      const own = readSid(user.sid);
      expect(file).toMatchObject({ path: secret, error: 0 });
      expect(file.attributes & 0x410).toBe(0);
      const closed = readSecurity(file.security);
      expect(closed).toMatchObject({ ok: true, value: { owner: own } });
      const strangers = (found: typeof closed) =>
        found.ok
          ? found.value.entries?.filter(({ sid }) => sid !== own && sid !== SIDS.system)
          : null;
      expect(strangers(closed)).toEqual([]);
      chmodSync(join(drive(), 'files', 'secret 漢字 %PATH% (1)'), 0o644);
      const open = readSecurity((await look(secret)).file.security);
      expect(strangers(open)).toMatchObject([
        { kind: 'allow', mask: EVERYBODY_READS, sid: SIDS.everyone },
      ]);
      const paths = ['C:\\files', '\\\\?\\C:\\', 'C:\\files\\none', 'C:\\none\\none'];
      for (const question of ['files', 'behind'] as const) {
        const { files } = await ask(question, paths);
        const found = files.map(({ path, error, attributes }) => [path, error, attributes & 0x10]);
        expect(found).toEqual(
          paths.map((path, index) => [path, [0, 0, 2, 3][index], index < 2 ? 0x10 : 0]),
        );
      }
    });

    it.runIf(process.getuid?.() === 0)(
      'names another owner for a foreign file (needs root)',
      async () => {
        const path = write(['files', 'of root'], 'x', 0o644);
        chownSync(join(drive(), 'files', 'of root'), 0, 0);
        const { user, file } = await look(path);
        const found = readSecurity(file.security);
        expect(found.ok && found.value.owner !== readSid(user.sid)).toBe(true);
      },
    );

    it('tells the registry’s policy with its types, and of the computer alone (SEC-62)', async () => {
      await set('\\service', 'baseUrl', 'REG_SZ', 'https://mfa.example.com/ü漢');
      await set('\\service\\realtime', 'settleMs', 'REG_DWORD', '300');
      await set('\\service\\realtime\\transports', '1', 'REG_SZ', 'websocket');
      await set('\\login', 'usernameDomains', 'REG_MULTI_SZ', 'CORP\\0corp.example');
      await set('\\login', 'autoStart', 'REG_DWORD', '1');
      await registry(
        'add',
        `${PERSONS_POLICY}\\login`,
        '/v',
        'bypass',
        '/t',
        'REG_SZ',
        '/d',
        'allow',
      );
      const { policy }: SystemStart = await ask('start');
      expect(examineRegistryPolicy(policy)).toEqual({
        ok: true,
        value: {
          file: POLICY_KEY,
          isManaged: true,
          isPolicy: true,
          data: {
            service: {
              baseUrl: 'https://mfa.example.com/ü漢',
              realtime: { settleMs: 300, transports: ['websocket'] },
            },
            login: { usernameDomains: ['CORP', 'corp.example'], autoStart: true },
          },
        },
      });
      await set('\\service', 'caFile', 'REG_EXPAND_SZ', '%APPDATA%\\ca.pem');
      expect(examineRegistryPolicy((await ask('start')).policy)).toMatchObject({
        error: [{ key: 'service.caFile', reason: 'is of type REG_EXPAND_SZ, which no key takes' }],
      });
    });

    it.each([
      [[]],
      [['other']],
      [['start', 'more']],
      [['file', 'a']],
      [['files']],
      [['behind']],
      [['START']],
    ])('answers no other question: %j', async (words: readonly string[]) => {
      const program = windowsPath(join(windowsRun().dist, 'gatehouse-system.exe'));
      const { code, stdout } = await runWindows([program, ...words]);
      expect([code, stdout.toString()]).toEqual([64, '']);
    });

    // Chromium for Windows dies of a full stack where the font of dialogs is one that it does not
    // find.
    it('leaves the fonts of Wine as they were set', async () => {
      const place = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\FontSubstitutes';
      await ask('start');
      const { stdout } = await runWindows([
        'C:\\windows\\system32\\reg.exe',
        'query',
        place,
        '/v',
        'MS Shell Dlg',
      ]);
      expect(stdout.toString()).toContain('DejaVu Sans');
    });

    it('configures the product from the computer’s registry, not the person’s (SEC-24)', async () => {
      await set('\\service', 'baseUrl', 'REG_SZ', 'https://policy.example');
      await set('\\login', 'bypass', 'REG_SZ', 'deny');
      await registry(
        'add',
        `${PERSONS_POLICY}\\login`,
        '/v',
        'bypass',
        '/t',
        'REG_SZ',
        '/d',
        'allow',
      );
      const given = write(
        ['files', 'given.json'],
        JSON.stringify({ login: { bypass: 'allow', autoStart: true } }),
      );
      const managed = write(['ProgramData', 'Gatehouse', 'config.json'], '{ broken');
      const { code, report } = await show('--config', given);
      expect([code, report.faults]).toEqual([0, []]);
      const value = (key: string) => report.values.find((one) => one.key === key);
      expect(value('service.baseUrl')).toMatchObject({
        value: 'https://policy.example',
        from: 'managed',
        file: POLICY_KEY,
      });
      expect(value('login.bypass')).toMatchObject({ value: 'deny', from: 'managed' });
      expect(value('login.autoStart')).toMatchObject({ value: true, from: 'given', file: given });
      expect([report.unread, report.ignored]).toEqual([
        managed,
        [{ key: 'login.bypass', file: given }],
      ]);
      await set('\\login', 'bypas', 'REG_SZ', 'deny');
      expect(await validate(['--config', given])).toMatchObject({
        code: 78,
        report: {
          faults: [
            {
              file: POLICY_KEY,
              key: 'login.bypas',
              reason: expect.stringMatching(/did you mean bypass/),
            },
          ],
        },
      });
    });

    it('refuses a managed file of the person, and names its owner (SEC-24)', async () => {
      const managed = write(['ProgramData', 'Gatehouse', 'config.json'], '{}');
      const { code, report } = await validate([], {
        ProgramData: 'C:\\evil',
      });
      expect(code).toBe(78);
      // Wine gives every folder of the prefix to the person: the highest is named first.
      expect(report.faults).toMatchObject([
        {
          file: 'C:\\',
          reason: expect.stringMatching(
            /^must be owned by SYSTEM or Administrators, and is owned by S-1-5-21-/,
          ),
        },
      ]);
      expect(managed).toBe('C:\\ProgramData\\Gatehouse\\config.json');
    });

    it('takes a secret’s file that is the person’s alone, and no other (SEC-25)', async () => {
      const secret = write(['files', 'secret'], 'x'.repeat(32));
      const service = { baseUrl: 'https://mfa.example.com', systemToken: 'T' };
      const given = write(
        ['files', 'given.json'],
        JSON.stringify({ service, credentials: { secretKeyFile: 'secret' } }),
      );
      const check = () => validate(['--config', given]);
      expect(await check()).toMatchObject({ code: 0, report: { faults: [] } });
      chmodSync(join(drive(), 'files', 'given.json'), 0o644);
      expect((await check()).report.warnings.map(({ code, file }) => [code, file])).toContainEqual([
        'configuration-readable',
        given,
      ]);
      chmodSync(join(drive(), 'files', 'secret'), 0o644);
      expect(await check()).toMatchObject({
        code: 78,
        report: {
          faults: [
            {
              file: secret,
              reason: expect.stringMatching(/^must not be readable by others, and is by S-1-1-0/),
            },
          ],
        },
      });
    });

    describe('a person’s configuration', () => {
      const service = { baseUrl: 'https://mfa.example.com', systemToken: 'T' };
      const make = () => {
        const secret = write(['files', 'own', 'secret'], 'x'.repeat(32));
        write(['files', 'own', 'messages.json'], '{}');
        const config = {
          service,
          credentials: { secretKeyFile: secret },
          messages: 'messages.json',
        };
        return write(['files', 'own', 'config.json'], JSON.stringify(config));
      };
      const here = (...path: readonly string[]): string => join(drive(), 'files', ...path);
      const check = async (given: string) => {
        const { code, report } = await validate(['--config', given]);
        return [code, ...report.faults.map(({ file, key, reason }) => [file, key, reason])];
      };
      const WRITTEN = 'must not be writable by others, and is by S-1-1-0 (icacls lists the rights)';

      it('refuses a person’s configuration if others can write it, its folders or a file that it names (SEC-107)', async () => {
        const given = make();
        expect(await check(given)).toEqual([0]);
        for (const [path, key, suffix] of [
          [['own', 'config.json'], '', ''],
          [['own'], '', '; config.json lies behind it'],
          [[], '', '; config.json lies behind it'],
          [['own', 'messages.json'], 'messages', ''],
        ] as const) {
          chmodSync(here(...path), path.length === 2 ? 0o666 : 0o777);
          const file = ['C:', 'files', ...path].join('\\');
          expect(await check(given)).toEqual([78, [file, key, `${WRITTEN}${suffix}`]]);
          chmodSync(here(...path), path.length === 2 ? 0o600 : 0o755);
        }
        expect(await check(given)).toEqual([0]);
      });

      it.runIf(process.getuid?.() === 0)(
        'refuses a configuration in a folder of another account, on another drive too (SEC-107) (needs root)',
        async () => {
          const given = make();
          chownSync(here('own'), 0, 0);
          const owned = expect.stringMatching(
            /^must be owned by you, SYSTEM or Administrators, and is owned by S-1-/,
          );
          expect(await check(given)).toEqual([78, ['C:\\files\\own', '', owned]]);
          expect(await check(windowsPath(here('own', 'config.json')))).toEqual([
            78,
            ['Z:\\', '', owned],
          ]);
        },
      );

      it('refuses a person’s file that the registry names (SEC-107)', async () => {
        const given = make();
        await set('\\service', 'baseUrl', 'REG_SZ', 'https://mfa.example.com');
        await set('', 'messages', 'REG_SZ', 'C:\\files\\own\\messages.json');
        const owned = expect.stringMatching(
          /^must be owned by SYSTEM or Administrators, and is owned by S-1-5-21-/,
        );
        expect(await check(given)).toEqual([78, ['C:\\', 'messages', owned]]);
      });
    });
  },
);
