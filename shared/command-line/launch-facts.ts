import { failure, success, type Result } from '../result.ts';
import type { UsageError } from './arguments.ts';

/**
 * What the launcher found out before it started Electron, because only it can: an open descriptor's number means
 * nothing any more once Chromium has opened its own, and the command is looked up as whoever started the launcher.
 */
export type LaunchFacts = Readonly<{
  /** What takes the verdict's line: an open descriptor, or on Windows the name of a pipe to be opened. */
  verdict: number | string;
  command: 'runnable' | 'not-found' | 'not-executable' | 'none';
  /** Whether the display is one that the launcher made because there was none: nobody looks at it. */
  isDisplayVirtual: boolean;
  /** A descriptor to read from, on which nothing comes: its end is that of the launcher, however that went. */
  launcherDescriptor: number;
  /** Whether whoever started the launcher wants it to outlive the terminal, as nohup does (POSIX.1-2017, nohup). */
  ignoresHangUp: boolean;
}>;

/** The switch that carries the facts, before Electron's own `--`; Chromium does not know it. */
const SWITCH = '--gatehouse-launch=';
const FORM =
  /^verdict:([3-9]|[\da-f]{32}),command:(runnable|not-found|not-executable|none),display:(own|virtual),launcher:([3-9]),hangup:(heeded|ignored)$/;

/**
 * Reads what the launcher found out.
 *
 * @param argv the arguments before Electron's own `--`
 * @returns null where Electron was started by itself
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
