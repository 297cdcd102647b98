import { failure, success, type Result } from '../result.ts';
import type { UsageError } from '../command-line/arguments.ts';

/** Facts to find before Electron starts: Chromium opens descriptors of its own; a command needs the caller's PATH. */
export type LaunchFacts = Readonly<{
  /** Output of the result line: an open descriptor, or the name of a Windows pipe. */
  verdict: number | string;
  command: 'runnable' | 'not-found' | 'not-executable' | 'none';
  /** Whether the launcher created the display, which is then invisible. */
  isDisplayVirtual: boolean;
  /** Its end-of-file shows that the launcher has ended. */
  launcherDescriptor: number;
  /** Whether to ignore SIGHUP, as with nohup (POSIX.1-2017, nohup). */
  ignoresHangUp: boolean;
}>;

const SWITCH = '--gatehouse-launch=';
const FORM =
  /^verdict:([3-9]|[\da-f]{32}),command:(runnable|not-found|not-executable|none),display:(own|virtual),launcher:([3-9]),hangup:(heeded|ignored)$/;

/** Reads the arguments before Electron's own `--`. Null without the launcher. */
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
