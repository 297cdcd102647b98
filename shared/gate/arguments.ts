import { failure, success, type Result } from '../result.ts';
import { isMethod, METHODS, type Method } from '../service/methods.ts';
import { nearest } from './nearest-word.ts';

/** What the person or the starter asked for on the command line. */
export type Arguments = Readonly<{
  face: 'window' | 'check' | 'keys' | 'help' | 'version';
  config: string | null;
  user: string | null;
  logFile: string | null;
  method: Method | null;
  /** For the whole login. */
  timeoutSeconds: number | null;
  /** Without a window. */
  noUi: boolean;
  /** The verdict as JSON on standard output. */
  json: boolean;
  /** Codes come as lines on standard input. */
  passcodeStdin: boolean;
  /** Bound into the ticket. */
  nonce: string | null;
}>;

/** What is wrong with the command line: ends with 64. */
export type UsageError = Readonly<{ argument: string; reason: string }>;

type Found = { -readonly [Key in keyof Arguments]: Arguments[Key] };
type Option = Readonly<{
  faces: readonly Arguments['face'][];
  /** What the value is; null for a switch. */
  value: string | null;
  /** @returns the reason why the value is refused */
  take: (found: Found, value: string) => string | null;
}>;

const LONGEST_SECONDS = 86_400;
const LONGEST_NONCE = 512;
const EVERY = ['window', 'check', 'keys'] as const;
const LOGINS = ['window', 'check'] as const;
const CHECK = ['check'] as const;

const text = (
  key: 'config' | 'user' | 'logFile',
  what: string,
  faces = EVERY as Option['faces'],
): Option => ({
  faces,
  value: what,
  take: (found, value) => {
    found[key] = value;
    return null;
  },
});
const flag = (key: 'noUi' | 'json' | 'passcodeStdin', faces: Option['faces'] = CHECK): Option => ({
  faces,
  value: null,
  take: (found) => {
    found[key] = true;
    return null;
  },
});

const OPTIONS: ReadonlyMap<string, Option> = new Map<string, Option>([
  ['--config', text('config', 'a file')],
  ['--user', text('user', 'a name', LOGINS)],
  ['--log-file', text('logFile', 'a file')],
  [
    '--method',
    {
      faces: CHECK,
      value: 'a method',
      take: (found, value) => {
        if (!isMethod(value)) return `knows ${METHODS.join(', ')}`;
        found.method = value;
        return null;
      },
    },
  ],
  [
    '--timeout',
    {
      faces: CHECK,
      value: 'seconds',
      take: (found, value) => {
        const seconds = /^\d{1,6}$/.test(value) ? Number(value) : 0;
        if (seconds < 1 || seconds > LONGEST_SECONDS)
          return `must be a whole number from 1 to ${LONGEST_SECONDS}`;
        found.timeoutSeconds = seconds;
        return null;
      },
    },
  ],
  ['--no-ui', flag('noUi')],
  ['--json', flag('json', ['check', 'keys'])],
  [
    '--nonce',
    {
      faces: CHECK,
      value: 'a value',
      take: (found, value) => {
        if (value.length > LONGEST_NONCE || /\p{Cc}/u.test(value)) {
          return `must be at most ${LONGEST_NONCE} characters, without control characters`;
        }
        found.nonce = value;
        return null;
      },
    },
  ],
  ['--passcode-stdin', flag('passcodeStdin')],
]);

export const USAGE = `Usage: gatehouse [options]
       gatehouse check [options]
       gatehouse keys status [--json]

Opens the login window. "check" logs in once and says by its exit code whether
the person may go on. "keys status" prints the public key of the tickets.

Options of all:
  --config FILE       take the configuration from FILE
  --log-file FILE     append what happened to FILE (no secrets)
  --help              this text
  --version           the version

Options of the window and check:
  --user NAME         the username to begin with

Options of check:
  --no-ui             without a window; give --user and --method
  --method METHOD     begin with this way to confirm:
                      ${METHODS.join(', ')}
  --timeout SECONDS   end the login after so long (1 to ${LONGEST_SECONDS})
  --passcode-stdin    take codes as lines from standard input
  --json              print the verdict as JSON on standard output, with a
                      ticket when the person may go on
  --nonce VALUE       bind the ticket to VALUE

Exit codes of check: 0 allowed, 64 usage, 69 unreachable, 70 internal,
75 not now, 76 protocol, 77 denied, 78 misconfigured, 130 cancelled.
`;

/**
 * Reads the command line. No option carries a secret. `--option=value` is the same as `--option value`.
 *
 * @param words the words after the first `--`, which is where the launcher puts ours
 */
export function parseArguments(words: readonly string[]): Result<Arguments, UsageError> {
  const face = words[0] === 'check' || words[0] === 'keys' ? words[0] : 'window';
  if (face === 'keys' && words[1] !== 'status' && words[1] !== '--help') {
    return failure({ argument: 'keys', reason: `knows "status" only` });
  }
  const found: Found = {
    face,
    config: null,
    user: null,
    logFile: null,
    method: null,
    timeoutSeconds: null,
    noUi: false,
    json: false,
    passcodeStdin: false,
    nonce: null,
  };
  const seen = new Set<string>();
  const FIRST_OPTION = { window: 0, check: 1, keys: words[1] === 'status' ? 2 : 1 } as const;
  for (let index: number = FIRST_OPTION[face]; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--help' || word === '-h') return success({ ...found, face: 'help' });
    if (word === '--version') return success({ ...found, face: 'version' });
    const [name = '', ...attached] = word.split('=');
    const option = OPTIONS.get(name);
    const refuse = (reason: string): Result<never, UsageError> =>
      failure({ argument: option ? name : word, reason });
    if (!option) return refuse(`is not known${suggestion(name)}`);
    if (!option.faces.includes(found.face))
      return refuse(`is an option of ${option.faces.join(' and ')} only`);
    if (seen.has(name)) return refuse('is given twice');
    seen.add(name);
    if (option.value === null) {
      if (attached.length > 0) return refuse('takes no value');
      option.take(found, '');
      continue;
    }
    if (attached.length === 0) index += 1;
    const value = attached.length > 0 ? attached.join('=') : words[index];
    if (value === undefined || value === '') return refuse(`needs ${option.value}`);
    if (value.includes('\ufffd')) return refuse('must be valid UTF-8');
    const reason = option.take(found, value);
    if (reason !== null) return refuse(reason);
  }
  return contradiction(found) ?? success(found);
}

/** Switches of Chromium that would weaken what the login rests on. */
const WEAKENING =
  /^--?(no-sandbox|ignore-certificate|ignore-urlfetcher|allow-running-insecure|proxy-|host-rules|host-resolver-rules|disable-web-security|disable-features|load-extension|ssl-key-log-file|net-log|log-net-log|password-store=basic|js-flags|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher)/;

/**
 * Looks at the words before the first `--`, which Chromium reads and we do not: a word of ours there would be
 * passed over in silence, and `check` forgotten would be a window that ends with 0.
 *
 * @param isPackaged otherwise the first word that is no switch names the program's folder
 * @returns the first word that must not stand there; null where all is well
 */
// SECURITY: SEC-28 nothing that was asked for is passed over, and nothing weakens the login from the command line.
export function misplacedWord(words: readonly string[], isPackaged: boolean): string | null {
  const plain = words.filter((word, index) => !word.startsWith('-') && !isValueOf(words[index - 1]));
  const extra = plain[isPackaged ? 0 : 1];
  return extra ?? (isPackaged ? (words.find((word) => WEAKENING.test(word)) ?? null) : null);
}

/** `-r FILE` is how a loader is named to a development Electron. */
function isValueOf(word: string | undefined): boolean {
  return word === '-r' || word === '--require';
}

/** Options that cannot go together, or not without another. */
function contradiction(found: Found): Result<never, UsageError> | null {
  if (found.passcodeStdin && !found.noUi)
    return failure({ argument: '--passcode-stdin', reason: 'needs --no-ui' });
  return null;
}

function suggestion(name: string): string {
  const near = nearest(name, [...OPTIONS.keys(), '--help', '--version', 'check']);
  return near ? `; did you mean ${near}?` : '';
}
