import { configStrings } from '../../../../shared/strings/config-strings.ts';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PlistValue } from 'plist';
import { describe, expect, it } from 'vitest';
import { examineConfig, loadConfig } from '../../../../electron/config/load-config.ts';
import { effectiveValues, ignoredKeys } from '../../../../electron/config/effective-config.ts';
import { readPlist } from '../../../../electron/config/sources/read-plist.ts';
import { POLICY_KEY } from '../../../../electron/config/sources/registry-policy.ts';
import { effectiveLines, validationLines } from '../../../../electron/doctor/config-lines.ts';
import { validateConfig, validateFile } from '../../../../electron/doctor/validate-config.ts';
import {
  effectiveConfigSchema,
  validationSchema,
} from '../../../../shared/config/config-report.ts';
import type { RegistryValue } from '../../../../electron/os/windows/ask-system.ts';
import { registryText } from '../../../support/fakes/registry.ts';
import { isRoot, tempFolders } from '../../../support/files/temp-folder.ts';
import { enDoctorCommand } from '../../../support/strings.ts';

import { rootFileSource } from '../../../../electron/config/sources/root-file.ts';
import { windowsSource } from '../../../../electron/config/sources/windows.ts';
import { macosSource } from '../../../../electron/config/sources/macos.ts';

const temp = tempFolders();
const WORDS = enDoctorCommand.findings;
const STRINGS = configStrings;
const NOTHING_STORED = { isSupported: true, isThere: () => false };
const STORED = { isSupported: true, isThere: () => true };
const TOKEN = 'THE-SYSTEM-TOKEN';
const SECRET = 'the-secret-key';
const SERVICE = { baseUrl: 'https://mfa.example.com', systemToken: TOKEN };
/** Windows's facts about a computer without a policy. */
const WINDOWS = {
  programData: 'C:\\ProgramData',
  managed: [],
  user: { sid: '', account: 'CORP\\alice' },
};
const GOOD = {
  service: SERVICE,
  credentials: { secretKeyFile: 'secret' },
  login: { username: 'os', bypass: 'deny' },
};

/** A folder with a secret and these files. */
function place(files: Readonly<Record<string, unknown>>, mode = 0o600, folder = temp.folder()) {
  temp.write(join(folder, 'secret'), SECRET);
  for (const [name, content] of Object.entries(files))
    temp.write(join(folder, name), content, mode);
  return (name: string) => join(folder, name);
}
const only = (given: string) => ({ managed: null, given, user: null });
const validate = (given: string) => validateConfig(only(given), false, WORDS, NOTHING_STORED);
const check = (file: string, managed: string | null = null, isInstalled = false) =>
  validateFile(
    file,
    { managed: managed === null ? null : rootFileSource(managed), given: null, user: null },
    isInstalled,
    WORDS,
    NOTHING_STORED,
  );

describe('config validate', () => {
  it('reports no fault in a valid configuration', async () => {
    const at = place({ 'config.json': GOOD });
    const report = await validate(at('config.json'));
    const files = [at('config.json')];
    expect(report).toEqual({
      apiVersion: 'gatehouse/1',
      exitCode: 0,
      files,
      faults: [],
      warnings: [],
    });
    expect(validationLines(report)).toEqual([`${at('config.json')}: no faults, no warnings.`]);
  });

  it('warns, and no more, of an account that validates and is not in the table of names', async () => {
    const login = { ...GOOD.login, names: { 'nobody-of-this-name': 'jane' } };
    const at = place({ 'config.json': { ...GOOD, login } });
    const { exitCode, faults, warnings } = await validate(at('config.json'));
    expect([exitCode, faults]).toEqual([0, []]);
    expect(warnings).toMatchObject([
      {
        code: 'username-unlisted',
        evidence: 'login.names: has no name for this account; add it there, or leave the key out',
      },
    ]);
  });

  it('reports every fault of every file, first the one that a login reports', async () => {
    const at = place({
      'given.json': { service: { baseUrl: 7 }, login: { bypas: 'deny' } },
      'user.json': { gate: { ticketSeconds: 0 } },
    });
    const places = { managed: null, given: at('given.json'), user: at('user.json') };
    const report = await validateConfig(places, false, WORDS, NOTHING_STORED);
    expect(report.exitCode).toBe(78);
    expect(report.faults.map(({ file, key }) => [file, key])).toEqual([
      [at('given.json'), 'service.baseUrl'],
      [at('given.json'), 'login.bypas'],
      [at('user.json'), 'gate.ticketSeconds'],
    ]);
    expect(report.files).toEqual([at('given.json'), at('user.json')]);
    expect(loadConfig(places, false)).toEqual({ ok: false, error: report.faults[0] });
    expect(validationLines(report).at(-1)).toBe('3 faults.');
  });

  it('names a missing key and one of another type of application at once', async () => {
    const at = place({ 'config.json': { service: { prompt: { display: 'browser' } } } });
    const { faults } = await check(at('config.json'));
    expect(faults.map(({ key }) => key)).toEqual(['service.baseUrl', 'service.prompt.display']);
  });

  it('warns by the rows of the doctor, and ends with 0', async () => {
    const at = place(
      { 'config.json': { ...GOOD, login: { failMode: 'allow-when-unreachable' } } },
      0o644,
    );
    const report = await check(at('config.json'));
    expect(report.exitCode).toBe(0);
    expect(report.warnings.map(({ code, evidence }) => [code, evidence])).toEqual([
      ['configuration-readable', 'service.systemToken'],
      [
        'configuration-open-door',
        'login.username: ask, login.bypass: allow, login.failMode: allow-when-unreachable',
      ],
      ['configuration-unsigned', 'service.responseSignature: when-present, login.bypass: allow'],
    ]);
    const lines = validationLines(report);
    expect(lines[0]).toContain(`Warning: ${WORDS['configuration-readable'].found}`);
    expect(lines.at(-1)).toBe(`${at('config.json')}: no faults, 3 warnings.`);
  });

  it.each([
    ['when-present', 'allow', ['configuration-unsigned']],
    ['when-present', 'deny', []],
    ['required', 'allow', []],
    ['off', 'allow', []],
  ])(
    'advises signatures only if one that is missing may let in: %s, %s',
    async (responseSignature, bypass, codes) => {
      const [service, login] = [
        { ...SERVICE, responseSignature },
        { username: 'os', bypass },
      ];
      const at = place({ 'config.json': { ...GOOD, service, login } });
      const { exitCode, warnings } = await check(at('config.json'));
      expect([exitCode, warnings.map(({ code }) => code)]).toEqual([0, codes]);
    },
  );

  describe.runIf(isRoot)('as root on a server', () => {
    const guarded = { username: 'given', bypass: 'deny', failMode: 'deny' };
    const direct = { ...SERVICE, proxy: 'direct' };

    it.each([
      ['nothing', {}, {}, []],
      ['a name that the person types', { username: 'ask' }, {}, ['login.username: ask']],
      ['the name of root itself', { username: 'os' }, {}, ['login.username: os']],
      [
        'a service out of reach that lets in',
        { failMode: 'allow-when-unreachable' },
        {},
        ['login.failMode: allow-when-unreachable'],
      ],
      ['a proxy of the environment', {}, { proxy: 'system' }, ['service.proxy: system']],
      [
        'all of these',
        { username: 'ask', failMode: 'allow-when-unreachable' },
        { proxy: 'system' },
        ['login.username: ask', 'login.failMode: allow-when-unreachable', 'service.proxy: system'],
      ],
    ])(
      'warns of settings by which the person decides the logins of root: %s',
      async (_what, login, service, settings) => {
        const config = {
          ...GOOD,
          login: { ...guarded, ...login },
          service: { ...direct, ...service },
        };
        const at = place({ 'config.json': config }, 0o600, temp.rootsFolder());
        const managed = rootFileSource(at('config.json'));
        const report = await validateConfig(
          { managed, given: null, user: null },
          true,
          WORDS,
          NOTHING_STORED,
          { hasWebSocket: false, isServersRoot: true },
        );
        const ours = report.warnings.filter(({ code }) => code === 'root-unguarded');
        expect(ours.map(({ evidence }) => evidence)).toEqual(
          settings.length === 0 ? [] : [settings.join(', ')],
        );
        expect(report.exitCode).toBe(0);
      },
    );

    it.each([
      ['off', []],
      ['on', ['audit: on']],
      ['required', []],
    ])(
      'warns of a line in the log which the person can have fail, and of no other: audit "%s"',
      async (audit, settings) => {
        const config = { ...GOOD, login: guarded, service: direct, audit };
        const at = place({ 'config.json': config }, 0o600, temp.rootsFolder());
        const report = await validateConfig(
          { managed: rootFileSource(at('config.json')), given: null, user: null },
          true,
          WORDS,
          NOTHING_STORED,
          { hasWebSocket: false, isServersRoot: true },
        );
        const ours = report.warnings.filter(({ code }) => code === 'root-unguarded');
        expect(ours.map(({ evidence }) => evidence)).toEqual(settings);
      },
    );

    it('warns of a configuration that is not managed, on a server and nowhere else', async () => {
      const at = place({ 'config.json': { ...GOOD, login: guarded, service: direct } });
      const warningsOn = async (isServersRoot: boolean) =>
        (
          await validateConfig(only(at('config.json')), true, WORDS, NOTHING_STORED, {
            isServersRoot,
          })
        ).warnings.map(({ code, evidence }) => [code, evidence]);
      expect(await warningsOn(true)).toEqual([['root-unguarded', 'not managed']]);
      expect(await warningsOn(false)).toEqual([]);
    });
  });

  it('warns of a token in a policy of the registry, which every user of the computer reads', async () => {
    const at = place({ 'config.json': { credentials: GOOD.credentials, login: GOOD.login } });
    const warningsOf = async (policy: RegistryValue[]) => {
      const managed = windowsSource({ ok: true, value: { ...WINDOWS, policy } }, null);
      const places = { ...only(at('config.json')), managed };
      const { faults, warnings } = await validateConfig(places, true, WORDS, STORED);
      expect(faults).toEqual([]);
      return warnings.map(({ code, file }) => [code, file]);
    };
    const address = registryText('service', 'baseUrl', SERVICE.baseUrl);
    const byName = registryText('login', 'username', 'os');
    const noBypass = registryText('login', 'bypass', 'deny');
    const token = registryText('service', 'systemToken', TOKEN);
    expect(await warningsOf([address, byName, noBypass, token])).toEqual([
      ['configuration-readable', POLICY_KEY],
    ]);
    expect(await warningsOf([address, byName, noBypass])).toEqual([]);
  });

  it.runIf(isRoot)(
    'warns of a token in the preferences of macOS that others read (needs root)',
    async () => {
      const file = join(temp.rootsFolder(), 'preferences.plist');
      const preferences = { file, personal: join(temp.folder(), 'none'), parse: readPlist };
      const codesOf = async (mode: number, content: PlistValue) => {
        temp.write(file, build(content), mode);
        const managed = macosSource(preferences, join(temp.folder(), 'none.json'));
        const places = { managed, given: null, user: null };
        const { faults, warnings } = await validateConfig(places, true, WORDS, STORED);
        expect(faults).toEqual([]);
        return warnings.map(({ code, file: where }) => [code, where]);
      };
      const { login, service } = GOOD;
      expect(await codesOf(0o644, { login, service })).toEqual([['configuration-readable', file]]);
      expect(await codesOf(0o600, { login, service })).toEqual([]);
      expect(await codesOf(0o644, { login, service: { baseUrl: service.baseUrl } })).toEqual([]);
    },
  );

  it('reports an unusable secret and unusable authorities as faults here, and as warnings of a file for elsewhere', async () => {
    const service = { ...SERVICE, caFile: 'ca.pem' };
    const at = place({
      'config.json': { ...GOOD, service, credentials: { secretKeyFile: 'none' } },
    });
    const here = await validate(at('config.json'));
    expect(here.faults).toEqual([
      { file: at('none'), key: 'credentials.secretKeyFile', reason: 'does not exist' },
      { file: at('ca.pem'), key: 'service.caFile', reason: expect.any(String) },
    ]);
    expect(here.exitCode).toBe(78);
    const elsewhere = await check(at('config.json'));
    expect(elsewhere.exitCode).toBe(0);
    expect(elsewhere.warnings.map(({ code }) => code)).toEqual([
      'secret-missing',
      'authorities-unusable',
    ]);
  });

  it('warns of a missing secret key without naming a file', async () => {
    const at = place({ 'config.json': { ...GOOD, credentials: {} } });
    const report = await check(at('config.json'));
    expect(report.warnings).toMatchObject([{ file: '' }]);
    expect(validationLines(report)[0]).toMatch(/^Warning: /u);
  });

  it('reports a missing file if it is named, else only missing keys', async () => {
    const at = place({});
    expect(await check(at('none.json'))).toMatchObject({
      exitCode: 78,
      faults: [{ file: at('none.json'), key: '', reason: 'does not exist' }],
    });
    const nothing = await validateConfig(
      { managed: null, given: null, user: at('user.json') },
      false,
      WORDS,
      NOTHING_STORED,
    );
    expect(nothing.faults.map(({ key }) => key)).toContain('service.baseUrl');
  });

  it('takes plain http of a draft, which may be for the managed place, but of no other file if the program is installed', async () => {
    const at = place({
      'config.json': { ...GOOD, service: { ...SERVICE, baseUrl: 'http://127.0.0.1:1' } },
    });
    const file = at('config.json');
    const faultsOf = async (isInstalled: boolean) => [
      (await check(file, null, isInstalled)).faults[0]?.reason,
      (await validateConfig(only(file), isInstalled, WORDS, NOTHING_STORED)).faults[0]?.reason,
    ];
    expect(await faultsOf(true)).toEqual([undefined, expect.stringMatching(/managed/)]);
    expect(await faultsOf(false)).toEqual([undefined, undefined]);
  });

  it.runIf(isRoot)('validates the managed file as a login reads it (needs root)', async () => {
    const folder = temp.rootsFolder();
    const at = place({ 'config.json': GOOD }, 0o644, folder);
    expect((await check(at('config.json'), at('config.json'))).faults).toEqual([]);
    chmodSync(at('config.json'), 0o666);
    expect((await check(at('config.json'), at('config.json'))).faults[0]?.reason).toMatch(
      /owned by root/,
    );
    expect((await check(at('config.json'))).faults).toEqual([]);
    mkdirSync(at('empty'));
    const none = join(at('empty'), 'config.json');
    expect((await check(none, none)).faults).toEqual([
      { file: none, key: '', reason: 'does not exist' },
    ]);
  });

  it('gives a report of the published form that repeats neither token nor secret', async () => {
    for (const content of [
      GOOD,
      { ...GOOD, extra: TOKEN },
      `{"service":{"systemToken":"${TOKEN}" oops`,
    ]) {
      const at = place({ 'config.json': content });
      const report = await check(at('config.json'));
      expect(validationSchema.parse(report)).toEqual(report);
      const all = JSON.stringify(report) + validationLines(report).join('\n');
      expect(all).not.toContain(TOKEN);
      expect(all).not.toContain(SECRET);
    }
  });

  it('refuses an address with a password in it without repeating the password', async () => {
    for (const baseUrl of [
      'https://alice:hunter2@mfa.example.com',
      'https://alice:hunter2@mfa example.com',
    ]) {
      const at = place({ 'config.json': { ...GOOD, service: { ...SERVICE, baseUrl } } });
      const { faults } = await check(at('config.json'));
      expect(faults.map(({ key }) => key)).toEqual(['service.baseUrl']);
      expect(JSON.stringify(faults)).not.toContain('hunter2');
    }
    const proxy = 'http://alice:hunter2@proxy.example:3128';
    const at = place({ 'config.json': { ...GOOD, service: { ...SERVICE, proxy } } });
    expect(JSON.stringify(await check(at('config.json')))).not.toContain('hunter2');
  });
});

describe('config show', () => {
  it('names a managed file that is not read', () => {
    const report = {
      ...show({ managed: null, given: null, user: place({ 'user.json': GOOD })('user.json') }),
    };
    expect(effectiveLines(report).join('\n')).not.toContain(STRINGS.unread);
    const file = 'C:\\ProgramData\\Gatehouse\\config.json';
    expect(effectiveLines({ ...report, unread: file }).at(-1)).toBe(`# ${STRINGS.unread} ${file}`);
  });

  function show(places: Parameters<typeof examineConfig>[0]) {
    const examined = examineConfig(places, false);
    if (!examined.ok) throw new Error(JSON.stringify(examined.error));
    const { sources } = examined.value;
    return {
      apiVersion: 'gatehouse/1' as const,
      exitCode: 0,
      files: sources.map(({ location: name, file }) => ({ place: name, file })),
      values: effectiveValues(examined.value),
      ignored: ignoredKeys(examined.value),
      unread: examined.value.unread,
      faults: [],
    };
  }

  it.each([
    ['allow', 'required', 'deny'],
    [undefined, 'required', 'deny'],
    [undefined, 'when-present', 'allow'],
  ])(
    'prints for a bypass that is set to %s, with the signatures of answers %s, what a login does: %s',
    (bypass, responseSignature, shown) => {
      const service = { ...SERVICE, responseSignature };
      const user = place({ 'user.json': { ...GOOD, service, login: { bypass } } })('user.json');
      const lines = effectiveLines(show({ managed: null, given: null, user }));
      const from = shown === 'deny' ? 'user' : 'default';
      expect(lines).toContain(`login.bypass = "${shown}"  # ${STRINGS.origins[from]}`);
    },
  );

  it('prints every effective value and its source, but not the token', () => {
    const at = place({
      'given.json': { ...GOOD, login: { autoStart: true, timeouts: { loginSeconds: 10 } } },
      'user.json': { login: { autoStart: false, rememberMethod: false, bypass: 'allow' } },
    });
    const report = show({ managed: null, given: at('given.json'), user: at('user.json') });
    expect(effectiveConfigSchema.parse(report)).toEqual(report);
    const values = new Map(report.values.map((value) => [value.key, value]));
    expect(values.get('login.autoStart')).toMatchObject({
      value: true,
      from: 'given',
      file: at('given.json'),
    });
    expect(values.get('login.rememberMethod')).toMatchObject({ value: false, from: 'user' });
    expect(values.get('login.timeouts.loginSeconds')).toMatchObject({ value: 10, from: 'given' });
    expect(values.get('login.timeouts.requestSeconds')).toMatchObject({
      value: 30,
      from: 'default',
      file: null,
    });
    expect(values.get('credentials.secretKeyFile')).toMatchObject({
      value: at('secret'),
      from: 'given',
    });
    expect(values.get('service.systemToken')).toMatchObject({
      value: null,
      isRedacted: true,
      from: 'given',
    });
    const lines = effectiveLines(report);
    expect(lines.slice(0, 2)).toEqual([
      `# --config: ${at('given.json')}`,
      `# user: ${at('user.json')}`,
    ]);
    expect(lines).toContain('login.autoStart = true  # --config');
    expect(lines).toContain('service.systemToken = (set, not shown)  # --config');
    expect(lines.slice(-2)).toEqual([`# ${STRINGS.ignored}`, `# login.bypass: ${at('user.json')}`]);
    expect(lines.join('\n') + JSON.stringify(report)).not.toContain(TOKEN);
  });
});
