import { spawnSync } from 'node:child_process';
import { failure, success, type Result } from '../../shared/result.ts';
import { accountName } from './account.ts';
import { codeOf } from '../files/code-of.ts';

/** Accounts that may do what they like: root, or root and the person. */
export type Trusted = 'root' | 'root-and-person';

/**
 * `write`: any right to change a file or its list. `use`: any of these rights, and the right to
 * read.
 */
export type ListRight = 'write' | 'use';

/** The access control lists of a system: rights beside the mode of a file or folder. */
export type AccessLists = Readonly<{
  /**
   * Whether the mode's bits of the group show the most that a list grants: true of POSIX lists
   * (acl(5)), false on macOS.
   */
  areInMode: boolean;
  /** The command that takes a granted right away. */
  remedy: Readonly<Record<ListRight, string>>;
  /**
   * Whether a list grants a right to accounts that are not trusted. Starts a process. `path` is
   * absolute and no link. A failure says why the list cannot be seen.
   */
  grants: (path: string, right: ListRight, trusted: Trusted) => Result<boolean, string>;
}>;

/** Reason to refuse a file or folder for its access control list; null if there is none. */
export function refusalByList(
  path: string,
  lists: AccessLists,
  { right, trusted }: Readonly<{ right: ListRight; trusted: Trusted }>,
): string | null {
  const granted = lists.grants(path, right, trusted);
  if (!granted.ok) {
    // Once the group has lost these bits, no list is asked for.
    const remedy = lists.areInMode ? ` (${MODE_WITHOUT[right]})` : '';
    return `its access control list cannot be seen: ${granted.error}${remedy}`;
  }
  if (!granted.value) return null;
  const what = right === 'write' ? 'can be written by others' : 'must not be accessible to others';
  return `${what} through its access control list (${lists.remedy[right]})`;
}

/** Without these bits of the group, a list in the mode grants nothing. */
const MODE_WITHOUT = { write: 'chmod g-w', use: 'chmod g=' } as const;

/** Shows lists on Linux (coreutils) and macOS. */
const LS = '/bin/ls';
/** The file system may be a server that does not answer. */
const LIMIT_MS = 10_000;
/**
 * The version that an `ls` prints if it shows lists: that of GNU's coreutils, or of uutils, which
 * begins with a path. BusyBox, toybox and uutils before 0.1 (`ls 0.0.17`) show none.
 */
const SHOWS_LISTS = /^(?:\S*\/)?ls \((?:GNU|uutils) coreutils\) /;

/**
 * Lists of Linux. `ls` shows only that there is a list, so any list counts, whatever it grants. Ask
 * only where the bits of the group let a list grant the right. uutils shows other extended
 * attributes as a list too.
 */
export function posixLists(program = LS): AccessLists {
  let isShowingLists = false;
  return {
    areInMode: true,
    remedy: { write: MODE_WITHOUT.write, use: 'setfacl -b' },
    grants: (path) => {
      if (!isShowingLists) {
        const version = textOf(program, ['--version']);
        // SECURITY: SEC-73 an `ls` that shows no lists prints a file with one as a file without.
        if (!version.ok) return version;
        if (!SHOWS_LISTS.test(version.value)) return failure(`${program} shows no lists`);
        isShowingLists = true;
      }
      const shown = textOf(program, ['-ldn', '--', path]);
      if (!shown.ok) return shown;
      const mark = /^[-d][-rwxsStT]{9}([ .+])/.exec(shown.value)?.[1];
      return mark === undefined
        ? failure(`${program} shows it in another form`)
        : success(mark === '+');
    },
  };
}

/**
 * Lists of macOS, read entry by entry: not all grant something. Home folders have one that denies
 * everyone to delete them.
 */
export function macosLists(program = LS, person = personsName): AccessLists {
  return {
    areInMode: false,
    remedy: { write: 'chmod -N', use: 'chmod -N' },
    grants: (path, right, trusted) => {
      const shown = textOf(program, ['-lde', '--', path]);
      if (!shown.ok) return shown;
      const trustedNames = trusted === 'root' ? ['root'] : ['root', person()];
      return grantsOnMacos(shown.value, right, trustedNames);
    },
  };
}

export const LISTS: AccessLists = process.platform === 'darwin' ? macosLists() : posixLists();

/** Rights of macOS that change neither a file nor its list; `ls` prints inheritance among them. */
const HARMLESS = [
  'search',
  'execute',
  'readattr',
  'readextattr',
  'readsecurity',
  'file_inherit',
  'directory_inherit',
  'limit_inherit',
  'only_inherit',
];
const READING = ['read', 'list'];

/**
 * Reads the entries below the first line, such as ` 0: user:alice inherited allow read,write`.
 * Names may have blanks.
 */
function grantsOnMacos(
  text: string,
  right: ListRight,
  trustedNames: readonly (string | null)[],
): Result<boolean, string> {
  const [head = '', ...entries] = text.replace(/\n$/, '').split('\n');
  if (!/^[-d][-rwxsStT]{9}/.test(head)) return failure('ls shows it in another form');
  const harmless = right === 'write' ? [...HARMLESS, ...READING] : HARMLESS;
  let isGranted = false;
  for (const entry of entries) {
    const match = /^ ?\d+: (.+?)(?: inherited)? (allow|deny) ([a-z_,]*)$/.exec(entry);
    if (match === null) return failure('ls shows an entry in another form');
    const [, account = '', kind, rights = ''] = match;
    const isTrusted = trustedNames.some((name) => name !== null && account === `user:${name}`);
    const isHarmful = rights.split(',').some((one) => one !== '' && !harmless.includes(one));
    isGranted ||= kind === 'allow' && !isTrusted && isHarmful;
  }
  return success(isGranted);
}

/** The output of `ls`, run without a shell and with an empty environment. */
// SECURITY: SEC-73 a list that cannot be seen is a failure; it never counts as no list.
function textOf(program: string, args: readonly string[]): Result<string, string> {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  if (error !== undefined) return failure(`${program} cannot be started (${codeOf(error)})`);
  // If only the list cannot be read, `ls` of coreutils ends with 0 all the same, but prints the
  // fault.
  return status === 0 && stderr === '' ? success(stdout) : failure(`${program} fails`);
}

function personsName(): string | null {
  const name = accountName();
  return name.ok ? name.value : null;
}
