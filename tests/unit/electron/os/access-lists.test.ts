import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { macosLists, posixLists, refusalByList } from '../../../../electron/os/access-lists.ts';
import { addEntry, hasLists, LISTED, NEEDS_LISTS } from '../../../support/files/posix-lists.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const GNU = 'ls (GNU coreutils) 9.1\nCopyright (C) 2022 Free Software Foundation, Inc.\n';
const UUTILS = '/bin/ls (uutils coreutils) 0.2.2\n';

/** A stand-in for `ls` that checks its options and prints a recorded text, or its version. */
const recorded = (options: string, text: string, end = '', version = GNU): string => {
  const folder = temp.folder();
  temp.write(join(folder, 'text'), text);
  temp.write(join(folder, 'version'), version);
  const script = `#!/bin/sh
case $* in
  --version) cat "\${0%/*}/version" ;;
  '${options} -- /a/file')
    cat "\${0%/*}/text"
    ${end}
    ;;
  *) exit 2 ;;
esac
`;
  return temp.write(join(folder, 'ls'), script, 0o700);
};

const write = { right: 'write', trusted: 'root-and-person' } as const;

describe('the lists of Linux', () => {
  const asked = (path: string, program?: string) =>
    posixLists(program).grants(path, 'write', 'root-and-person');

  it('finds no list of a file and a folder that have none', () => {
    const file = temp.write(join(temp.folder(), 'a name\nof two lines'), '', 0o660);
    expect([asked(file), asked(temp.folder()), asked('/')]).toEqual(
      [1, 2, 3].map(() => ({ ok: true, value: false })),
    );
  });

  it('finds no list of a file on a file system that has none', () => {
    expect(asked('/proc/self/status')).toEqual({ ok: true, value: false });
  });

  it.runIf(hasLists)(
    `sees the list of a file, of a folder, and one for new files ${NEEDS_LISTS}`,
    () => {
      const file = temp.write(join(temp.folder(), '-file'), '', 0o660);
      const [folder, parent] = [temp.folder(), temp.folder()];
      addEntry(file);
      addEntry(folder, `u:${LISTED}:rwx`);
      addEntry(parent, `d:u:${LISTED}:rwx`);
      expect([asked(file), asked(folder), asked(parent)]).toEqual(
        [1, 2, 3].map(() => ({ ok: true, value: true })),
      );
    },
  );

  it.each([
    ['of coreutils, without a list', '-rw-rw---- 1 1000 1000 5 Jan  1 12:00 /a/file\n', false],
    ['of coreutils, with a list', '-rw-rw----+ 1 1000 1000 5 Jan  1 12:00 /a/file\n', true],
    ['of SELinux, without a list', '-rw-rw----. 1 1000 1000 5 Jan  1 12:00 /a/file\n', false],
    ['of a setgid folder, with a list', 'drwxrws---+ 2 1000 1000 5 Jan  1 12:00 /a/file\n', true],
  ])('reads the mode %s', (_what, text, expected) => {
    expect(asked('/a/file', recorded('-ldn', text))).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['a file without a list', '-rw-rw---- 1 0 0 0 Nov 28 16:42 /a/file\n', false],
    ['a file with a list', '-rw-rw----+ 1 0 0 0 Nov 28 16:42 /a/file\n', true],
    ['a folder without a list', 'drwxrwxr-x 2 0 0 4096 Nov 28 16:42 /a/file\n', false],
    ['a folder with a list', 'drwxrwxr-x+ 2 0 0 4096 Nov 28 16:42 /a/file\n', true],
  ])('reads what ls of uutils 0.2.2 (Ubuntu 25.10) prints of %s', (_what, text, expected) => {
    const program = recorded('-ldn', text, '', UUTILS);
    expect(asked('/a/file', program)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['is missing', () => join(temp.folder(), 'ls'), 'cannot be started (ENOENT)'],
    [
      'is not executable',
      () => temp.write(join(temp.folder(), 'ls'), '', 0o600),
      'cannot be started (EACCES)',
    ],
    ['ends with a fault', () => recorded('-other', ''), 'fails'],
    [
      'complains of the list and ends with 0',
      () => recorded('-ldn', '-rw-rw---- 1 1 1 5 Jan 1 12:00 /a/file\n', 'echo "ls: /a/file" >&2'),
      'fails',
    ],
    ['prints nothing', () => recorded('-ldn', ''), 'shows it in another form'],
    [
      'prints no space behind the mode',
      () => recorded('-ldn', '-rw-rw----1 0 0 0 Nov 28 16:42 /a/file\n', '', UUTILS),
      'shows it in another form',
    ],
    [
      'prints a link',
      () => recorded('-ldn', 'lrwxrwxrwx 1 0 0 1 Jan 1 1:00 /a/file -> b\n'),
      'shows it in another form',
    ],
  ])('does not know whether a file has a list if ls %s (SEC-73)', (_how, make, reason) => {
    const program = make();
    const error = `${program} ${reason}`;
    expect(asked('/a/file', program)).toEqual({ ok: false, error });
    expect(refusalByList('/a/file', posixLists(program), write)).toBe(
      `its access control list cannot be seen: ${error} (chmod g-w)`,
    );
  });

  it.each([
    ['uutils 0.0.17, by recorded output', 'ls 0.0.17\n'],
    ['toybox, by its manual', 'toybox 0.8.9\n'],
    ['a program without a version', ''],
  ])(
    'does not trust an ls that shows a file with a list as one without: %s (SEC-73)',
    (_what, version) => {
      const program = recorded('-ldn', '-rw-rw---- 1 0 0 0 Nov 28 16:42 /a/file\n', '', version);
      expect(asked('/a/file', program)).toEqual({ ok: false, error: `${program} shows no lists` });
    },
  );

  it('does not trust the ls of BusyBox, which knows no --version (SEC-73)', () => {
    const script = '#!/bin/sh\necho "ls: unrecognized option \'--version\'" >&2\nexit 1\n';
    const program = temp.write(join(temp.folder(), 'ls'), script, 0o700);
    expect(asked('/a/file', program)).toEqual({ ok: false, error: `${program} fails` });
  });
});

describe('the lists of macOS, by recorded output', () => {
  const HEAD = 'drwxr-xr-x+ 106 alice  staff  3392 10 Feb 14:59 /a/file\n';
  const asked = (
    text: string,
    right: 'write' | 'use' = 'write',
    trusted: 'root' | 'root-and-person' = 'root-and-person',
  ) => macosLists(recorded('-lde', text), () => 'alice').grants('/a/file', right, trusted);
  const ALL =
    'list,add_file,search,delete,add_subdirectory,delete_child,readattr,writeattr,readextattr,writeextattr,readsecurity,writesecurity,chown,file_inherit,directory_inherit';

  it.each([
    ['no list', ''],
    ['what every home has', ' 0: group:everyone deny delete\n'],
    [
      'the same with extended attributes',
      ' 0: group:everyone deny delete\n 1: user:alice allow list\n',
    ],
    ['reading by others', ' 0: user:bob allow list,search,readattr,readextattr,readsecurity\n'],
    [
      'reading by others, inherited',
      ' 0: group:My Group inherited allow read,execute,file_inherit\n',
    ],
    ['everything for the person', ` 0: user:alice inherited allow ${ALL}\n`],
    ['everything for root', ` 0: user:root allow ${ALL}\n`],
    ['no right at all', ' 0: user:bob allow \n'],
  ])('finds writing on macOS left to root and the person by %s', (_what, entries) => {
    expect(asked(`${HEAD}${entries}`)).toEqual({ ok: true, value: false });
  });

  it.each([
    'user:bob allow write',
    'user:bob allow append',
    'user:bob inherited allow list,add_file',
    'group:staff inherited allow delete',
    'group:My Group allow delete_child',
    'user:bob allow writesecurity',
    'user:bob allow chown',
    'user:bob allow writeattr',
    'user:bob allow a_right_to_come',
    `group:everyone inherited allow ${ALL}`,
    'FFFFEEEE-DDDD-CCCC-BBBB-AAAA00000000 allow write',
    // A group of the person's name is not the person.
    'group:alice allow write',
    'user:alice allow write allow write',
  ])('finds that others write on macOS by the entry "%s" (SEC-73)', (entry) => {
    expect(asked(`${HEAD} 0: group:everyone deny delete\n 1: ${entry}\n`)).toEqual({
      ok: true,
      value: true,
    });
  });

  it('lets the person write no managed file on macOS (SEC-24)', () => {
    const text = `${HEAD} 0: user:alice allow write\n`;
    expect(asked(text, 'write', 'root')).toEqual({ ok: true, value: true });
    expect(asked(`${HEAD} 0: user:root allow write\n`, 'write', 'root')).toEqual({
      ok: true,
      value: false,
    });
  });

  it('tells reading a secret from looking at its attributes (SEC-25)', () => {
    expect(asked(`${HEAD} 0: user:bob allow read\n`, 'use')).toEqual({ ok: true, value: true });
    expect(asked(`${HEAD} 0: user:bob allow readattr,readsecurity\n`, 'use')).toEqual({
      ok: true,
      value: false,
    });
  });

  it('trusts no entry of a person without a name (SEC-73)', () => {
    const lists = macosLists(recorded('-lde', `${HEAD} 0: user:null allow write\n`), () => null);
    expect(lists.grants('/a/file', 'write', 'root-and-person')).toEqual({ ok: true, value: true });
  });

  it.each(['', 'total 0\n', `${HEAD}/a/file\n`, `${HEAD} 0: user:bob unknown write\n`])(
    'does not know a list of macOS in the other form %j (SEC-73)',
    (text) => {
      expect(asked(text)).toMatchObject({ ok: false });
    },
  );

  it('names the command that removes a list of macOS', () => {
    const lists = macosLists(recorded('-lde', `${HEAD} 0: user:bob allow write\n`), () => 'alice');
    expect(refusalByList('/a/file', lists, write)).toBe(
      'can be written by others through its access control list (chmod -N)',
    );
    expect(refusalByList('/a/file', macosLists('/none/ls'), write)).toBe(
      'its access control list cannot be seen: /none/ls cannot be started (ENOENT)',
    );
  });
});
