import type { Arguments, UsageError } from '../../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../../shared/launch/launch-facts.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { assertNever, type Result } from '../../shared/result.ts';

/* What the two entries, main.ts and terminal.ts, have in common until a command begins. */

const PRINTING_COMMANDS: readonly Arguments['command'][] = ['config', 'help', 'version'];

/**
 * Whether the command only prints, and ends before Chromium is ready. False for a command line with
 * a fault.
 */
export const isPrintOnly = (parsed: Result<Arguments, UsageError>): boolean =>
  parsed.ok && PRINTING_COMMANDS.includes(parsed.value.command);

// SECURITY: SEC-29 help or version text instead of a login must not end with 0.
const exitCodeOfText = ({ exitCodeAdmits }: Arguments): number =>
  exitCodeAdmits ? EXIT_CODES.usage : 0;

export type Endings = Readonly<{
  /** @param message with a line end; left out, nothing is printed */
  stop: (code: number, message?: string) => void;
  /** Ends with 64 and the reason. */
  refuse: (error: UsageError) => void;
}>;

/** @param end ends this process */
export function endingsBy(end: (code: number) => void): Endings {
  const stop: Endings['stop'] = (code, message = '') => {
    process.stderr.write(message);
    end(code);
  };
  return {
    stop,
    refuse: ({ argument, reason }) => {
      stop(EXIT_CODES.usage, `gatehouse: ${argument}: ${reason}\nSee gatehouse --help\n`);
    },
  };
}

/** The commands that end without a verdict, and do more than print. */
export type CommandWithoutVerdict = 'keys' | 'doctor' | 'window';

/**
 * What an entry starts on its host. Each member imports its modules when it is called: help and
 * version need none.
 */
export type EntryStarts = Readonly<{
  /** The version of the program. */
  version: () => string;
  /** @param launch null if no launcher started this process: then no command follows the login */
  login: (options: Arguments, launch: LaunchFacts | null) => Promise<void>;
  config: (options: Arguments) => Promise<void>;
  withoutVerdict: (options: Arguments, command: CommandWithoutVerdict) => Promise<void>;
}>;

/** Starts the command of the command line. */
export async function startCommand(
  { stop, refuse }: Endings,
  starts: EntryStarts,
  options: Arguments,
  launch: LaunchFacts | null,
): Promise<void> {
  switch (options.command) {
    case 'help':
      process.stdout.write((await import('../../shared/command-line/usage.ts')).USAGE);
      stop(exitCodeOfText(options));
      return;
    case 'version':
      process.stdout.write(`${starts.version()}\n`);
      stop(exitCodeOfText(options));
      return;
    case 'gate':
      // Only the launcher can run the command: it becomes the command's process (`exec`), or starts
      // it on Windows.
      if (launch) await starts.login(options, launch);
      else
        refuse({ argument: '--', reason: 'takes a command from the launcher only (docs/gate.md)' });
      return;
    case 'check':
      await starts.login(options, launch);
      return;
    case 'config':
      await starts.config(options);
      return;
    case 'keys':
    case 'doctor':
    case 'window':
      await starts.withoutVerdict(options, options.command);
      return;
    default:
      assertNever(options.command, 'command');
  }
}
