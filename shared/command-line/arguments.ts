import type { Verb } from './commands.ts';
import type { Method } from '../service/methods.ts';

/** Where the command finds the result: its standard input, a descriptor of its own, or nowhere. */
export type ResultChannel =
  | Readonly<{ kind: 'descriptor'; number: number | null }>
  | Readonly<{ kind: 'stdin' | 'none' }>;

/** The parsed command line. */
export type Arguments = Readonly<{
  command: 'window' | 'gate' | 'check' | 'keys' | 'config' | 'doctor' | 'help' | 'version';
  /** Whether a login would decide something: `check`, or a command behind `--`. Its callers read the exit code. */
  decides: boolean;
  /** The second word of `keys` and `config`. */
  verb: Verb | null;
  /** The file for `config validate`; null for the effective configuration. */
  file: string | null;
  config: string | null;
  user: string | null;
  /** Of the person named by `user`, for this login. */
  userEmail: string | null;
  userPhone: string | null;
  userIp: string | null;
  logFile: string | null;
  /** The doctor's: the path of the support file. */
  bundle: string | null;
  method: Method | null;
  /** For the whole login. */
  timeoutSeconds: number | null;
  /** Without a window. */
  noUi: boolean;
  /** On the terminal, plain lines one after another. */
  plain: boolean;
  /** The verdict, the keys, the configuration or the report as JSON on standard output. */
  json: boolean;
  /** `keys forget` does not ask. */
  yes: boolean;
  /** `keys forget` forgets which answers were signed, and leaves the keys. */
  signedAnswers: boolean;
  /** Codes come as lines on standard input. */
  passcodeStdin: boolean;
  /** Bound into the ticket. */
  nonce: string | null;
  /** Of the gate's command. A descriptor without a number is 3, or the next that is free. */
  result: ResultChannel;
  /** An open descriptor that takes the verdict without a ticket; the launcher writes it. */
  statusDescriptor: number | null;
  /** A file that takes the same. */
  statusFile: string | null;
}>;

/** A fault of the command line: ends with 64. */
export type UsageError = Readonly<{ argument: string; reason: string }>;

/** As found so far; an option writes into it. */
export type ParsedOptions = { -readonly [Key in keyof Arguments]: Arguments[Key] };
