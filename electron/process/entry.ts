import type { Arguments, UsageError } from '../../shared/command-line/arguments.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import type { Result } from '../../shared/result.ts';

/* What the two entries, main.ts and terminal.ts, have in common before a command begins. */

const PRINTING_COMMANDS: readonly Arguments['command'][] = ['config', 'help', 'version'];

/** Whether the command only prints, and ends before Chromium is ready. False for a command line with a fault. */
export const isPrintOnly = (parsed: Result<Arguments, UsageError>): boolean =>
  parsed.ok && PRINTING_COMMANDS.includes(parsed.value.command);

// SECURITY: SEC-29 help or version text instead of a login must not end with 0.
export const exitCodeOfText = ({ decides }: Arguments): number => (decides ? EXIT_CODES.usage : 0);

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
