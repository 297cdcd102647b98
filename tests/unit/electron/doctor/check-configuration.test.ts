import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../../electron/doctor/check-configuration.ts';
import { isOpenToOthers } from '../../../../electron/doctor/readable-files.ts';
import { readSetup } from '../../../../electron/doctor/setup.ts';
import { credentialStore } from '../../../../electron/secrets/stored-credentials.ts';
import type { Config } from '../../../../shared/config/config-schema.ts';
import { failure, success } from '../../../../shared/result.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';
import { testConfig } from '../../../support/login/test-config.ts';
import { fakeSetup, STORE } from './fake-ports.ts';

const { folder, write } = tempFolders();
const codes = (...given: Parameters<typeof checkConfiguration>): readonly string[] =>
  checkConfiguration(...given).map(({ code }) => code);
const withLogin = (login: Partial<Config['login']>) =>
  codes(fakeSetup({ config: success(testConfig({ login })) }));

describe('the check of the configuration', () => {
  it('calls a good configuration well, and names its files', () => {
    expect(checkConfiguration(fakeSetup())).toEqual([
      {
        check: 'configuration',
        verdict: 'well',
        code: 'well',
        tried: '/etc/config.json',
        evidence: '',
      },
    ]);
  });

  it('reports only file, key and reason of an invalid configuration', () => {
    const config = failure({ file: '/a', key: 'service.proxy', reason: 'must match x' });
    expect(
      checkConfiguration(fakeSetup({ config, credentials: null, authorities: null, logo: null })),
    ).toEqual([
      {
        check: 'configuration',
        verdict: 'wrong',
        code: 'configuration-invalid',
        tried: '/a',
        evidence: 'service.proxy: must match x',
      },
    ]);
  });

  it('says everything that is wrong with the files that a configuration names, and every warning', () => {
    const broken = {
      credentials: failure({
        reason: 'secret',
        key: 'k',
        file: '/secret',
        message: 'is empty',
      } as const),
      authorities: failure({ file: '/ca', key: 'service.caFile', reason: 'cannot be read' }),
      readableFiles: ['/b'],
    };
    expect(codes(fakeSetup(broken))).toEqual([
      'secret-missing',
      'authorities-unusable',
      'configuration-readable',
    ]);
    expect(checkConfiguration(fakeSetup(broken))[1]).toMatchObject({
      tried: '/ca',
      evidence: 'cannot be read',
    });
  });

  it('says that the account has no name if the name is to be that of the operating system', () => {
    const username = failure('this account (number 54321) has no name now');
    expect(checkConfiguration(fakeSetup({ username }))).toEqual([
      {
        check: 'configuration',
        verdict: 'wrong',
        code: 'username-unknown',
        tried: '',
        evidence: 'login.username: this account (number 54321) has no name now',
      },
    ]);
    expect(codes(fakeSetup({ username: success('alice') }))).toEqual(['well']);
  });

  it('names an account that the table of names does not list', () => {
    const names = { jdoe: 'jane' };
    const config = success(testConfig({ login: { username: 'os', names } }));
    expect(checkConfiguration(fakeSetup({ config, username: success('bob') }))).toEqual([
      {
        check: 'configuration',
        verdict: 'wrong',
        code: 'username-unlisted',
        tried: '',
        evidence: 'login.names: has no name for this account; add it there, or leave the key out',
      },
    ]);
    expect(codes(fakeSetup({ config, username: success('jdoe') }))).toEqual(['well']);
  });

  it('warns of a required log that may drop a line which it took (SEC-117)', () => {
    const base = testConfig({ login: { username: 'os' } });
    const setup = fakeSetup({
      config: success({ ...base, audit: 'required' }),
      auditLimit: 'the rate limit of journald is on (by default)',
    });
    expect(checkConfiguration(setup)).toEqual([
      {
        check: 'configuration',
        verdict: 'warning',
        code: 'audit-limited',
        tried: '',
        evidence: 'audit: required; the rate limit of journald is on (by default)',
      },
    ]);
  });

  it.each([
    ['on', 'audit-unavailable', 'warning'],
    ['required', 'audit-required', 'wrong'],
  ] as const)(
    'says that the system’s log cannot be written if "audit" is "%s"',
    (audit, code, verdict) => {
      const base = testConfig({ login: { username: 'os' } });
      const setup = fakeSetup({
        config: success({ ...base, audit }),
        auditFault: '/dev/log cannot be reached (ENOENT)',
      });
      expect(checkConfiguration(setup)).toEqual([
        {
          check: 'configuration',
          verdict,
          code,
          tried: '',
          evidence: `audit: ${audit}; /dev/log cannot be reached (ENOENT)`,
        },
      ]);
    },
  );

  it('warns of a secret key with unusual ends, and names its file', () => {
    const base = testConfig({ login: { username: 'given' } });
    const config = success({ ...base, credentials: { secretKeyFile: '/secret', signer: null } });
    const keyRemark = 'the secret key has a blank at its end';
    expect(checkConfiguration(fakeSetup({ config, keyRemark }))).toEqual([
      {
        check: 'configuration',
        verdict: 'warning',
        code: 'secret-unusual',
        tried: '/secret',
        evidence: keyRemark,
      },
    ]);
  });

  it('names a logo that cannot be used, and the contrast of a colour that cannot be read', () => {
    const logo = failure({ file: '/logo.svg', key: 'brand.logo', reason: 'is an SVG' });
    const brand = { ...testConfig().brand, accent: '#FFD400' };
    const config = success({ ...testConfig({ login: { username: 'given' } }), brand });
    const found = checkConfiguration(fakeSetup({ logo, config }));
    expect(
      found.map(({ code, verdict, tried, evidence }) => [code, verdict, tried, evidence]),
    ).toEqual([
      ['logo-unusable', 'wrong', '/logo.svg', 'is an SVG'],
      ['accent-corrected', 'warning', '/etc/config.json', 'brand.accent: #FFD400 (light: 1.2:1)'],
    ]);
  });

  it.each([
    ['#808080', 'system', 'brand.accent: #808080 (light: 3.4:1, dark: 4.0:1)'],
    ['#808080', 'dark', 'brand.accent: #808080 (dark: 4.0:1)'],
    ['#FFD400', 'dark', ''],
  ] as const)('measures the contrast of %s in the theme "%s"', (accent, theme, evidence) => {
    const base = testConfig({ login: { username: 'given' } });
    const config = success({ ...base, theme, brand: { ...base.brand, accent } });
    const [found] = checkConfiguration(fakeSetup({ config }));
    expect(found?.evidence).toBe(evidence);
  });

  it.each([
    [{ username: 'ask', bypass: 'allow', failMode: 'deny' }, 'configuration-open-door'],
    [
      { username: 'ask', bypass: 'deny', failMode: 'allow-when-unreachable' },
      'configuration-open-door',
    ],
    [{ username: 'ask', bypass: 'deny', failMode: 'deny' }, 'well'],
    [{ username: 'os', bypass: 'allow', failMode: 'allow-when-unreachable' }, 'well'],
    [{ username: 'given', bypass: 'allow', failMode: 'deny' }, 'well'],
  ] as const)('judges the login settings %j as "%s"', (login, expected) => {
    expect(withLogin(login)).toEqual([expected]);
  });
});

describe('readSetup', () => {
  const place = (service: object = {}) => {
    const base = folder();
    write(join(base, 'secret'), 'the secret');
    const file = write(join(base, 'config.json'), {
      service: { baseUrl: 'https://mfa.example.com', ...service },
      credentials: { secretKeyFile: 'secret' },
    });
    return { base, file };
  };
  const read = (file: string, user: string | null = null) =>
    readSetup(
      { managed: null, given: file, user },
      false,
      credentialStore({ folder: dirname(file), keyStore: STORE, limitMs: 1000 }),
    );

  it('signs with the secret, and never says it', async () => {
    const { file } = place({ systemToken: 'T' });
    const setup = await read(file);
    const opened = setup.credentials?.ok === true ? await setup.credentials.value.open() : null;
    const signature = opened?.ok === true ? await opened.value.signer.sign(Buffer.from('x')) : null;
    expect(signature).toMatchObject({ value: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
    expect(JSON.stringify(setup)).not.toContain('the secret');
  });

  it('finds the file that holds the token and can be read by others, and that one alone', async () => {
    const { base, file } = place({ systemToken: 'T' });
    const user = write(join(base, 'user.json'), { login: { username: 'os' } }, 0o644);
    expect((await read(file, user)).readableFiles).toEqual([]);
    chmodSync(file, 0o644);
    expect((await read(file, user)).readableFiles).toEqual([file]);
  });

  it.each([
    ['600', 0, false],
    ['640', 0, false],
    ['644', 0, true],
    ['600', 1000, false],
    ['640', 1000, true],
    ['604', 1000, true],
    ['620', 1000, false],
  ])(
    'tells whether a file of mode %s that user %i owns is open to others: %s',
    (mode, uid, isOpen) => {
      expect(isOpenToOthers({ mode: 0o100000 | parseInt(mode, 8), uid })).toBe(isOpen);
    },
  );

  it('keeps a broken secret and broken authorities as faults of their own', async () => {
    const { base, file } = place({ systemToken: 'T', caFile: 'nowhere' });
    chmodSync(join(base, 'secret'), 0o604);
    const { config, credentials, authorities } = await read(file);
    expect([config.ok, credentials?.ok, authorities?.ok]).toEqual([true, false, false]);
  });
});
