import { failure, success, type Result } from '../result.ts';
import type { UsageError } from '../command-line/arguments.ts';

/**
 * What the launcher must find out before Electron starts, because Chromium opens descriptors of its
 * own, and a command is looked up in the caller's PATH. Node gets the same facts in Electron's
 * place.
 */
export type LaunchFacts = Readonly<{
  /** Where the line with the verdict is written: an open descriptor, or the name of a Windows pipe. */
  verdict: number | string;
  command: 'runnable' | 'not-found' | 'not-executable' | 'none';
  /** A descriptor whose end of file shows that the launcher has ended. */
  launcherDescriptor: number;
  /** Whether SIGHUP is ignored, as a caller such as nohup wants it (POSIX.1-2017, nohup). */
  ignoresHangUp: boolean;
}>;

const SWITCH = '--gatehouse-launch=';
const FORM =
  /^verdict:([3-9]|[\da-f]{32}),command:(runnable|not-found|not-executable|none),launcher:([3-9]),hangup:(heeded|ignored)$/;

/**
 * Reads the launcher's facts from the arguments before the first `--`. Null if the launcher did not
 * start Electron.
 */
export function launchFacts(argv: readonly string[]): Result<LaunchFacts | null, UsageError> {
  const given = argv.filter((argument) => argument.startsWith(SWITCH));
  if (given.length === 0) return success(null);
  const [, verdict, command, launcher, hangUp] =
    FORM.exec(given[0]?.slice(SWITCH.length) ?? '') ?? [];
  if (given.length > 1 || verdict === undefined) {
    return failure({ argument: SWITCH.slice(0, -1), reason: 'is for the launcher only' });
  }
  return success({
    verdict: verdict.length === 1 ? Number(verdict) : verdict,
    command: command as LaunchFacts['command'],
    launcherDescriptor: Number(launcher),
    ignoresHangUp: hangUp === 'ignored',
  });
}
