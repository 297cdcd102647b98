import { join } from 'node:path';
import { build, buildBinary, type PlistValue } from 'plist';
import { describe, expect, it } from 'vitest';
import { examineConfig, type ConfigLocations } from '../../../../../electron/config/load-config.ts';
import {
  examineManagedPreferences,
  macosSource,
  type ManagedPreferences,
} from '../../../../../electron/config/sources/macos.ts';
import { readPlainFile } from '../../../../../electron/config/read-plain-file.ts';
import { checkNamedFile, rootsOnPosix } from '../../../../../electron/config/sources/root-trust.ts';
import { readPlist } from '../../../../../electron/config/sources/read-plist.ts';
import { hiddenLists } from '../../../../support/files/posix-lists.ts';
import { isRoot, tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();
const GOOD = {
  service: {
    baseUrl: 'https://mfa.example.com',
    systemToken: 'MANAGED',
    realtime: { settleMs: 0 },
  },
  credentials: { secretKeyFile: '/Library/Gatehouse/secret' },
  login: { username: 'os', autoStart: true, usernameDomains: ['CORP', 'corp.example'] },
};
const FORMS = [
  ['XML', (value: PlistValue) => Buffer.from(build(value))],
  ['binary', (value: PlistValue) => Buffer.from(buildBinary(value))],
] as const;

/**
 * Written by plistlib of CPython 3.11, not by the library that reads: `{"login": {"autoStart":
 * true, "bypass": "deny"}}`.
 */
const FOREIGN_BINARY =
  'YnBsaXN0MDDRAQJVbG9naW7SAwQFBllhdXRvU3RhcnRWYnlwYXNzCVRkZW55CAsRFiAnKAAAAAAAAAEBAAAAAAAAAAcAAAAAAAAAAAAAAAAAAAAt';

describe('a property list', () => {
  it.each(FORMS)('reads a property list in its %s form as the same in JSON', (_name, write) => {
    expect(readPlist(write(GOOD))).toEqual({ ok: true, value: GOOD });
  });

  it('reads a property list as another program wrote it', () => {
    const value = { login: { autoStart: true, bypass: 'deny' } };
    expect(readPlist(Buffer.from(FOREIGN_BINARY, 'base64'))).toEqual({ ok: true, value });
  });

  it.each(FORMS)(
    'takes from a property list in its %s form no value of a kind that JSON does not have',
    (_name, write) => {
      expect(readPlist(write({ a: [new Date(0)] }))).toEqual({
        ok: false,
        error: 'holds a date, which no key takes',
      });
      expect(readPlist(write({ a: new Uint8Array([1]) }))).toMatchObject({
        error: 'holds data, which no key takes',
      });
    },
  );

  const head = '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">';
  it.each([
    ['nothing', ''],
    ['JSON', '{"login":{}}'],
    ['the old form', '{ login = { bypass = deny; }; }'],
    ['another document', '<html/>'],
    ['an open element', `${head}<dict><key>login</key>`],
    ['a key without a value that is a key', `${head}<dict><key>a</key><key>b</key></dict></plist>`],
    ['the prototype as a key', `${head}<dict><key>__proto__</key><dict/></dict></plist>`],
    ['a cut binary list', Buffer.from(FOREIGN_BINARY, 'base64').subarray(0, 40)],
    ['the head of a binary list', 'bplist00'],
    [
      'a binary list that holds itself',
      Buffer.from(
        '62706c6973743030a1000809000000000000010100000000000000010000000000000000000000000000000a',
        'hex',
      ),
    ],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0xff, 0xfe])],
  ])('refuses an invalid property list without repeating its content: %s', (_name, content) => {
    const read = readPlist(Buffer.from(content));
    expect(read).toEqual({
      ok: false,
      error: expect.stringMatching(/^is (a damaged|neither an XML nor a binary) property list$/),
    });
  });
});

describe.runIf(isRoot)(
  'the access control list of a managed file on macOS (SEC-24, needs root)',
  () => {
    const made = () => {
      const folder = temp.rootsFolder();
      return { folder, file: temp.write(join(folder, 'config.json'), GOOD, 0o644) };
    };
    const REASON = 'can be written by others through its access control list (chmod -N)';
    const reading = (file: string, isListed: (path: string) => boolean) => {
      const lists = hiddenLists(isListed);
      const read = readPlainFile(file, { isRequired: true, trust: rootsOnPosix(lists) });
      return { read, named: checkNamedFile(file, lists), asked: lists.asked };
    };

    it('asks on macOS for the access control list of a managed file and each folder up to the root, and trusts root alone', () => {
      const { folder, file } = made();
      const { read, named, asked } = reading(file, () => false);
      expect([read.ok, named.ok]).toEqual([true, true]);
      const way = ['/', '/var', '/var/lib', folder, file].map((path) => `${path} write root`);
      expect(asked).toEqual([...way, ...way]);
    });

    it('refuses a managed file or a folder that its access control list lets others write (SEC-24, SEC-98)', () => {
      const { folder, file } = made();
      const ofFile = reading(file, (path) => path === file);
      for (const result of [ofFile.read, ofFile.named])
        expect(result).toEqual({ ok: false, error: { file, key: '', reason: REASON } });
      const ofFolder = reading(file, (path) => path === folder);
      const reason = `${REASON}: the managed file lies below it`;
      for (const result of [ofFolder.read, ofFolder.named])
        expect(result).toEqual({ ok: false, error: { file: folder, key: '', reason } });
    });
  },
);

describe.runIf(isRoot)('the managed preferences (SEC-24, needs root)', () => {
  function preferences(
    content?: Buffer,
    mode = 0o644,
  ): ManagedPreferences & { folder: string; personal: string } {
    const folder = temp.rootsFolder();
    const file = join(folder, 'dev.gatehouse.desktop.plist');
    if (content) temp.write(file, content, mode);
    return {
      folder,
      file,
      personal: join(folder, 'alice', 'dev.gatehouse.desktop.plist'),
      parse: readPlist,
    };
  }
  const write = (value: PlistValue): Buffer => Buffer.from(buildBinary(value));
  const reasonOf = (given: ManagedPreferences): string => {
    const examined = examineManagedPreferences(given);
    return examined.ok
      ? 'taken'
      : examined.error.map(({ key, reason }) => `${key}: ${reason}`).join('\n');
  };

  it.each(FORMS)('checks managed preferences by the schema of the file (%s)', (_name, form) => {
    const given = preferences(form(GOOD));
    const value = { file: given.file, data: GOOD, isManaged: true, isPolicy: true };
    expect(examineManagedPreferences(given)).toEqual({ ok: true, value });
    expect(reasonOf(preferences(form({ login: { bypas: 'deny', autoStart: 'yes' } })))).toBe(
      'login.autoStart: must be of type boolean\nlogin.bypas: is not a known key; did you mean bypass?',
    );
    expect(reasonOf(preferences(form({ login: { timeouts: { loginSeconds: 1.5 } } })))).toMatch(
      /of type int/,
    );
    expect(reasonOf(preferences(form(['login'])))).toMatch(/of type object/);
  });

  it('ignores the profile’s metadata in managed preferences, at the top level alone', () => {
    const payload = { PayloadUUID: '1', PayloadType: 'dev.gatehouse.desktop', PayloadVersion: 1 };
    expect(reasonOf(preferences(write({ ...GOOD, ...payload })))).toBe('taken');
    expect(reasonOf(preferences(write({ ...GOOD, login: { PayloadUUID: '1' } })))).toMatch(
      /PayloadUUID: is not a/,
    );
  });

  it('finds no managed preferences without a file, and refuses those of one person alone', () => {
    const given = preferences();
    expect(examineManagedPreferences(given)).toEqual({ ok: true, value: null });
    temp.write(given.personal, write(GOOD), 0o644);
    expect(examineManagedPreferences({ ...given, personal: null })).toEqual({
      ok: true,
      value: null,
    });
    expect(examineManagedPreferences(given)).toMatchObject({
      ok: false,
      error: [
        {
          file: given.personal,
          reason: expect.stringMatching(/applies to one person alone.*scope System/),
        },
      ],
    });
  });

  it('refuses managed preferences that others may write, or that are no property list', () => {
    expect(reasonOf(preferences(write(GOOD), 0o666))).toMatch(
      /owned by root and writable by root alone/,
    );
    expect(reasonOf(preferences(Buffer.from('{}')))).toMatch(/neither an XML nor a binary/);
  });

  describe('beside a managed file', () => {
    function load(list: Buffer | undefined, file: unknown, user: unknown = {}) {
      const given = preferences(list);
      const places: ConfigLocations = {
        managed: macosSource(given, temp.write(join(given.folder, 'managed.json'), file, 0o644)),
        given: null,
        user: temp.write(join(given.folder, 'user.json'), user),
      };
      return { given, places, examined: examineConfig(places, true) };
    }

    it('replaces a managed file entirely by managed preferences, even for keys that they do not set', () => {
      const file = { ...GOOD, params: { hostName: false }, login: { rememberUsername: false } };
      const { given, examined } = load(write(GOOD), file, {
        login: { bypass: 'deny', rememberMethod: false },
      });
      if (!examined.ok) throw new Error(JSON.stringify(examined.error));
      const { config, sources } = examined.value;
      expect(sources.map(({ location: place }) => place)).toEqual(['managed', 'user']);
      expect(sources[0]?.file).toBe(given.file);
      expect(config.params.hostName).toBe(true);
      expect(config.login).toMatchObject({
        rememberUsername: true,
        rememberMethod: false,
        bypass: 'allow',
      });
    });

    it.each(['service.caFile', 'brand.logo', 'messages', 'credentials.secretKeyFile'])(
      'refuses a relative path in managed preferences, which has no folder to start in: %s (SEC-111)',
      (key) => {
        const [section = '', name] = key.split('.');
        const own =
          name === undefined
            ? 'named'
            : { ...(section === 'service' ? GOOD.service : {}), [name]: 'named' };
        const { given, examined } = load(write({ ...GOOD, [section]: own }), GOOD);
        expect(examined).toMatchObject({
          ok: false,
          error: [
            { file: given.file, key, reason: expect.stringMatching(/^must be an absolute path/) },
          ],
        });
      },
    );

    it('does not pass over broken managed preferences for a managed file', () => {
      const { given, examined } = load(write({ extra: 1 }), GOOD);
      expect(examined).toMatchObject({ ok: false, error: [{ file: given.file, key: 'extra' }] });
    });

    it('leaves a managed file in effect if managed preferences are missing', () => {
      const { places, examined } = load(undefined, GOOD);
      expect(examined).toMatchObject({
        ok: true,
        value: { files: [places.managed?.file, places.user] },
      });
    });
  });
});
