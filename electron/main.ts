import { app } from 'electron';
import { url as debuggerAddress } from 'node:inspector';
import type { Arguments, UsageError } from '../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../shared/launch/launch-facts.ts';
import { misplacedArgument } from '../shared/launch/misplaced-argument.ts';
import { parseArguments } from '../shared/command-line/parse-arguments.ts';
import { EXIT_CODES } from '../shared/outcomes/outcomes.ts';
import { failure, type Result } from '../shared/result.ts';
import { isInWindow } from './frontends/choose-frontend.ts';
import { PendingCancellation } from './verdict/pending-cancellation.ts';
import { leaveOutOfCoreDumps } from './os/linux/core-dumps.ts';
import { forgetRelativeFolders } from './os/linux/xdg-folders.ts';
import { endOnFaults, outliveReaders } from './process/end-on-faults.ts';
import {
  endingsBy,
  isPrintOnly,
  startCommand,
  type CommandWithoutVerdict,
  type EntryStarts,
} from './process/entry.ts';
import { forgetInjections, weakenedBy } from './process/environment.ts';
import { ownFacts } from './process/own-facts.ts';
import { hasDisplay, takeGtk3 } from './electron-api/display.ts';
import { endProcess, judgeOtherEnds } from './electron-api/end-process.ts';
import { endOnSignals } from './electron-api/end-on-signals.ts';
import { program } from './electron-api/program.ts';
import { silenceSessions } from './electron-api/sessions.ts';
import { beforeReady, openEarlyWindow } from './electron-api/early-window.ts';
import { RememberedLook } from './look/remembered-look.ts';

const NO_DISPLAY =
  'gatehouse: there is no display to open a window on (DISPLAY or WAYLAND_DISPLAY); for servers there is the package gatehouse-cli, which needs none\n';

// Chromium reads switches before the first `--`, Gatehouse arguments after it
// (shared/launch/misplaced-argument.ts).
const separator = process.argv.indexOf('--');
const ownArguments = separator === -1 ? process.argv.slice(1) : process.argv.slice(1, separator);
const facts = ownFacts(ownArguments);
const endings = endingsBy(endProcess);
const { stop, refuse } = endings;
/** Each imports most modules while Chromium makes the window (docs/performance.md). */
const starts: EntryStarts = {
  version: program.version,
  login: startLogin,
  config: startConfig,
  withoutVerdict: startWithoutVerdict,
};

leaveOutOfCoreDumps();
forgetInjections();
if (process.platform === 'linux') forgetRelativeFolders(process.env);

endOnFaults(endProcess);
outliveReaders();

silenceSessions();
// After a fault of QUIC, Chromium sends a request again over another protocol, even one that acts
// (docs/decisions/0048-own-connections-and-the-rule.md).
app.commandLine.appendSwitch('disable-quic');
judgeOtherEnds();
takeGtk3();

const parsed = readCommandLine(separator === -1 ? [] : process.argv.slice(separator + 1));

if (!facts.ok) refuse(facts.error);
else if (!parsed.ok) refuse(parsed.error);
else void startCommand(endings, starts, parsed.value, facts.value);

function readCommandLine(argv: readonly string[]): Result<Arguments, UsageError> {
  const { isPackaged } = app;
  const result = parseArguments(argv);
  // SECURITY: SEC-28 allow --no-sandbox only for commands that load no page. Chromium needs it to
  // start as root (launcher/posix/installed.c).
  const onlyPrints = isPrintOnly(result);
  const checkedArguments = onlyPrints
    ? ownArguments.filter((argument) => argument !== '--no-sandbox')
    : ownArguments;
  const misplaced = misplacedArgument(checkedArguments, {
    isPackaged,
    isDebugged: debuggerAddress() !== undefined,
  });
  if (misplaced !== null) {
    const launcher = isPackaged ? 'bin/gatehouse' : 'scripts/gatehouse';
    return failure({
      argument: misplaced,
      reason: `is not taken by this program itself: start ${launcher}`,
    });
  }
  if (!isPackaged) return result;
  const weakened = weakenedBy({
    isPrintOnly: onlyPrints,
    // For other commands only the variable can have set this switch: on the command line it was
    // refused above.
    isSandboxOff: app.commandLine.hasSwitch('no-sandbox'),
    dataFolder: program.dataFolder,
  });
  return weakened === null ? result : failure(weakened);
}

async function startConfig(options: Arguments): Promise<void> {
  const host = { program, hasWebSocket: true, keyStore: { isSupported: true } };
  await (await import('./commands/run-config.ts')).runConfig(host, options);
}

/**
 * Makes signals and quits end a command without a verdict as cancelled. GLib raises SIGTERM when
 * the session bus goes away.
 *
 * @param isOver whether Electron may quit
 */
// SECURITY: SEC-110 a lost session never ends with 0.
function cancelOnSignals(isOver: () => boolean): void {
  const cancel = (): void => {
    endProcess(EXIT_CODES.cancelled);
  };
  endOnSignals({ cancel, isOver }, { isHangUpIgnored: false });
}

async function startWithoutVerdict(
  options: Arguments,
  command: CommandWithoutVerdict,
): Promise<void> {
  // Without its data folder Chromium crashes before the command could say why.
  const folder = program.dataFolder();
  if (!folder.ok) {
    const { formatConfigError } = await import('./config/config-error.ts');
    const { path: file, reason } = folder.error;
    stop(EXIT_CODES.misconfigured, `gatehouse: ${formatConfigError({ file, key: '', reason })}\n`);
  } else if (!hasDisplay()) stop(EXIT_CODES.unreachable, NO_DISPLAY);
  else if (command === 'window') await startWindow(options, folder.value);
  else {
    cancelOnSignals(() => false);
    const { electronHost } = await import('./electron-api/host.ts');
    if (command === 'keys')
      await (await import('./commands/run-keys.ts')).runKeys(electronHost, options, folder.value);
    else (await import('./commands/run-doctor.ts')).runDoctor(electronHost, options, folder.value);
  }
}

async function startWindow(options: Arguments, folder: string): Promise<void> {
  beforeReady();
  cancelOnSignals(() => !program.isForeignQuit());
  const earlyWindow = app.requestSingleInstanceLock()
    ? await openEarlyWindow(new RememberedLook(folder, options), program.quit)
    : null;
  await (await import('./commands/run-window.ts')).runWindow(options, earlyWindow);
}

async function startLogin(options: Arguments, launch: LaunchFacts | null): Promise<void> {
  const cancellation = new PendingCancellation();
  beforeReady();
  endOnSignals(cancellation, { isHangUpIgnored: launch?.ignoresHangUp === true });
  const hasScreen = hasDisplay();
  // A command that cannot start needs no login, so no window.
  const isStartable = launch?.command !== 'not-found' && launch?.command !== 'not-executable';
  // Chromium crashes without its data folder: no window opens then, and `runLogin` ends with a
  // verdict that says so.
  const folder = program.dataFolder();
  const earlyWindow =
    isStartable && folder.ok && isInWindow(options, hasScreen)
      ? await openEarlyWindow(new RememberedLook(folder.value, options), cancellation.cancel)
      : null;
  const { electronHost } = await import('./electron-api/host.ts');
  const { runLogin } = await import('./commands/run-login.ts');
  const window =
    earlyWindow && (await import('./composition/start-in-window.ts')).loginWindowOf(earlyWindow);
  await runLogin(electronHost, options, launch, cancellation, window);
}
