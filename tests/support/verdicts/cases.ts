/**
 * What Electron may write to the launcher, and what that is worth. The launchers of POSIX and of
 * Windows and their common C all judge these.
 */
import { CONFIRMED, DENIED, line } from '../../../lab/verdict-lines.ts';

export type VerdictCase = Readonly<{
  name: string;
  /** All that Electron writes to the verdict's pipe. */
  text: string;
  /** Electron's exit code. */
  exit: number;
  /** What the text is worth: it allows, it refuses with this exit code, or it is no verdict. */
  judged: 'allowed' | 'none' | number;
  /**
   * The launcher's exit code; 0 for a check that it lets in, or for a gate whose command then ends
   * with 0.
   */
  code: number;
}>;

const allowed = (name: string, text: string): VerdictCase => ({
  name,
  text,
  exit: 0,
  judged: 'allowed',
  code: 0,
});

const refused = (name: string, text: string, code: number): VerdictCase => ({
  name,
  text,
  exit: code,
  judged: code,
  code,
});

/** No verdict: the launcher calls it an internal fault, unless Electron's exit code says another. */
const none = (name: string, text: string, exit = 0, code = 70): VerdictCase => ({
  name,
  text,
  exit,
  judged: 'none',
  code,
});

/** A line of this length with its line end. */
const longOf = (length: number): string =>
  `${CONFIRMED.replace('alice', 'x'.repeat(length - CONFIRMED.length + 4))}\n`;

/** A refusal whose exit code is this text. */
const refusing = (code: string): string => `${DENIED.replace(':77,', `:${code},`)}\n`;

export const VERDICT_CASES: readonly VerdictCase[] = [
  allowed('a confirmation', `${CONFIRMED}\n`),
  allowed('a bypass', `${line('bypassed', null, 0)}\n`),
  allowed(
    'an unreachable service that policy lets pass',
    `${line('allowed-unreachable', null, 0)}\n`,
  ),
  allowed('the longest line', longOf(65_536)),

  refused('a refusal', `${DENIED}\n`, 77),
  refused('a command that is not found', refusing('127'), 127),
  refused('a code of three digits', `${line('cancelled', 'cancelled', 130)}\n`, 130),

  none('an empty text', ''),
  none('an empty text with the exit code of a usage error', '', 64, 64),
  none('a line feed alone', '\n'),
  none('a line without a line feed', CONFIRMED),
  none('a line cut short', `${CONFIRMED.slice(0, 80)}\n`),
  none('two lines', `${CONFIRMED}\n${CONFIRMED}\n`),
  none('two lines of which one refuses', `${DENIED}\n${CONFIRMED}\n`),
  none('half a line behind a whole one', `${CONFIRMED}\n{`),
  none('a line with a carriage return', `${CONFIRMED}\r\n`),
  none('a line with a NUL in the middle', `${CONFIRMED.slice(0, 90)}\0${CONFIRMED.slice(90)}\n`),
  none('a line with something before it', ` ${CONFIRMED}\n`),
  none('a line with something behind it', `${CONFIRMED} \n`),
  none('a line that is too long', longOf(65_537)),
  none('another version', `${CONFIRMED.replace('gatehouse/1', 'gatehouse/2')}\n`),
  none('an unknown outcome', `${line('allowed', null, 0)}\n`),
  none('a line without a ticket', `${CONFIRMED.replace(/,"ticket".*/, '}')}\n`),
  none('a ticket with a quote', `${CONFIRMED.replace('claims', 'cl\\"aims')}\n`),
  none('a confirmation with a reason', `${line('confirmed', 'because', 0)}\n`),
  none('a confirmation that refuses', `${line('confirmed', 'because', 77)}\n`, 77),
  none('a refusal with a ticket', `${DENIED.replace('"ticket":null', '"ticket":"a"')}\n`, 77),
  none('a refusal that lets in', refusing('0')),
  none('a refusal without a reason', `${line('denied', null, 77)}\n`, 77),
  none('a refusal without a code', refusing(''), 77),
  none('a code that no exit has', refusing('1'), 1),
  none('the code of another exit', refusing('71'), 71),
  none('the code 255', refusing('255'), 255),
  none('a code with a zero before it', refusing('077'), 77),
  none('a code of four digits', refusing('1077'), 77),
];
