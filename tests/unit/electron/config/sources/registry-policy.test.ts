import { describe, expect, it } from 'vitest';
import {
  examineRegistryPolicy,
  POLICY_KEY,
} from '../../../../../electron/config/sources/registry-policy.ts';
import type { RegistryValue } from '../../../../../electron/os/windows/ask-system.ts';
import { registryNumber, registryText, registryTexts } from '../../../../support/fakes/registry.ts';

const taken = (data: unknown) => ({
  ok: true,
  value: { file: POLICY_KEY, data, isManaged: true, isPolicy: true },
});
const faultsOf = (...values: RegistryValue[]): readonly string[] => {
  const examined = examineRegistryPolicy(values);
  return examined.ok
    ? ['taken']
    : examined.error.map(({ file, key, reason }) => `${file}: ${key}: ${reason}`);
};
const NOT_NUMBERED = 'login.usernameDomains: must have values that are named 1, 2, 3 and so on';

describe('the policy of the registry (SEC-62)', () => {
  it('reads the policy of the registry like a file: each type in its place, at any depth', () => {
    const examined = examineRegistryPolicy([
      registryText('service', 'baseUrl', 'https://mfa.example.com'),
      registryText('service', 'systemToken', 'MANAGED'),
      registryNumber('service\\realtime', 'settleMs', 0),
      registryText('service\\realtime', 'protocol', '4'),
      registryText('service\\realtime\\transports', '2', 'polling'),
      registryText('service\\realtime\\transports', '1', 'websocket'),
      registryText('credentials', 'signer', '{"command": ["C:\\\\signer.exe", "ä"]}'),
      registryText('login', 'username', 'os'),
      registryText('login', 'names', '{"CORP\\\\jdoe": "jane"}'),
      registryText('', 'audit', 'required'),
      registryNumber('login', 'autoStart', 1),
      registryNumber('login', 'rememberMethod', 0),
      registryNumber('login\\timeouts', 'loginSeconds', 600),
      registryTexts('login', 'usernameDomains', ['CORP', 'corp.example']),
    ]);
    expect(examined).toEqual(
      taken({
        service: {
          baseUrl: 'https://mfa.example.com',
          systemToken: 'MANAGED',
          realtime: { settleMs: 0, protocol: '4', transports: ['websocket', 'polling'] },
        },
        credentials: { signer: { command: ['C:\\signer.exe', 'ä'] } },
        audit: 'required',
        login: {
          username: 'os',
          names: { 'CORP\\jdoe': 'jane' },
          autoStart: true,
          rememberMethod: false,
          timeouts: { loginSeconds: 600 },
          usernameDomains: ['CORP', 'corp.example'],
        },
      }),
    );
  });

  it('takes a number from the registry if a choice is one', () => {
    expect(examineRegistryPolicy([registryNumber('service\\realtime', 'protocol', 3)])).toEqual(
      taken({ service: { realtime: { protocol: 3 } } }),
    );
  });

  it('ignores the case of names in the registry, as Windows does, and counts the items of a list by number', () => {
    const names = Array.from({ length: 11 }, (_unused, index) => String(index + 1));
    expect(
      examineRegistryPolicy([
        registryText('SERVICE', 'BASEURL', 'https://mfa.example.com'),
        ...[...names]
          .sort()
          .map((name) => registryText('Login\\UsernameDomains', name, `d${name}`)),
      ]),
    ).toEqual(
      taken({
        service: { baseUrl: 'https://mfa.example.com' },
        login: { usernameDomains: names.map((name) => `d${name}`) },
      }),
    );
  });

  it('finds no policy in an empty registry: no key, empty keys, an unnamed empty value', () => {
    expect(examineRegistryPolicy(null)).toEqual({ ok: true, value: null });
    expect(examineRegistryPolicy([])).toEqual({ ok: true, value: null });
    expect(examineRegistryPolicy([{ key: 'service', name: '', type: 1, data: '0000' }])).toEqual({
      ok: true,
      value: null,
    });
  });

  it.each<[RegistryValue, string]>([
    [
      registryText('service', 'baseUrls', 'x'),
      'service.baseUrls: is not a known key; did you mean baseUrl?',
    ],
    [registryText('servic', 'baseUrl', 'x'), 'servic: is not a known key; did you mean service?'],
    [registryText('', '__proto__', 'x'), '__proto__: is not a known key'],
    [registryText('__proto__', 'x', 'x'), '__proto__: is not a known key'],
    [registryText('', 'constructor', 'x'), 'constructor: is not a known key'],
    [registryText('login', '', 'x'), 'login.(Default): is not a known key'],
    [registryText('', 'login', '{}'), 'login: must be a key of the registry'],
    [
      registryText('login\\username', '1', 'os'),
      'login.username: must be a value, and is a key of the registry',
    ],
    [
      registryText('login', 'autoStart', 'true'),
      'login.autoStart: must be REG_DWORD, and is REG_SZ',
    ],
    [
      registryText('service\\realtime', 'settleMs', '150'),
      'service.realtime.settleMs: must be REG_DWORD, and is REG_SZ',
    ],
    [registryNumber('service', 'baseUrl', 1), 'service.baseUrl: must be REG_SZ, and is REG_DWORD'],
    [registryNumber('login', 'bypass', 0), 'login.bypass: must be REG_SZ, and is REG_DWORD'],
    [
      registryText('login', 'usernameDomains', 'CORP'),
      'login.usernameDomains: must be REG_MULTI_SZ or a key, and is REG_SZ',
    ],
    [
      registryTexts('service', 'baseUrl', ['x']),
      'service.baseUrl: must be REG_SZ, and is REG_MULTI_SZ',
    ],
    [registryNumber('login', 'autoStart', 2), 'login.autoStart: must be 0 (false) or 1 (true)'],
    [
      { ...registryText('service', 'caFile', '%APPDATA%\\ca.pem'), type: 2 },
      'service.caFile: is of type REG_EXPAND_SZ, which no key takes',
    ],
    [
      registryNumber('service\\realtime', 'settleMs', 5001),
      'service.realtime.settleMs: must be at most 5000 (characters, or in value)',
    ],
    [registryText('login\\usernameDomains', 'CORP', 'CORP'), NOT_NUMBERED],
    [registryText('login\\usernameDomains\\1', '1', 'CORP'), NOT_NUMBERED],
    [
      registryNumber('login\\usernameDomains', '1', 7),
      'login.usernameDomains: value 1 must be REG_SZ, and is REG_DWORD',
    ],
    [
      registryText('credentials', 'signer', 'C:\\x.exe'),
      'credentials.signer: is not JSON: unexpected char',
    ],
    [registryText('credentials', 'signer', '{"x": 1}'), 'credentials.signer.x: is not a known key'],
    [
      registryText('login', 'names', '{"jdoe": "a", "jdoe": "b"}'),
      'login.names: has an entry that is there twice (again at line 1); remove one of them',
    ],
  ])('refuses the policy value %j: %s', (value, fault) => {
    const found = faultsOf(registryText('login', 'username', 'os'), value);
    expect(found.some((line) => line.startsWith(`${POLICY_KEY}: ${fault}`))).toBe(true);
  });

  it('names every fault of a policy, and repeats no text of a value', () => {
    const found = faultsOf(
      registryNumber('service', 'systemToken', 1),
      registryText('login', 'autoStart', 'S3CRET'),
      registryText('gate', 'nothing', 'S3CRET'),
      registryText('credentials', 'signer', 'S3CRET'),
    );
    expect(found).toHaveLength(4);
    expect(found.join('\n')).not.toContain('S3CRET');
  });

  it('refuses a list that is in the registry as a value and as a key', () => {
    expect(
      faultsOf(
        registryTexts('login', 'usernameDomains', ['CORP']),
        registryText('login\\usernameDomains', '1', 'OTHER'),
      ),
    ).toEqual([`${POLICY_KEY}: login.usernameDomains: is there twice: as a value and as a key`]);
  });
});
