import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN_LOOK, type Look } from '../../../../electron/look/look.ts';
import { RememberedLook, type LookStart } from '../../../../electron/look/remembered-look.ts';
import { besideFifo } from '../../../support/files/fifo.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const START: LookStart = {
  command: 'gate',
  config: '/etc/one.json',
  user: 'alice',
  userEmail: null,
  userPhone: null,
  userIp: null,
  method: null,
  passcodeStdin: false,
  json: false,
  result: { kind: 'none' },
};
const LOOK: Look = { ...PLAIN_LOOK, theme: 'dark', brand: { ...PLAIN_LOOK.brand, name: 'Bank' } };

const at = (folder: string, changes: Partial<LookStart> = {}): RememberedLook =>
  new RememberedLook(folder, { ...START, ...changes });
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'looks')).map((name) => join(folder, 'looks', name));
const onlyFile = (folder: string): string => filesIn(folder)[0] ?? '';

/** A data folder with a remembered look. */
function remembering(look = LOOK): string {
  const folder = temp.folder();
  at(folder).write(look);
  return folder;
}

describe('a remembered look', () => {
  it('reads no look at first, and makes no file', () => {
    const folder = temp.folder();
    expect(at(folder).read()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the look for the next start with the same configuration, whoever signs in', () => {
    const folder = remembering();
    expect(at(folder).read()).toEqual(LOOK);
    expect(at(folder, { user: 'bob' }).read()).toEqual(LOOK);
  });

  it.each<[string, Partial<LookStart>]>([
    ['another configuration', { config: '/etc/two.json' }],
    ['no configuration named', { config: null }],
    ['another command', { command: 'window' }],
    ['no username given', { user: null }],
    ['a method given', { method: 'push' }],
    ['an address given', { userIp: '192.0.2.1' }],
    ['a result asked for', { result: { kind: 'stdin' } }],
  ])('uses no remembered look for a start with %s', (_name, changes) => {
    expect(at(remembering(), changes).read()).toBeNull();
  });

  it('finds a look by the whole path of its configuration', () => {
    const folder = temp.folder();
    at(folder, { config: 'one.json' }).write(LOOK);
    expect(at(folder, { config: join(process.cwd(), 'one.json') }).read()).toEqual(LOOK);
  });

  it('replaces a look by a newer one, and forgets it', () => {
    const folder = remembering();
    at(folder).write(PLAIN_LOOK);
    expect(at(folder).read()).toEqual(PLAIN_LOOK);
    at(folder).write(null);
    expect(at(folder).read()).toBeNull();
    expect(filesIn(folder)).toEqual([]);
  });

  it('keeps no username and no path in a look, makes it the owner’s alone and leaves no other file', () => {
    const folder = remembering();
    expect(filesIn(folder)).toHaveLength(1);
    const file = onlyFile(folder);
    expect(`${file} ${readFileSync(file, 'utf8')}`).not.toMatch(/alice|one\.json/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'looks')).mode & 0o777).toBe(0o700);
  });

  it('writes no look again that has not changed, but makes it the newest', () => {
    const folder = remembering();
    utimesSync(onlyFile(folder), 1, 1);
    const { ino } = statSync(onlyFile(folder));
    const again = at(folder);
    again.read();
    again.write(LOOK);
    expect(statSync(onlyFile(folder)).ino).toBe(ino);
    expect(statSync(onlyFile(folder)).mtimeMs).toBeGreaterThan(1000);
  });

  it('brings no look back that was forgotten after it was read', () => {
    const folder = remembering();
    const again = at(folder);
    again.read();
    at(folder).write(null);
    again.write(LOOK);
    expect(filesIn(folder)).toEqual([]);
  });

  it('keeps the looks of the eight newest configurations', () => {
    const folder = temp.folder();
    for (let number = 0; number < 10; number += 1) {
      at(folder, { config: `/etc/${number}.json` }).write(LOOK);
      for (const file of filesIn(folder)) {
        const { mtimeMs } = statSync(file);
        utimesSync(file, mtimeMs / 1000 - 60, mtimeMs / 1000 - 60);
      }
    }
    const isKept = (number: number): boolean =>
      at(folder, { config: `/etc/${number}.json` }).read() !== null;
    expect([0, 1, 2, 9].map(isKept)).toEqual([false, false, true, true]);
    expect(filesIn(folder)).toHaveLength(8);
  });
});

describe('the folder of looks', () => {
  const name = (number: number): string => `${number.toString(16).padStart(64, '0')}.json`;

  it('keeps what is no look in the folder of looks, and counts it for none', () => {
    const folder = temp.folder();
    const looks = join(folder, 'looks');
    mkdirSync(looks);
    for (let number = 0; number < 9; number += 1) {
      mkdirSync(join(looks, `folder ${number}`));
      mkdirSync(join(looks, name(number)));
      temp.write(join(looks, `${number}.txt`), 'a text');
      temp.write(join(looks, `${name(number)}.copy`), 'a copy');
    }
    symlinkSync('loop', join(looks, 'loop'));
    symlinkSync(name(20), join(looks, name(20)));
    const foreign = readdirSync(looks);
    at(folder).write(LOOK);
    at(folder, { config: '/etc/two.json' }).write(LOOK);
    expect(at(folder).read()).toEqual(LOOK);
    expect(at(folder, { config: '/etc/two.json' }).read()).toEqual(LOOK);
    expect(readdirSync(looks)).toEqual(expect.arrayContaining(foreign));
  });

  it('leaves a folder of looks alone that is a link to another', () => {
    const folder = temp.folder();
    const documents = temp.folder();
    for (let number = 0; number < 20; number += 1)
      temp.write(join(documents, name(number)), 'mine');
    const before = readdirSync(documents);
    symlinkSync(documents, join(folder, 'looks'));
    at(folder).write(LOOK);
    expect(readdirSync(documents)).toEqual(before);
    expect(at(folder).read()).toBeNull();
  });

  it('removes what interrupted writes of looks have left beyond eight files', () => {
    const folder = remembering();
    const own = onlyFile(folder);
    const temporary = (number: number): string =>
      `${own}.${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
    for (let number = 0; number < 9; number += 1) temp.write(temporary(number), '');
    at(folder).write(PLAIN_LOOK);
    expect(filesIn(folder)).toHaveLength(8);
    expect(at(folder).read()).toEqual(PLAIN_LOOK);
  });
});

describe('the file of a look', () => {
  it.each(['', '{', 'null', '[]', '7', '{"look":{}}', '{"key":7}'])(
    'reads no look from the broken file %j, and writes a new one',
    (content) => {
      const folder = remembering();
      temp.write(onlyFile(folder), content);
      expect(at(folder).read()).toBeNull();
      at(folder).write(LOOK);
      expect(at(folder).read()).toEqual(LOOK);
    },
  );

  it('ignores the copy of another configuration’s look', () => {
    const folder = remembering();
    const own = onlyFile(folder);
    at(folder, { config: '/etc/two.json' }).write(PLAIN_LOOK);
    const foreign = filesIn(folder).find((file) => file !== own) ?? '';
    copyFileSync(foreign, own);
    expect(at(folder).read()).toBeNull();
  });

  it('ignores a look above its largest size', () => {
    const folder = remembering();
    const file = onlyFile(folder);
    temp.write(file, `${' '.repeat(524_288)}${readFileSync(file, 'utf8')}`);
    expect(at(folder).read()).toBeNull();
  });

  it('reads no look through a link, and replaces the link', () => {
    const folder = remembering();
    const file = onlyFile(folder);
    const elsewhere = join(folder, 'elsewhere');
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(at(folder).read()).toBeNull();
    at(folder).write(PLAIN_LOOK);
    expect(readFileSync(elsewhere, 'utf8')).toContain('Bank');
    expect(at(folder).read()).toEqual(PLAIN_LOOK);
  });

  it('does not hold the start up at a FIFO in the place of a look', () => {
    const folder = remembering();
    const file = onlyFile(folder);
    const { value, hasWaited } = besideFifo(folder, (fifo) => {
      at(folder).write(null);
      linkSync(fifo, file);
      return at(folder).read();
    });
    expect([value, hasWaited]).toEqual([null, false]);
  });

  it('loses only the memory if a folder is in the place of a look, or the folder of looks cannot be made', () => {
    const folder = remembering();
    const file = onlyFile(folder);
    at(folder).write(null);
    mkdirSync(file);
    at(folder).write(LOOK);
    expect(at(folder).read()).toBeNull();
    const blocked = temp.folder();
    temp.write(join(blocked, 'looks'), 'a file');
    at(blocked).write(LOOK);
    expect(at(blocked).read()).toBeNull();
    chmodSync(join(blocked, 'looks'), 0o600);
  });
});
