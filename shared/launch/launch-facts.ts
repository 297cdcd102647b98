import { failure, success, type Result } from '../result.ts';
import type { UsageError } from '../command-line/arguments.ts';

/**
 * Facts that only the launcher can find, before it starts Electron: the number of an open descriptor is meaningless
 * once Chromium has opened its own, and the command is looked up as the caller.
 */
export type LaunchFacts = Readonly<{
  /** The channel for the verdict's line: an open descriptor, or on Windows the name of a pipe to be opened. */
  verdict: number | string;
  command: 'runnable' | 'not-found' | 'not-executable' | 'none';
  /** Whether the launcher made the display, for lack of another: no person sees it. */
  isDisplayVirtual: boolean;
  /** A descriptor to read from, without data: its end is the launcher's end, of any kind. */
  launcherDescriptor: number;
  /** Whether the caller wants the launcher to outlive the terminal, as with nohup (POSIX.1-2017, nohup). */
  ignoresHangUp: boolean;
}>;

/** The switch that carries the facts, before Electron's own `--`; Chromium does not know it. */
const SWITCH = '--gatehouse-launch=';
const FORM =
  /^verdict:([3-9]|[\da-f]{32}),command:(runnable|not-found|not-executable|none),display:(own|virtual),launcher:([3-9]),hangup:(heeded|ignored)$/;

/**
 * Parses the launcher's facts.
 *
 * @param argv the arguments before Electron's own `--`
 * @returns null where Electron was started without the launcher
 */
export function launchFacts(argv: readonly string[]): Result<LaunchFacts | null, UsageError> {
  const given = argv.filter((argument) => argument.startsWith(SWITCH));
  if (given.length === 0) return success(null);
  const [, verdict, command, display, launcher, hangUp] =
    FORM.exec(given[0]?.slice(SWITCH.length) ?? '') ?? [];
  if (given.length > 1 || verdict === undefined) {
    return failure({ argument: SWITCH.slice(0, -1), reason: 'is for the launcher only' });
  }
  return success({
    verdict: verdict.length === 1 ? Number(verdict) : verdict,
    command: command as LaunchFacts['command'],
    isDisplayVirtual: display === 'virtual',
    launcherDescriptor: Number(launcher),
    ignoresHangUp: hangUp === 'ignored',
  });
}
