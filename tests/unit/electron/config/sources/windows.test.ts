import { lstatSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { windowsSource } from '../../../../../electron/config/sources/windows.ts';
import { examineConfig, type ConfigLocations } from '../../../../../electron/config/load-config.ts';
import { POLICY_KEY } from '../../../../../electron/config/sources/registry-policy.ts';
import { validateFile } from '../../../../../electron/doctor/validate-config.ts';
import type {
  FileLook,
  RegistryValue,
  SystemStart,
} from '../../../../../electron/os/windows/ask-system.ts';
import { registryNumber, registryText } from '../../../../support/fakes/registry.ts';
import {
  ALLOW,
  descriptorOf,
  FULL,
  MODIFY,
  READ_RUN,
  sidBytes,
  SIDS,
} from '../../../../support/files/security-descriptor.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';
import { enDoctorCommand } from '../../../../support/strings.ts';

const temp = tempFolders();
const GOOD = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: 'FILE' },
  credentials: { secretKeyFile: 'k' },
};
const allow = (sid: string, mask: number) => ({ type: ALLOW, mask, sid });
const TRUSTED = descriptorOf(SIDS.administrators, [
  allow(SIDS.system, FULL),
  allow(SIDS.administrators, FULL),
  allow(SIDS.users, READ_RUN),
]);
const OPEN = descriptorOf(SIDS.administrators, [
  allow(SIDS.system, FULL),
  allow(SIDS.users, MODIFY),
]);

/** A file here as Windows would describe it; the test gives its access rights. */
function lookAt(path: string, security: string, attributes?: number): FileLook {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return { path, error: 2, attributes: 0, volume: '0', number: '0', security: '' };
  return {
    path,
    error: 0,
    attributes: attributes ?? (found.isDirectory() ? 0x10 : 0x20),
    volume: String(BigInt.asUintN(32, found.dev)),
    number: String(found.ino),
    security,
  };
}

type Shape = Readonly<{
  file?: unknown;
  hasFolder?: boolean;
  policy?: readonly RegistryValue[] | null;
  root?: string;
  folder?: string;
  security?: string;
  user?: unknown;
}>;

/** A computer with a managed folder, and perhaps a file in it and a policy. */
function computer({
  file,
  policy = null,
  root = TRUSTED,
  folder = TRUSTED,
  security = TRUSTED,
  user,
  hasFolder = true,
}: Shape) {
  const above = temp.folder();
  const managed = join(above, 'Gatehouse', 'config.json');
  if (hasFolder) temp.write(join(above, 'Gatehouse', '.keep'), '');
  if (file !== undefined) temp.write(managed, file);
  const start: SystemStart = {
    user: { sid: sidBytes(SIDS.person).toString('hex'), account: 'CORP\\alice' },
    programData: above,
    policy: policy === null ? null : [...policy],
    managed: [lookAt(above, root), lookAt(dirname(managed), folder), lookAt(managed, security)],
  };
  const own = user === undefined ? null : temp.write(join(above, 'own.json'), user);
  const places: ConfigLocations = {
    managed: windowsSource({ ok: true, value: start }, managed),
    given: null,
    user: own,
  };
  return { places, managed, start, above, own };
}
const outcome = (places: ConfigLocations): string => {
  const examined = examineConfig(places, true);
  if (!examined.ok)
    return examined.error.map(({ file, key, reason }) => `${file}: ${key}: ${reason}`).join('\n');
  return examined.value.config.service.systemToken ?? 'none';
};

/** The outcome where Windows describes another file in the place of the managed one. */
function withLast({ places, start, managed }: ReturnType<typeof computer>, look: FileLook): string {
  const value = { ...start, managed: [...start.managed.slice(0, -1), look] };
  return outcome({ ...places, managed: windowsSource({ ok: true, value }, managed) });
}

describe('the managed configuration of Windows (SEC-24)', () => {
  it('takes the file in ProgramData if the registry policy is empty', () => {
    const { places, managed } = computer({
      file: GOOD,
      policy: [],
      user: { service: { systemToken: 'OWN' } },
    });
    expect(outcome(places)).toBe('FILE');
    const examined = examineConfig(places, true);
    expect(examined).toMatchObject({ value: { files: [managed, places.user], unread: null } });
  });

  it('reads the policy of the registry once for a start', () => {
    const { places, managed, start } = computer({ file: GOOD });
    let reads = 0;
    const value: SystemStart = {
      ...start,
      get policy() {
        reads += 1;
        return [registryText('service', 'baseUrl', 'https://policy.example')];
      },
    };
    const source = windowsSource({ ok: true, value }, managed);
    expect(examineConfig({ ...places, managed: source }, true)).toMatchObject({
      value: { files: [POLICY_KEY], unread: managed },
    });
    expect(reads).toBe(1);
  });

  it('takes the registry alone if it says anything, and names the file as not read', () => {
    const policy = [
      registryText('service', 'baseUrl', 'https://policy.example'),
      registryNumber('login', 'autoStart', 1),
    ];
    const { places, managed } = computer({ file: '{ broken', policy, security: OPEN });
    expect(examineConfig(places, true)).toMatchObject({
      ok: true,
      value: {
        config: {
          service: { baseUrl: 'https://policy.example', systemToken: null },
          login: { autoStart: true },
        },
        files: [POLICY_KEY],
        unread: managed,
      },
    });
    expect(examineConfig(computer({ policy }).places, true)).toMatchObject({
      value: { unread: null },
    });
  });

  it('takes managed keys from the policy alone, also if it has only one free value', () => {
    const user = {
      login: { bypass: 'allow', rememberMethod: false },
      service: { ...GOOD.service, systemToken: 'OWN' },
    };
    const policy = [
      registryText('service', 'baseUrl', 'https://policy.example'),
      registryText('login', 'bypass', 'deny'),
    ];
    expect(examineConfig(computer({ policy, user }).places, true)).toMatchObject({
      value: {
        config: {
          login: { bypass: 'deny', rememberMethod: false },
          service: { baseUrl: 'https://policy.example', systemToken: null },
        },
      },
    });
    expect(
      outcome(computer({ policy: [registryNumber('login', 'autoStart', 0)], user }).places),
    ).toMatch(/service\.baseUrl: /);
  });

  // windows-own-file.test.ts covers the write permissions: the program that reads them is absent
  // here.
  it.each(['service.caFile', 'brand.logo', 'messages', 'credentials.secretKeyFile'])(
    'checks the write access to each file that the managed file names, except a secret: %s (SEC-107)',
    (key) => {
      const [section = '', name] = key.split('.');
      const path = join(temp.folder(), 'named');
      const file = { ...GOOD, [section]: name === undefined ? path : { [name]: path } };
      const { systemToken } = GOOD.service;
      const service = { ...GOOD.service, ...(section === 'service' ? { [name ?? '']: path } : {}) };
      const found = outcome(computer({ file: { ...file, service } }).places);
      if (section === 'credentials') expect(found).toBe(systemToken);
      else expect(found).toContain(`gatehouse-system.exe: ${key}: cannot be started (ENOENT)`);
    },
  );

  it.each(['service.caFile', 'brand.logo', 'messages', 'credentials.secretKeyFile'])(
    'refuses a path of a policy that would start in a folder of the caller: %s (SEC-111)',
    (key) => {
      const [section, name] = key.includes('.') ? key.split('.') : ['', key];
      const found = (path: string): string =>
        outcome(
          computer({
            policy: [
              registryText('service', 'baseUrl', 'https://policy.example'),
              registryText(section ?? '', name ?? '', path),
            ],
          }).places,
        );
      for (const path of [
        'ca.pem',
        'folder\\ca.pem',
        '\\ca.pem',
        'C:ca.pem',
        '\\\\server',
        '/ca.pem',
      ])
        expect(found(path), path).toContain(`${POLICY_KEY}: ${key}: must be an absolute path`);
      for (const path of ['C:\\ca.pem', 'c:/ca.pem', '\\\\server\\share\\ca.pem'])
        expect(found(path), path).not.toContain('absolute');
    },
  );

  it('takes the user file without policy and managed file, with its folder or without', () => {
    const user = { ...GOOD, service: { ...GOOD.service, systemToken: 'OWN' } };
    expect(outcome(computer({ user }).places)).toBe('OWN');
    expect(outcome(computer({ user, hasFolder: false }).places)).toBe('OWN');
  });

  it.each<[string, Shape, (paths: { managed: string; above: string }) => string, RegExp]>([
    [
      'the managed file',
      { file: GOOD, security: OPEN },
      ({ managed }) => managed,
      /^must not be writable by others/,
    ],
    [
      'its folder',
      { file: GOOD, folder: OPEN },
      ({ managed }) => dirname(managed),
      /lies below it$/,
    ],
    [
      'a folder without a managed file',
      { folder: OPEN, user: GOOD },
      ({ managed }) => dirname(managed),
      /below it$/,
    ],
    ['a folder above', { file: GOOD, root: OPEN }, ({ above }) => above, /lies below it$/],
  ])('stops the start if others could have changed %s', (_what, shape, at, reason) => {
    const made = computer(shape);
    const [file = '', message = ''] = outcome(made.places).split(': : ');
    expect(file).toBe(at(made));
    expect(message).toMatch(reason);
  });

  it('stops the start if another file was looked at than is read', () => {
    const made = computer({ file: GOOD });
    expect(withLast(made, { ...lookAt(made.managed, TRUSTED), number: '1' })).toBe(
      `${made.managed}: : was exchanged while it was read; try again`,
    );
  });

  it('stops the start if the managed file came after the look', () => {
    const { places, managed } = computer({});
    temp.write(managed, GOOD);
    expect(outcome(places)).toBe(`${managed}: : was not there a moment ago; try again`);
  });

  it('stops the start if the managed file is a link', () => {
    const made = computer({});
    symlinkSync(temp.write(join(made.above, 'real.json'), GOOD), made.managed);
    expect(withLast(made, lookAt(made.managed, TRUSTED, 0x420))).toMatch(
      /is a (symbolic )?link; put the file itself there$/,
    );
  });

  it('stops the start if the looks are of other files', () => {
    const made = computer({ file: GOOD });
    expect(withLast(made, lookAt(dirname(made.managed), TRUSTED))).toBe(
      `${made.managed}: : cannot be checked: its folders are not known`,
    );
  });

  it('looks at the managed file as a login does when it is to be validated, with or without a policy', async () => {
    const words = enDoctorCommand.findings;
    const policy = [registryText('service', 'baseUrl', 'https://policy.example')];
    const faults = async (shape: Shape): Promise<readonly string[]> => {
      const { places, managed } = computer(shape);
      const { faults: found } = await validateFile(managed.toUpperCase(), places, true, words, {
        isSupported: true,
        isThere: () => true,
      });
      return found.map(({ reason }) => reason);
    };
    expect(await faults({ file: GOOD, policy })).toEqual([]);
    expect(await faults({ file: GOOD, security: OPEN })).toEqual([
      `must not be writable by others, and is by ${SIDS.users} (icacls lists the rights)`,
    ]);
    expect(await faults({ file: '{ broken', policy })).toEqual([
      expect.stringMatching(/^is not JSON/),
    ]);
  });

  it('stops the start if Windows cannot be asked, whatever the files set (SEC-60)', () => {
    const { places } = computer({ file: GOOD, user: GOOD });
    const error = {
      program: 'C:\\g\\gatehouse-system.exe',
      reason: 'cannot be started (ENOENT); install Gatehouse again',
    };
    expect(outcome({ ...places, managed: windowsSource({ ok: false, error }, null) })).toBe(
      `${error.program}: : ${error.reason}: the management of this computer is unknown`,
    );
  });
});
