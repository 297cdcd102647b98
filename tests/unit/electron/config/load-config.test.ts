import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatConfigError } from '../../../../electron/config/config-error.ts';
import { loadConfig, type LoadedConfig } from '../../../../electron/config/load-config.ts';
import { DEFAULTS } from '../../../../shared/config/config-schema.ts';
import { isRoot, tempFolders } from '../../../support/files/temp-folder.ts';
import { rootFileSource } from '../../../../electron/config/sources/root-file.ts';

const temp = tempFolders();

const SERVICE = { baseUrl: 'https://mfa.example.com', systemToken: 'ABCDEF' };
const CREDENTIALS = { secretKeyFile: '/run/secret' };
const GOOD = { service: SERVICE, credentials: CREDENTIALS };

type Files = Partial<Readonly<{ managed: unknown; given: unknown; user: unknown }>>;

/** Writes the files that are given and loads them. */
function load(
  files: Files,
  isInstalled = false,
): Readonly<{ folder: string; result: ReturnType<typeof loadConfig> }> {
  const folder = files.managed === undefined ? temp.folder() : temp.rootsFolder();
  const place = (name: keyof Files): string => {
    const path = join(folder, name, 'config.json');
    return files[name] === undefined ? path : temp.write(path, files[name], 0o644);
  };
  const places = {
    managed: rootFileSource(place('managed')),
    given: files.given === undefined ? null : place('given'),
    user: place('user'),
  };
  return { folder, result: loadConfig(places, isInstalled) };
}

function loaded(files: Files, isInstalled = false): LoadedConfig['config'] {
  const { result } = load(files, isInstalled);
  if (!result.ok) throw new Error(formatConfigError(result.error));
  return result.value.config;
}

/** File (without its folder), key and reason of the fault. */
function faultOf(
  files: Files,
  isInstalled = false,
): Readonly<{ file: string; key: string; reason: string }> {
  const { folder, result } = load(files, isInstalled);
  if (result.ok) throw new Error('no fault');
  return { ...result.error, file: result.error.file.replace(`${folder}/`, '') };
}

describe('the configuration', () => {
  it('takes the default for every key that no file sets', () => {
    const { folder, result } = load({ user: GOOD });
    expect(result).toEqual({
      ok: true,
      value: {
        files: [join(folder, 'user/config.json')],
        tokenFiles: [join(folder, 'user/config.json')],
        config: {
          ...DEFAULTS,
          service: { ...DEFAULTS.service, ...SERVICE },
          credentials: { ...CREDENTIALS, signer: null },
        },
      },
    });
  });

  it('takes the keys of service, login and params from a file', () => {
    const whole = {
      service: {
        ...SERVICE,
        applicationType: 'promptless',
        signatureHeader: 'X-Brand-Signature',
        signatureEncoding: 'base64',
        responseSignature: 'required',
        authorities: 'file',
        caFile: '/authorities.pem',
        realtime: {
          path: '/socket',
          protocol: '4',
          connect: 'after-method',
          transports: ['websocket'],
          settleMs: 0,
        },
      },
      credentials: CREDENTIALS,
      login: {
        username: 'given',
        userEmail: 'alice@example.com',
        userPhone: '+49 30 1',
        authenticatorScheme: 'mfa-login',
        rememberUsername: false,
        rememberMethod: false,
        autoStart: true,
        bypass: 'deny',
        failMode: 'allow-when-unreachable',
        timeouts: { loginSeconds: 1, requestSeconds: 2, approvalSeconds: 3 },
      },
      params: { hostName: false, os: false, userIP: '192.0.2.1' },
    };
    expect(loaded({ user: { $schema: 'config.schema.json', ...whole } })).toMatchObject(whole);
  });

  it.each([
    ['allow', 'required', 'deny'],
    [undefined, 'required', 'deny'],
    ['allow', 'when-present', 'allow'],
    ['deny', 'off', 'deny'],
  ] as const)(
    'reads a bypass that is set to %s, with the signatures of answers %s, as %s',
    (bypass, responseSignature, read) => {
      const service = { ...SERVICE, responseSignature };
      const { login } = loaded({ user: { ...GOOD, service, login: { bypass } } });
      expect(login).toEqual({ ...DEFAULTS.login, bypass: read });
    },
  );

  it.each([
    [{}],
    [{ display: 'window', callbackUrl: null }],
    [{ callbackUrl: 'http://localhost:8765/back' }],
    [{ callbackUrl: 'https://desk.example.com/?s=%serviceState%&t=%serviceToken%' }],
    [{ display: 'browser', callbackUrl: 'http://[::1]/back' }],
    [{ display: 'browser', callbackUrl: 'http://127.0.0.1:8765/back' }],
  ])('takes a prompt-capable application, shown by %j', (prompt) => {
    const service = {
      ...SERVICE,
      applicationType: 'prompt',
      prompt,
      callbackParameters: { state: 's', token: 't' },
    };
    const names = { ...DEFAULTS.service.prompt, ...prompt };
    const withTemplate = names.callbackUrl?.includes('%') === true;
    const given = withTemplate ? { ...service, callbackParameters: {} } : service;
    const config = loaded({
      user: { ...GOOD, service: given, params: { logoutUrl: 'https://d.example/' } },
    });
    expect(config.service).toMatchObject({ applicationType: 'prompt', prompt: names });
    expect(config.params.logoutUrl).toBe('https://d.example/');
  });

  it('looks for the secret beside the file that names it', () => {
    const { folder, result } = load({
      given: { ...GOOD, credentials: { secretKeyFile: 'keys/secret' } },
    });
    expect(result).toMatchObject({
      value: { config: { credentials: { secretKeyFile: join(folder, 'given/keys/secret') } } },
    });
  });

  it.each([3, 4, '3', '4', 'auto'])('takes the protocol as a number or a word: %j', (protocol) => {
    const service = { ...SERVICE, realtime: { protocol } };
    expect(loaded({ user: { ...GOOD, service } }).service.realtime.protocol).toBe(String(protocol));
  });

  it('takes a file that begins with a byte order mark', () => {
    expect(loaded({ user: `\ufeff${JSON.stringify(GOOD)}` }).service.systemToken).toBe('ABCDEF');
  });
});

describe('precedence', () => {
  it('prefers the given file to the user file, and that to the default, key by key', () => {
    const config = loaded({
      given: { ...GOOD, login: { autoStart: true, timeouts: { loginSeconds: 10 } } },
      user: { login: { autoStart: false, rememberMethod: false, timeouts: { requestSeconds: 5 } } },
    });
    expect(config.login).toMatchObject({
      autoStart: true,
      rememberMethod: false,
      rememberUsername: true,
      timeouts: { loginSeconds: 10, requestSeconds: 5, approvalSeconds: 120 },
    });
  });

  it('counts a null of a higher file', () => {
    const config = loaded({
      given: { ...GOOD, brand: { name: null } },
      user: { brand: { name: 'Northwind' } },
    });
    expect(config.brand.name).toBeNull();
  });

  it.each(['name', 'help', 'helpAddress'])('refuses half a character in brand.%s', (key) => {
    const { result } = load({ user: { ...GOOD, brand: { [key]: 'North\ud83d' } } });
    expect(result).toMatchObject({
      ok: false,
      error: { key: `brand.${key}`, reason: expect.stringContaining('half a character') },
    });
    const whole = loaded({ user: { ...GOOD, brand: { [key]: 'North 🙂' } } });
    expect(whole.brand).toMatchObject({ [key]: 'North 🙂' });
  });

  it('takes the names of accounts from the highest file alone (SEC-97, SEC-119)', () => {
    const given = { ...GOOD, login: { username: 'os', names: { jdoe: 'jane' } } };
    const user = { login: { names: { jdoe: 'ceo', root: 'ceo' } } };
    expect(loaded({ given, user }).login.names).toEqual({ jdoe: 'jane' });
    expect(loaded({ given: { ...GOOD, login: { username: 'os' } }, user }).login.names).toEqual({});
  });

  it('refuses names of accounts if the person types the name (SEC-119)', () => {
    expect(faultOf({ user: { ...GOOD, login: { names: { jdoe: 'jane' } } } })).toEqual({
      file: 'user/config.json',
      key: 'login.names',
      reason:
        'needs "login.username" set to "os" or "given": a name that the person types names no account',
    });
  });

  it.each([
    [{ jdoe: 7 }, 'has an entry that must be of type string'],
    [{ jdoe: '' }, 'has an entry that must be at least 1 (characters, or in value)'],
    [{ '': 'jane' }, 'has an entry that is not a valid name of an account'],
    [{ 'jd\noe': 'jane' }, 'has an entry that is not a valid name of an account'],
    [{ ' jdoe': 'jane' }, 'has an entry that is not a valid name of an account'],
    [['jane'], 'must be of type record'],
  ])('refuses %j as the names of accounts, and repeats no name (SEC-43)', (names, reason) => {
    const { file: _file, ...fault } = faultOf({
      user: { ...GOOD, login: { username: 'os', names } },
    });
    expect(fault).toEqual({ key: 'login.names', reason });
  });

  it.each([
    ['alone', '"__proto__":"jane"'],
    ['beside another', '"jdoe":"jane","__proto__":{"jim":"jim"}'],
  ])('refuses an account by the name of a prototype, %s (SEC-119)', (_where, entries) => {
    const text = JSON.stringify({ ...GOOD, login: { username: 'os', names: {} } });
    expect(faultOf({ user: text.replace('"names":{}', `"names":{${entries}}`) })).toEqual({
      file: 'user/config.json',
      key: 'login.names',
      reason: 'has an entry that is not a valid name of an account',
    });
  });

  it('refuses an account that is named twice, and does not repeat its name (SEC-43)', () => {
    const text = JSON.stringify({ ...GOOD, login: { username: 'os', names: { jdoe: 'jane' } } });
    const twice = text.replace('"jdoe"', '"jdoe":"jim","jdoe"');
    expect(faultOf({ user: twice })).toEqual({
      file: 'user/config.json',
      key: 'login.names',
      reason: 'has an entry that is there twice (again at line 1); remove one of them',
    });
  });

  it('replaces lists and does not join them', () => {
    const config = loaded({
      user: { ...GOOD, service: { ...SERVICE, realtime: { transports: ['websocket'] } } },
    });
    expect(config.service.realtime.transports).toEqual(['websocket']);
    expect(config.service.realtime.path).toBe('/ws/socket.io');
  });

  it('ignores access settings of the user file beside a given file (SEC-97)', () => {
    const given = { ...GOOD, gate: { audience: 'payroll' } };
    const user = {
      service: { proxy: 'http://127.0.0.1:8199', caFile: 'mine.pem', responseSignature: 'off' },
      credentials: { secretKeyFile: '/run/mine' },
      login: {
        failMode: 'allow-when-unreachable',
        username: 'given',
        timeouts: { requestSeconds: 1 },
      },
      params: { os: false },
      theme: 'dark',
    };
    const { login, theme, ...rest } = loaded({ given, user });
    expect({ ...rest, theme }).toEqual({ ...loaded({ given }), login: undefined, theme: 'dark' });
    expect(login).toEqual({
      ...DEFAULTS.login,
      timeouts: { ...DEFAULTS.login.timeouts, requestSeconds: 1 },
    });
    const allows = { ...given, login: { failMode: 'allow-when-unreachable' } };
    expect(loaded({ given: allows, user }).login.timeouts).toEqual(DEFAULTS.login.timeouts);
    expect(faultOf({ given: { login: {} }, user: GOOD }).file).toBe('given/config.json');
  });

  it('keeps nothing of one load for the next', () => {
    loaded({ user: { ...GOOD, login: { timeouts: { loginSeconds: 7 } } } });
    expect(loaded({ user: GOOD }).login.timeouts.loginSeconds).toBe(300);
  });
});

describe('a fault', () => {
  const inService = (changes: object) => ({ ...GOOD, service: { ...SERVICE, ...changes } });
  const inRealtime = (changes: object) => inService({ realtime: changes });
  const inPrompt = (prompt: object, changes: object = {}) =>
    inService({ applicationType: 'prompt', prompt, ...changes });
  const inCallback = (callbackUrl: string, display = 'window') =>
    inPrompt({ callbackUrl, display });
  const inLogin = (changes: object) => ({ ...GOOD, login: changes });
  it.each([
    [{ ...GOOD, extra: 1 }, 'extra', /not a known key/],
    [inService({ baseUrl: 7 }), 'service.baseUrl', /of type string/],
    [inService({ baseUrl: '' }), 'service.baseUrl', /at least 1/],
    [inService({ baseUrl: 'mfa.example.com' }), 'service.baseUrl', /not an address/],
    [inService({ baseUrl: 'http://mfa.example.com' }), 'service.baseUrl', /https/],
    [inService({ prompt: { display: 'browser' } }), 'service.prompt.display', /is for .* "prompt"/],
    [
      inService({ callbackParameters: { state: 's' } }),
      'service.callbackParameters.state',
      /"prompt"/,
    ],
    [
      { ...GOOD, params: { logoutUrl: 'https://d.example' } },
      'params.logoutUrl',
      /is for .* "prompt"/,
    ],
    [
      inPrompt({}, { realtime: { settleMs: 1 } }),
      'service.realtime.settleMs',
      /is for .* "promptless"/,
    ],
    [inPrompt({ display: 'tab' }), 'service.prompt.display', /"window", "browser"/],
    [
      inPrompt({}, { callbackParameters: { state: 'a b' } }),
      'service.callbackParameters.state',
      /match/,
    ],
    [
      inPrompt({}, { callbackParameters: { state: 'serviceToken' } }),
      'service.callbackParameters',
      /two/,
    ],
    [{ ...inPrompt({}), params: { logoutUrl: 'javascript:1' } }, 'params.logoutUrl', /https:/],
    [inCallback('desk'), 'service.prompt.callbackUrl', /not an address/],
    [inCallback('gatehouse://back'), 'service.prompt.callbackUrl', /https:/],
    [inCallback('https://a:b@desk.example.com/'), 'service.prompt.callbackUrl', /user name/],
    [inCallback('https://desk.example.com/#top'), 'service.prompt.callbackUrl', /"#"/],
    [
      inCallback('https://d.example/?serviceState=ok'),
      'service.prompt.callbackUrl',
      /that the service adds/,
    ],
    [inCallback('https://d.example/%serviceState%'), 'service.prompt.callbackUrl', /once each/],
    [
      inCallback('https://desk.example.com/', 'browser'),
      'service.prompt.callbackUrl',
      /this computer/,
    ],
    [inCallback('http://127.1.1.1/', 'browser'), 'service.prompt.callbackUrl', /localhost/],
    [inService({ applicationType: 'other' }), 'service.applicationType', /"promptless", "prompt"/],
    [inService({ signatureHeader: 'X-Bad\r\nX: y' }), 'service.signatureHeader', /match/],
    [inService({ signatureEncoding: 'HEX' }), 'service.signatureEncoding', /"hex", "base64"/],
    [inService({ authorities: 'system' }), 'service.authorities', /"file"/],
    [inService({ authorities: 'file' }), 'service.authorities', /needs service.caFile/],
    [inRealtime({ path: 'ws' }), 'service.realtime.path', /match/],
    [inRealtime({ path: '/a b' }), 'service.realtime.path', /match/],
    [inRealtime({ protocol: 5 }), 'service.realtime.protocol', /docs\/configuration.md/],
    [inRealtime({ connect: 'later' }), 'service.realtime.connect', /"after-init"/],
    [inRealtime({ transports: [] }), 'service.realtime.transports', /at least 1/],
    [
      inRealtime({ transports: ['polling', 'carrier-pigeon'] }),
      'service.realtime.transports.1',
      /"polling"/,
    ],
    [inRealtime({ settleMs: -1 }), 'service.realtime.settleMs', /at least 0/],
    [inRealtime({ settleMs: 5001 }), 'service.realtime.settleMs', /at most 5000/],
    [
      { ...GOOD, log: { file: 'gatehouse.log' } },
      'log.file',
      /^must be an absolute path, or "default"/,
    ],
    [{ ...GOOD, credentials: { secretKey: 'x' } }, 'credentials.secretKey', /not a known key/],
    [inLogin({ username: 'alice' }), 'login.username', /"ask", "os", "given"/],
    [inLogin({ userEmail: '' }), 'login.userEmail', /at least 1/],
    [inLogin({ rememberUsername: 'yes' }), 'login.rememberUsername', /of type boolean/],
    ...[
      'https',
      'file',
      'javascript',
      'ms-msdt',
      'search-ms',
      'OTPAUTH',
      'otpauth:',
      '',
      '1x',
      'x',
    ].map(
      (authenticatorScheme) =>
        [inLogin({ authenticatorScheme }), 'login.authenticatorScheme', /match/] as const,
    ),
    [inLogin({ bypass: 'maybe' }), 'login.bypass', /"allow", "deny"/],
    [inLogin({ failMode: 'allow' }), 'login.failMode', /"deny", "allow-when-unreachable"/],
    [inLogin({ timeouts: { loginSeconds: 0 } }), 'login.timeouts.loginSeconds', /at least 1/],
    [
      inLogin({ timeouts: { requestSeconds: 301 } }),
      'login.timeouts.requestSeconds',
      /at most 300/,
    ],
    [
      inLogin({ timeouts: { approvalSeconds: '60' } }),
      'login.timeouts.approvalSeconds',
      /int|number/,
    ],
    [{ ...GOOD, params: [] }, 'params', /of type object/],
    [[], '', /of type object/],
    ['null', '', /of type object/],
  ] as const)('names file, key and reason of the fault in %j', (user, key, reason) => {
    const fault = faultOf({ user });
    expect(fault).toMatchObject({ file: 'user/config.json', key });
    expect(fault.reason).toMatch(reason);
  });

  it('takes a configuration without credentials, which may be in the key store', () => {
    const { service, credentials } = loaded({ user: { service: { baseUrl: SERVICE.baseUrl } } });
    expect(service.systemToken).toBeNull();
    expect(credentials).toEqual({ secretKeyFile: null, signer: null });
  });

  it('takes a signer in place of a secret', () => {
    const signer = { command: ['/usr/bin/sign', '--for', 'payroll'] };
    const user = { service: SERVICE, credentials: { signer } };
    expect(loaded({ user }).credentials).toEqual({ secretKeyFile: null, signer });
  });

  it.each([
    [{ signer: { command: ['sign'] } }, 'credentials.signer.command', /absolute path/],
    [{ signer: { command: ['./sign'] } }, 'credentials.signer.command', /absolute path/],
    [{ signer: { command: [] } }, 'credentials.signer.command', /at least|length|items/],
    [{ signer: { command: '/usr/bin/sign' } }, 'credentials.signer.command', /of type array/],
    [
      { signer: { command: ['/usr/bin/sign', ''] } },
      'credentials.signer.command.1',
      /at least|length/,
    ],
    [{ signer: { command: ['/a'], shell: true } }, 'credentials.signer.shell', /not a known key/],
    [{ signer: { command: ['/a'] }, secretKeyFile: 's' }, 'credentials.signer', /together with/],
  ])('refuses a signer that cannot be one: %j (SEC-52)', (credentials, key, reason) => {
    const fault = faultOf({ user: { service: SERVICE, credentials } });
    expect(fault).toMatchObject({ file: 'user/config.json', key });
    expect(fault.reason).toMatch(reason);
  });

  it('misses the address if there is no file at all', () => {
    expect(faultOf({})).toMatchObject({
      file: expect.stringMatching(/^no configuration file/) as string,
      key: 'service.baseUrl',
    });
  });

  it.each([
    ['{"service": {', /too early|line 1/],
    ['', /too early/],
    ['not json', /unexpected character|line 1/],
    ['{"a": x}', /unexpected character|line 1/],
    ['{\n  "a": 1,\n}', /line 3, column 1/],
    ['{\n  "a": 1\n  "b": 2\n}', /line 3, column 3/],
    ["{'a': 1}", /line 1, column 2/],
  ])('locates the syntax error in invalid JSON: %j', (user, place) => {
    const fault = faultOf({ user });
    expect(fault).toMatchObject({ file: 'user/config.json', key: '' });
    expect(fault.reason).toMatch(/^is not JSON: /);
    expect(fault.reason).toMatch(place);
  });

  it('never repeats the content of the file in a fault', () => {
    const secret = 'hunter2-hunter2-hunter2';
    for (const user of [
      `{"service":{"systemToken":"${secret}" oops}}`,
      `{"service":{"systemToken":${secret}}}`,
      secret,
      inService({ systemToken: [secret] }),
      inService({ responseSignature: secret }),
      inService({ signatureHeader: `${secret} ${secret}` }),
      { ...GOOD, credentials: { secretKeyFile: { [secret]: 1 } } },
    ]) {
      expect(JSON.stringify(faultOf({ user }))).not.toContain(secret);
    }
  });

  it('names the file that is at fault, whatever the others say', () => {
    expect(faultOf({ given: { login: { bypass: 7 } }, user: GOOD }).file).toBe('given/config.json');
    expect(faultOf({ given: GOOD, user: { extra: 1 } }).file).toBe('user/config.json');
    const bad = { service: { baseUrl: 'http://mfa.example.com' } };
    expect(faultOf({ given: bad, user: GOOD }).file).toBe('given/config.json');
    expect(faultOf({ user: { ...GOOD, ...bad } }).file).toBe('user/config.json');
  });

  it('shows a fault as one line for people', () => {
    expect(formatConfigError({ file: 'a.json', key: 'b.c', reason: 'is wrong' })).toBe(
      'a.json: b.c: is wrong',
    );
    expect(formatConfigError({ file: 'a.json', key: '', reason: 'is no file' })).toBe(
      'a.json: is no file',
    );
  });
});

it('refuses an event channel without polling, which is all that there is without Chromium', () => {
  const locations = (transports: readonly string[]) => ({
    managed: null,
    given: temp.write(join(temp.folder(), 'config.json'), {
      ...GOOD,
      service: { ...GOOD.service, realtime: { transports } },
    }),
    user: null,
  });
  expect(loadConfig(locations(['websocket']), false).ok).toBe(true);
  expect(loadConfig(locations(['websocket', 'polling']), false, false).ok).toBe(true);
  expect(loadConfig(locations(['websocket']), false, false)).toMatchObject({
    error: {
      key: 'service.realtime.transports',
      reason: 'must list "polling": without Chromium there are no websockets',
    },
  });
});

describe('plain http to this computer', () => {
  const local = { ...GOOD, service: { ...SERVICE, baseUrl: 'http://127.0.0.1:8080' } };

  it('takes plain http to this computer in a checkout', () => {
    expect(loaded({ user: local }).service.baseUrl).toBe('http://127.0.0.1:8080');
  });

  it('refuses plain http to this computer in an installed build without a managed file', () => {
    expect(faultOf({ user: local }, true)).toMatchObject({
      key: 'service.baseUrl',
      reason: expect.stringMatching(/managed/),
    });
  });

  it.runIf(isRoot)('takes plain http to this computer from the managed file (needs root)', () => {
    expect(loaded({ managed: local }, true).service.baseUrl).toBe('http://127.0.0.1:8080');
  });
});
