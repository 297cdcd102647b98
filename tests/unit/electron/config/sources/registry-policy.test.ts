import { describe, expect, it } from 'vitest';
import {
  examineRegistryPolicy,
  POLICY_PLACE,
} from '../../../../../electron/config/sources/registry-policy.ts';
import type { RegistryValue } from '../../../../../electron/os/windows/ask-system.ts';
import { registryNumber, registryText, registryTexts } from '../../../../support/registry.ts';

const taken = (data: unknown) => ({
  ok: true,
  value: { file: POLICY_PLACE, data, isManaged: true, isPolicy: true },
});
const faultsOf = (...values: RegistryValue[]): readonly string[] => {
  const examined = examineRegistryPolicy(values);
  return examined.ok
    ? ['taken']
    : examined.error.map(({ file, key, reason }) => `${file}: ${key}: ${reason}`);
};
const fault = (key: string, reason: string): string => `${POLICY_PLACE}: ${key}: ${reason}`;

describe('the policy of the registry (SEC-62)', () => {
  it('reads like a file: each type in its place, at any depth', () => {
    const examined = examineRegistryPolicy([
      registryText('service', 'baseUrl', 'https://mfa.example.com'),
      registryText('service', 'systemToken', 'MANAGED'),
      registryNumber('service\\realtime', 'settleMs', 0),
      registryText('service\\realtime', 'protocol', '4'),
      registryText('service\\realtime\\transports', '2', 'polling'),
      registryText('service\\realtime\\transports', '1', 'websocket'),
      registryText('credentials', 'signer', '{"command": ["C:\\\\signer.exe", "ä"]}'),
      registryText('login', 'username', 'os'),
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
        login: {
          username: 'os',
          autoStart: true,
          rememberMethod: false,
          timeouts: { loginSeconds: 600 },
          usernameDomains: ['CORP', 'corp.example'],
        },
      }),
    );
  });

  it('takes a number where a choice is one, too', () => {
    expect(examineRegistryPolicy([registryNumber('service\\realtime', 'protocol', 3)])).toEqual(
      taken({ service: { realtime: { protocol: 3 } } }),
    );
  });

  it('counts names ignoring case, as Windows does, and the items of a list by number', () => {
    const names = Array.from({ length: 11 }, (_unused, index) => String(index + 1));
    expect(
      examineRegistryPolicy([
        registryText('SERVICE', 'BASEURL', 'https://mfa.example.com'),
        ...[...names].sort().map((name) => registryText('Login\\UsernameDomains', name, `d${name}`)),
      ]),
    ).toEqual(
      taken({
        service: { baseUrl: 'https://mfa.example.com' },
        login: { usernameDomains: names.map((name) => `d${name}`) },
      }),
    );
  });

  it('is null if empty: no key, empty keys, an unnamed empty value', () => {
    expect(examineRegistryPolicy(null)).toEqual({ ok: true, value: null });
    expect(examineRegistryPolicy([])).toEqual({ ok: true, value: null });
    expect(examineRegistryPolicy([{ key: 'service', name: '', type: 1, data: '0000' }])).toEqual({
      ok: true,
      value: null,
    });
  });

  it('is there as soon as one value is, so it alone counts', () => {
    expect(examineRegistryPolicy([registryNumber('login', 'autoStart', 0)])).toEqual(
      taken({ login: { autoStart: false } }),
    );
  });

  it.each<[string, RegistryValue, string, string]>([
    [
      'an unknown name',
      registryText('service', 'baseUrls', 'x'),
      'service.baseUrls',
      'is not a known key; did you mean baseUrl?',
    ],
    [
      'an unknown section',
      registryText('servic', 'baseUrl', 'x'),
      'servic',
      'is not a known key; did you mean service?',
    ],
    ['a name of the prototype', registryText('', '__proto__', 'x'), '__proto__', 'is not a known key'],
    ['a section of the prototype', registryText('__proto__', 'x', 'x'), '__proto__', 'is not a known key'],
    ['a name of every object', registryText('', 'constructor', 'x'), 'constructor', 'is not a known key'],
    ['a value without a name', registryText('login', '', 'x'), 'login.(Default)', 'is not a known key'],
    [
      'a value in the place of a section',
      registryText('', 'login', '{}'),
      'login',
      'must be a key of the registry',
    ],
    [
      'a section in the place of a value',
      registryText('login\\username', '1', 'os'),
      'login.username',
      'must be a value, and is a key of the registry',
    ],
    [
      'a text for a switch',
      registryText('login', 'autoStart', 'true'),
      'login.autoStart',
      'must be REG_DWORD, and is REG_SZ',
    ],
    [
      'a text for a number',
      registryText('service\\realtime', 'settleMs', '150'),
      'service.realtime.settleMs',
      'must be REG_DWORD, and is REG_SZ',
    ],
    [
      'a number for a text',
      registryNumber('service', 'baseUrl', 1),
      'service.baseUrl',
      'must be REG_SZ, and is REG_DWORD',
    ],
    [
      'a number for a choice',
      registryNumber('login', 'bypass', 0),
      'login.bypass',
      'must be REG_SZ, and is REG_DWORD',
    ],
    [
      'a number for a list',
      registryNumber('login', 'usernameDomains', 0),
      'login.usernameDomains',
      'must be REG_MULTI_SZ or a key, and is REG_DWORD',
    ],
    [
      'a text for a list',
      registryText('login', 'usernameDomains', 'CORP'),
      'login.usernameDomains',
      'must be REG_MULTI_SZ or a key, and is REG_SZ',
    ],
    [
      'a list for a text',
      registryTexts('service', 'baseUrl', ['x']),
      'service.baseUrl',
      'must be REG_SZ, and is REG_MULTI_SZ',
    ],
    [
      'a switch that is neither',
      registryNumber('login', 'autoStart', 2),
      'login.autoStart',
      'must be 0 (false) or 1 (true)',
    ],
    [
      'variables to expand',
      { ...registryText('service', 'caFile', '%APPDATA%\\ca.pem'), type: 2 },
      'service.caFile',
      'is of type REG_EXPAND_SZ, which no key takes',
    ],
    [
      'bytes',
      { ...registryNumber('login', 'autoStart', 1), type: 3 },
      'login.autoStart',
      'is of type REG_BINARY, which no key takes',
    ],
    [
      'a number that is too large',
      registryNumber('service\\realtime', 'settleMs', 5001),
      'service.realtime.settleMs',
      'must be at most 5000 (characters, or in value)',
    ],
    [
      'a choice that is none',
      registryText('login', 'bypass', 'maybe'),
      'login.bypass',
      'must be one of "allow", "deny"',
    ],
    [
      'items without numbers',
      registryText('login\\usernameDomains', 'CORP', 'CORP'),
      'login.usernameDomains',
      'must have values that are named 1, 2, 3 and so on',
    ],
    [
      'items below items',
      registryText('login\\usernameDomains\\1', '1', 'CORP'),
      'login.usernameDomains',
      'must have values that are named 1, 2, 3 and so on',
    ],
    [
      'an item that is a number',
      registryNumber('login\\usernameDomains', '1', 7),
      'login.usernameDomains',
      'value 1 must be REG_SZ, and is REG_DWORD',
    ],
    [
      'an object that is no JSON',
      registryText('credentials', 'signer', 'C:\\signer.exe'),
      'credentials.signer',
      'is not JSON: unexpected character',
    ],
    [
      'an object of another form',
      registryText('credentials', 'signer', '{"program": "x"}'),
      'credentials.signer.program',
      'is not a known key',
    ],
  ])('stops the start with %s, and names key and reason', (_what, value, key, reason) => {
    const found = faultsOf(registryText('login', 'username', 'os'), value);
    expect(found.some((line) => line.startsWith(fault(key, reason)))).toBe(true);
  });

  it('names every fault of it, and repeats no text of a value', () => {
    const found = faultsOf(
      registryNumber('service', 'systemToken', 1),
      registryText('login', 'autoStart', 'S3CRET'),
      registryText('gate', 'nothing', 'S3CRET'),
      registryText('credentials', 'signer', 'S3CRET'),
    );
    expect(found).toHaveLength(4);
    expect(found.join('\n')).not.toContain('S3CRET');
  });

  it('refuses a list that is there as a value and as a key', () => {
    expect(
      faultsOf(
        registryTexts('login', 'usernameDomains', ['CORP']),
        registryText('login\\usernameDomains', '1', 'OTHER'),
      ),
    ).toEqual([fault('login.usernameDomains', 'is there twice: as a value and as a key')]);
  });
});
