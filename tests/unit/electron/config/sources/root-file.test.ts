import { chmodSync, chownSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../../electron/config/load-config.ts';
import { examineConfigFile, firstFault } from '../../../../../electron/config/read-config-file.ts';
import { rootFileSource } from '../../../../../electron/config/sources/root-file.ts';
import { DEFAULTS } from '../../../../../shared/config/config-schema.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();
const GOOD = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: 'MANAGED' },
  credentials: { secretKeyFile: '/run/secret' },
};

const readConfigFile = (path: string | null, isRequired: boolean) =>
  firstFault(examineConfigFile(path, isRequired));

/** The managed file of Linux and macOS, as a login reads it. */
const readManagedConfigFile = (path: string) => firstFault(rootFileSource(path).examine());

describe('a place that holds no readable file', () => {
  it('refuses a missing file only if it is required', () => {
    const file = join(temp.folder(), 'none.json');
    expect(readConfigFile(file, false)).toEqual({ ok: true, value: null });
    expect(readConfigFile(file, true)).toEqual({
      ok: false,
      error: { file, key: '', reason: 'does not exist' },
    });
  });

  it.each(['/usr/none.json', '/usr/none/none.json'])(
    'takes a managed file for missing in folders of root alone: %s',
    (path) => {
      expect(readManagedConfigFile(path)).toEqual({ ok: true, value: null });
    },
  );

  it('reads no configuration if there is no place for one', () => {
    expect(readConfigFile(null, true)).toEqual({ ok: true, value: null });
  });

  it('refuses a folder in place of a file', () => {
    const reason = 'is not a file; name a plain file';
    for (const read of [readManagedConfigFile, (path: string) => readConfigFile(path, false)])
      expect(read('/usr')).toEqual({ ok: false, error: { file: '/usr', key: '', reason } });
  });

  it('refuses a place below a file', () => {
    const file = temp.write(join(temp.folder(), 'file'), '{}');
    const reason = 'cannot be read (ENOTDIR)';
    expect(readConfigFile(join(file, 'config.json'), false)).toMatchObject({
      ok: false,
      error: { reason },
    });
    for (const path of ['/etc/passwd/config.json', '/etc/passwd/gatehouse/config.json'])
      expect(readManagedConfigFile(path)).toMatchObject({
        error: { reason: expect.stringMatching(/ENOTDIR/) },
      });
  });

  it.runIf(!isRoot)('refuses a file that may not be read (needs an ordinary user)', () => {
    const file = temp.write(join(temp.folder(), 'config.json'), '{}', 0o000);
    expect(readConfigFile(file, false)).toMatchObject({
      error: { reason: 'cannot be read (EACCES): you may not read it' },
    });
  });

  it('takes a link to nowhere for a missing file', () => {
    const link = join(temp.folder(), 'config.json');
    symlinkSync('/nowhere/at/all', link);
    expect(readConfigFile(link, true)).toMatchObject({ error: { reason: 'does not exist' } });
  });
});

describe('the managed file (SEC-24)', () => {
  it('refuses a managed file below a world-writable folder, even a sticky one, and even if root owns the file', () => {
    const file = temp.write(join(temp.folder(), 'config.json'), GOOD, 0o644);
    expect(readManagedConfigFile(file)).toEqual({
      ok: false,
      error: {
        file: tmpdir(),
        key: '',
        reason: expect.stringMatching(/^must be owned by root and writable/),
      },
    });
  });

  it('refuses a managed file that is missing below a world-writable folder: it may have been removed', () => {
    expect(readManagedConfigFile(join(temp.folder(), 'config.json'))).toMatchObject({
      ok: false,
      error: { file: tmpdir() },
    });
  });

  describe.runIf(isRoot)('(needs root)', () => {
    const managed = (mode: number, owner = 0): string => {
      const file = temp.write(join(temp.rootsFolder(), 'config.json'), GOOD, mode);
      chownSync(file, owner, owner);
      return file;
    };

    it.each(['400', '440', '444', '600', '644', '755'])(
      'takes a managed file with mode %s',
      (mode) => {
        expect(readManagedConfigFile(managed(parseInt(mode, 8)))).toMatchObject({
          ok: true,
          value: { isManaged: true },
        });
      },
    );

    it.each(['620', '602', '664', '646', '666', '777', '1646'])(
      'refuses a managed file with mode %s',
      (mode) => {
        const file = managed(parseInt(mode, 8));
        const reason = 'must be owned by root and writable by root alone';
        expect(readManagedConfigFile(file)).toEqual({
          ok: false,
          error: { file, key: '', reason },
        });
      },
    );

    it('refuses a managed file that another user owns', () => {
      expect(readManagedConfigFile(managed(0o600, SOMEBODY)).ok).toBe(false);
    });

    it('follows no link to a managed file, not even to nowhere', () => {
      const target = managed(0o644);
      const link = join(temp.rootsFolder(), 'config.json');
      for (const leadsTo of [target, '/nowhere/at/all']) {
        symlinkSync(leadsTo, link);
        const reason = 'is a symbolic link; put the file itself there';
        expect(readManagedConfigFile(link)).toEqual({
          ok: false,
          error: { file: link, key: '', reason },
        });
        rmSync(link);
      }
      linkSync(target, link);
      expect(readManagedConfigFile(link).ok).toBe(true);
    });

    /** A managed file two folders down. Owner and mode are of one of the two. */
    const below = (which: 'upper' | 'lower', mode: number, owner = 0) => {
      const upper = join(temp.rootsFolder(), 'upper');
      const file = temp.write(join(upper, 'lower', 'config.json'), GOOD, 0o644);
      const folder = which === 'upper' ? upper : join(upper, 'lower');
      chownSync(folder, owner, owner);
      chmodSync(folder, mode);
      return { folder, file };
    };

    it.each(['upper', 'lower'] as const)(
      'takes a managed file below a folder of root alone (%s)',
      (which) => {
        for (const mode of [0o700, 0o750, 0o755])
          expect(readManagedConfigFile(below(which, mode).file)).toMatchObject({ ok: true });
      },
    );

    it.each([
      ['lower', '775', 0],
      ['lower', '757', 0],
      ['lower', '1777', 0],
      ['lower', '755', SOMEBODY],
      ['upper', '770', 0],
      ['upper', '1777', 0],
      ['upper', '700', SOMEBODY],
    ] as const)(
      'refuses a managed file below a folder that others may change (%s, mode %s, owner %i)',
      (which, mode, owner) => {
        const { folder, file } = below(which, parseInt(mode, 8), owner);
        expect(readManagedConfigFile(file)).toEqual({
          ok: false,
          error: {
            file: folder,
            key: '',
            reason: expect.stringMatching(/^must be owned by root and writable/),
          },
        });
      },
    );

    it('refuses a managed file below a link, wherever that leads', () => {
      const { file } = below('lower', 0o755);
      const link = join(temp.rootsFolder(), 'gatehouse');
      symlinkSync(dirname(file), link);
      expect(readManagedConfigFile(join(link, 'config.json'))).toEqual({
        ok: false,
        error: { file: link, key: '', reason: expect.stringMatching(/^is a symbolic link/) },
      });
    });

    it('takes a managed file for missing in a folder that root owns', () => {
      const folder = join(temp.rootsFolder(), 'gatehouse');
      mkdirSync(folder, { mode: 0o755 });
      expect(readManagedConfigFile(join(folder, 'config.json'))).toEqual({ ok: true, value: null });
    });
  });
});

describe.runIf(isRoot)('a managed file and others (needs root)', () => {
  /** A value for each key that only the managed file may set, other than the default. */
  const TAKEN_OVER = {
    service: {
      baseUrl: 'https://evil.example',
      systemToken: 'EVIL',
      signatureHeader: 'X-Evil',
      responseSignature: 'off',
      authorities: 'file',
      realtime: { path: '/evil' },
    },
    credentials: { secretKeyFile: '/run/evil' },
    params: { hostName: false, os: false, userIP: '203.0.113.1' },
    login: {
      username: 'given',
      userEmail: 'evil@example.com',
      userPhone: '1',
      details: 'caller',
      usernameDomains: ['evil.example'],
      bypass: 'deny',
      failMode: 'allow-when-unreachable',
    },
  };
  const FREE = {
    login: {
      rememberUsername: false,
      rememberMethod: false,
      autoStart: true,
      timeouts: { loginSeconds: 9 },
    },
  };

  const load = (managed: unknown, given: unknown, user: unknown) => {
    const folder = temp.rootsFolder();
    const places = {
      managed: rootFileSource(temp.write(join(folder, 'managed.json'), managed, 0o644)),
      given: temp.write(join(folder, 'given.json'), given),
      user: temp.write(join(folder, 'user.json'), user),
    };
    return loadConfig(places, true);
  };

  it('takes managed keys from the managed file alone, also if it is silent', () => {
    const result = load(GOOD, TAKEN_OVER, TAKEN_OVER);
    expect(result).toMatchObject({
      ok: true,
      value: {
        config: {
          service: { ...DEFAULTS.service, ...GOOD.service },
          credentials: GOOD.credentials,
          params: DEFAULTS.params,
          login: DEFAULTS.login,
        },
      },
    });
  });

  it('takes free keys from every file, the managed file first', () => {
    const managed = { ...GOOD, login: { timeouts: { loginSeconds: 100 } } };
    expect(load(managed, { login: { autoStart: true } }, FREE)).toMatchObject({
      value: {
        config: {
          login: {
            autoStart: true,
            rememberUsername: false,
            rememberMethod: false,
            timeouts: { loginSeconds: 100, requestSeconds: 30 },
          },
        },
      },
    });
  });

  it('takes the time limits from the managed file alone if its fail mode lets people in: a short one makes silence (SEC-23)', () => {
    const hasty = { login: { timeouts: { requestSeconds: 1 } } };
    const timeouts = (managed: unknown): unknown => {
      const result = load(managed, hasty, hasty);
      return result.ok ? result.value.config.login.timeouts : result.error;
    };
    const allows = { failMode: 'allow-when-unreachable' };
    expect(timeouts({ ...GOOD, login: allows })).toEqual(DEFAULTS.login.timeouts);
    expect(timeouts({ ...GOOD, login: { ...allows, timeouts: { requestSeconds: 20 } } })).toEqual({
      ...DEFAULTS.login.timeouts,
      requestSeconds: 20,
    });
    expect(timeouts({ ...GOOD, login: { failMode: 'deny' } })).toMatchObject({ requestSeconds: 1 });
  });

  it('takes the required keys from the managed file alone, whatever the other files set', () => {
    const result = load({ login: {} }, GOOD, GOOD);
    expect(result).toMatchObject({ ok: false, error: { key: 'service.baseUrl' } });
    expect(result.ok ? '' : result.error.file).toMatch(/managed\.json$/);
  });

  it.each(['credentials.secretKeyFile', 'service.caFile', 'brand.logo', 'messages'])(
    'requires root’s ownership of each file that a managed file names: %s (SEC-98)',
    (key) => {
      const [name = '', section] = key.split('.').reverse();
      const folder = temp.rootsFolder();
      const own = join(folder, 'own');
      const file = temp.write(join(own, 'file'), '', 0o640);
      const keys =
        section === undefined ? { [name]: 'own/file' } : { [section]: { [name]: 'own/file' } };
      const says = { service: GOOD.service, ...keys };
      if (section === 'service') says.service = { ...GOOD.service, ...says.service };
      const managed = temp.write(join(folder, 'managed.json'), { ...GOOD, ...says }, 0o644);
      const user = temp.write(join(temp.folder(), 'user.json'), {});
      const fault = () => {
        const result = loadConfig({ managed: rootFileSource(managed), given: null, user }, true);
        return result.ok ? null : [result.error.file, result.error.key];
      };
      expect(fault()).toBeNull();
      chownSync(file, SOMEBODY, SOMEBODY);
      expect(fault()).toEqual([file, key]);
      chownSync(file, 0, SOMEBODY);
      expect(fault()).toBeNull();
      chmodSync(file, 0o660);
      expect(fault()).toEqual([file, key]);
      rmSync(file);
      expect(fault()).toBeNull();
      symlinkSync(managed, file);
      expect(fault()).toEqual([file, key]);
      chmodSync(own, 0o1777);
      expect(fault()).toEqual([own, key]);
    },
  );

  it('reports a fault in the other files beside a managed file', () => {
    expect(load(GOOD, { extra: 1 }, {})).toMatchObject({ ok: false, error: { key: 'extra' } });
    expect(load(GOOD, {}, '{')).toMatchObject({ ok: false, error: { key: '' } });
  });
});
