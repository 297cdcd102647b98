import type { Verb } from './commands.ts';
import type { Method } from '../service/methods.ts';

/** Where the gate's command finds the result of the login (`--result`). */
export type ResultChannel =
  /** Without a number, the lowest free descriptor from 3 on. */
  Readonly<{ kind: 'descriptor'; number: number | null }> | Readonly<{ kind: 'stdin' | 'none' }>;

export type Arguments = Readonly<{
  command: 'window' | 'gate' | 'check' | 'keys' | 'config' | 'doctor' | 'help' | 'version';
  /** Whether the exit code admits or refuses the person: of `check`, and with a command after `--`. */
  exitCodeAdmits: boolean;
  /** The second word of `keys` or `config`; null for other commands. */
  verb: Verb | null;
  /** The file that `config validate` checks; null for the effective configuration. */
  file: string | null;
  config: string | null;
  user: string | null;
  /** This member and the next two are about the person that `user` names, for this login only. */
  userEmail: string | null;
  userPhone: string | null;
  userIp: string | null;
  logFile: string | null;
  /** The path at which the doctor writes the support file; null for none. */
  bundle: string | null;
  method: Method | null;
  timeoutSeconds: number | null;
  noUi: boolean;
  /** The terminal prints line after line, and draws or moves nothing. */
  plain: boolean;
  json: boolean;
  /** `keys forget` removes the keys without a question. */
  yes: boolean;
  /** `keys forget` keeps the keys and forgets which answers were signed. */
  signedAnswers: boolean;
  /** Each line of standard input is a code. */
  passcodeStdin: boolean;
  /** The ticket carries this value. */
  nonce: string | null;
  result: ResultChannel;
  /**
   * The caller's open descriptor, to which the launcher writes the verdict without a ticket; null
   * for none.
   */
  statusDescriptor: number | null;
  /** The file to which the launcher writes the verdict without a ticket; null for none. */
  statusFile: string | null;
}>;

/** What is wrong with an invalid command line, which ends with exit code 64. */
export type UsageError = Readonly<{ argument: string; reason: string }>;

/** The arguments while they are parsed: each option sets its member. */
export type ParsedOptions = { -readonly [Key in keyof Arguments]: Arguments[Key] };
