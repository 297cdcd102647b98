import { failure, success, type Result } from '../result.ts';
import type { Arguments, Found, UsageError } from './arguments.ts';
import { nearest } from './nearest-word.ts';
import { OPTIONS, SEPARATOR } from './options.ts';

const KEYS_VERBS: readonly string[] = ['status'];
/** The faces that are called by a word of their own, which stands first. */
const NAMED_FACES = ['check', 'keys', 'doctor'] as const;

/**
 * Reads the command line. No option carries a secret. `--option=value` is the same as `--option value`. The first
 * word that is `--` always ends our words: what stands behind it is the command, which is the launcher's business.
 *
 * @param words the words after Electron's own `--`, which is where the launcher puts ours
 */
export function parseArguments(words: readonly string[]): Result<Arguments, UsageError> {
  const separator = words.indexOf(SEPARATOR);
  const own = separator === -1 ? words : words.slice(0, separator);
  const [first] = own;
  const found = nothingAsked(NAMED_FACES.find((face) => face === first) ?? 'window');
  if (separator !== -1 && found.face === 'window') found.face = 'gate';
  const start = firstOption(own, found.face);
  if (!start.ok) return start;
  const seen = new Set<string>();
  for (let index = start.value; index < own.length; index += 1) {
    const word = own[index] ?? '';
    if (word === '--help' || word === '-h') return success({ ...found, face: 'help' });
    if (word === '--version') return success({ ...found, face: 'version' });
    const [name = '', ...attached] = word.split('=');
    const option = OPTIONS.get(name);
    // By its name alone: the value may say something of a person, and an option may only be spelled wrongly.
    const refuse = (reason: string): Result<never, UsageError> => failure({ argument: name, reason });
    if (!option) return refuse(unknown(word, own));
    if (!option.faces.some((face) => face === found.face)) {
      return refuse(`is an option of ${option.faces.map(nameOf).join(' and ')} only`);
    }
    if (seen.has(name)) return refuse('is given twice');
    seen.add(name);
    if (option.value === null) {
      if (attached.length > 0) return refuse('takes no value');
      option.take(found, '');
      continue;
    }
    if (attached.length === 0) index += 1;
    const value = attached.length > 0 ? attached.join('=') : own[index];
    if (value === undefined || value === '') return refuse(`needs ${option.value}`);
    if (value.includes('\ufffd')) return refuse('must be valid UTF-8');
    const reason = option.take(found, value);
    if (reason !== null) return refuse(reason);
  }
  return contradiction(found, separator === -1 ? null : words.slice(separator + 1)) ?? success(found);
}

function nothingAsked(face: Found['face']): Found {
  return {
    face,
    config: null,
    user: null,
    userEmail: null,
    userPhone: null,
    userIp: null,
    logFile: null,
    method: null,
    timeoutSeconds: null,
    noUi: false,
    plain: false,
    json: false,
    passcodeStdin: false,
    nonce: null,
    result: { kind: 'descriptor', number: null },
    statusDescriptor: null,
    statusFile: null,
  };
}

/** Where the options begin. */
function firstOption(own: readonly string[], face: Found['face']): Result<number, UsageError> {
  if (face === 'check' || face === 'doctor') return success(1);
  if (face !== 'keys') return success(0);
  const verb = own[1] ?? '';
  if (KEYS_VERBS.includes(verb)) return success(2);
  return verb === '--help' ? success(1) : failure({ argument: 'keys', reason: 'knows "status" only' });
}

/** What says something of the person whom `--user` names. */
const DETAILS = [
  ['--user-email', 'userEmail'],
  ['--user-phone', 'userPhone'],
  ['--user-ip', 'userIp'],
] as const;

/** Options that cannot go together, or not without another; a command where none belongs, or none where one does. */
function contradiction(found: Found, command: readonly string[] | null): Result<never, UsageError> | null {
  if (found.passcodeStdin && !found.noUi)
    return failure({ argument: '--passcode-stdin', reason: 'needs --no-ui' });
  const detail = DETAILS.find(([, key]) => found[key] !== null);
  if (detail && found.user === null)
    return failure({ argument: detail[0], reason: 'needs --user: say whom it belongs to' });
  if (command === null) return null;
  if (found.face !== 'gate')
    return failure({ argument: SEPARATOR, reason: `${found.face} takes no command` });
  if ((command[0] ?? '') === '') return failure({ argument: SEPARATOR, reason: 'needs a command behind it' });
  return null;
}

const nameOf = (face: string): string =>
  face === 'window' ? 'the window' : face === 'gate' ? 'the gate' : face;

/** Why a word that is no option is refused, and what may have been meant. */
function unknown(word: string, own: readonly string[]): string {
  const [name = ''] = word.split('=');
  // Alone they never come here.
  if (name === '--help' || name === '--version') return 'takes no value';
  const isFace = (text: string | undefined): boolean => NAMED_FACES.some((face) => face === text);
  if (isFace(word) && !isFace(own[0])) {
    return `must be the first word: gatehouse ${word} ${own[0]?.split('=')[0] ?? ''} …`;
  }
  const known = [...OPTIONS.keys(), '--help', '--version', ...NAMED_FACES];
  // What was typed is no suggestion: it is known, but not here.
  const near = isFace(name) || known.includes(name) ? undefined : nearest(name, known);
  return `is not known${near ? `; did you mean ${near}?` : ''}`;
}
