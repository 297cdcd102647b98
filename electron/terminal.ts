/**
 * The entry without Chromium: the terminal and the headless frontend, in Node alone
 * (docs/servers.md).
 */
import './node-api/without-web-socket.ts';
import type { Arguments, UsageError } from '../shared/command-line/arguments.ts';
import { parseArguments } from '../shared/command-line/parse-arguments.ts';
import type { LaunchFacts } from '../shared/launch/launch-facts.ts';
import { EXIT_CODES } from '../shared/outcomes/outcomes.ts';
import { failure, type Result } from '../shared/result.ts';
import { endOnSignals } from './node-api/end-on-signals.ts';
import { nodeHost, type Build } from './node-api/host.ts';
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
import { PendingCancellation } from './verdict/pending-cancellation.ts';

/** The build puts it here (vite.config.ts). */
declare const GATEHOUSE_BUILD: Build;

const NO_WINDOW =
  'gatehouse: without Chromium and a display there is no window: give a command behind "--", or use check, config, doctor or keys\n';

// The launcher's facts stand before the first `--`, Gatehouse arguments after it, as for Electron.
const words = process.argv.slice(2);
const separator = words.indexOf('--');
const launcherWords = separator === -1 ? words : words.slice(0, separator);
const facts = ownFacts(launcherWords);

leaveOutOfCoreDumps();
forgetInjections();
forgetRelativeFolders(process.env);

const host = nodeHost(GATEHOUSE_BUILD);
const { program } = host;
const endings = endingsBy(program.exit);
const { stop, refuse } = endings;
const starts: EntryStarts = {
  version: program.version,
  login: startLogin,
  config: startConfig,
  withoutVerdict: startWithoutVerdict,
};
endOnFaults(program.exit);
outliveReaders();

const parsed = readCommandLine(separator === -1 ? [] : words.slice(separator + 1));

if (!facts.ok) refuse(facts.error);
else if (!parsed.ok) refuse(parsed.error);
else void startCommand(endings, starts, parsed.value, facts.value);

function readCommandLine(argv: readonly string[]): Result<Arguments, UsageError> {
  const result = parseArguments(argv);
  // SECURITY: SEC-28 an argument that would be ignored ends the start.
  const misplaced = launcherWords.find((word) => !word.startsWith('--gatehouse-launch='));
  if (misplaced !== undefined) {
    return failure({
      argument: misplaced,
      reason: 'is not taken by this program itself: start gatehouse',
    });
  }
  if (!program.isPackaged()) return result;
  const weakened = weakenedBy({
    isPrintOnly: isPrintOnly(result),
    isSandboxOff: false,
    dataFolder: program.dataFolder,
  });
  return weakened === null ? result : failure(weakened);
}

async function startConfig(options: Arguments): Promise<void> {
  await (await import('./commands/run-config.ts')).runConfig(host, options);
}

async function startWithoutVerdict(
  options: Arguments,
  command: CommandWithoutVerdict,
): Promise<void> {
  if (command === 'window') {
    stop(EXIT_CODES.unreachable, NO_WINDOW);
    return;
  }
  const folder = program.dataFolder();
  if (!folder.ok) {
    const { formatConfigError } = await import('./config/config-error.ts');
    const { path: file, reason } = folder.error;
    stop(EXIT_CODES.misconfigured, `gatehouse: ${formatConfigError({ file, key: '', reason })}\n`);
    return;
  }
  const cancel = (): void => {
    program.exit(EXIT_CODES.cancelled);
  };
  endOnSignals(cancel, { isHangUpIgnored: false });
  if (command === 'keys')
    await (await import('./commands/run-keys.ts')).runKeys(host, options, folder.value);
  else (await import('./commands/run-doctor.ts')).runDoctor(host, options, folder.value);
}

async function startLogin(options: Arguments, launch: LaunchFacts | null): Promise<void> {
  const cancellation = new PendingCancellation();
  endOnSignals(cancellation.cancel, { isHangUpIgnored: launch?.ignoresHangUp === true });
  const { runLogin } = await import('./commands/run-login.ts');
  await runLogin(host, options, launch, cancellation, null);
}
