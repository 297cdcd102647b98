import type { Verb } from './commands.ts';
import type { Method } from '../service/methods.ts';

/** Channel of the login result to the gate's command. */
export type ResultChannel =
  | Readonly<{ kind: 'descriptor'; number: number | null }>
  | Readonly<{ kind: 'stdin' | 'none' }>;

export type Arguments = Readonly<{
  command: 'window' | 'gate' | 'check' | 'keys' | 'config' | 'doctor' | 'help' | 'version';
  /** The exit code is a decision: `check`, or a command after `--`. */
  decides: boolean;
  /** Second word of `keys` or `config`. */
  verb: Verb | null;
  /** File for `config validate`; null: the effective configuration. */
  file: string | null;
  config: string | null;
  user: string | null;
  /** About the person in `user`, for this login only. */
  userEmail: string | null;
  userPhone: string | null;
  userIp: string | null;
  logFile: string | null;
  /** Path of the doctor's support file. */
  bundle: string | null;
  method: Method | null;
  timeoutSeconds: number | null;
  noUi: boolean;
  /** Plain consecutive lines on the terminal. */
  plain: boolean;
  json: boolean;
  /** `keys forget` without confirmation. */
  yes: boolean;
  /** `keys forget` keeps the keys and forgets which answers were signed. */
  signedAnswers: boolean;
  /** Codes as lines on standard input. */
  passcodeStdin: boolean;
  /** Bound into the ticket. */
  nonce: string | null;
  /** A descriptor without a number: the lowest free one from 3 on. */
  result: ResultChannel;
  /** Open descriptor for the verdict without a ticket, set by the launcher. */
  statusDescriptor: number | null;
  /** File for the verdict without a ticket. */
  statusFile: string | null;
}>;

/** Invalid command line: exit code 64. */
export type UsageError = Readonly<{ argument: string; reason: string }>;

export type ParsedOptions = { -readonly [Key in keyof Arguments]: Arguments[Key] };
