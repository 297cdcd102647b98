import { app } from 'electron';
import type { Arguments, UsageError } from '../shared/gate/arguments.ts';
import { launchFacts, type LaunchFacts } from '../shared/gate/launch-facts.ts';
import { misplacedWord } from '../shared/gate/misplaced-word.ts';
import { parseArguments } from '../shared/gate/parse-arguments.ts';
import { USAGE } from '../shared/gate/usage.ts';
import { EXIT_CODES } from '../shared/gate/verdict.ts';
import { assertNever, failure, type Result } from '../shared/result.ts';
import { hasDisplay } from './platform/display.ts';
import { runDoctorFace } from './platform/run-doctor.ts';
import { runKeysStatus } from './platform/run-keys.ts';
import { runLogin } from './platform/run-login.ts';
import { runWindow } from './platform/run-window.ts';
import { silenceSessions } from './platform/sessions.ts';

const NO_DISPLAY = 'gatehouse: there is no display to open a window on (DISPLAY or WAYLAND_DISPLAY)\n';

for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error: unknown) => {
    process.stderr.write(
      `gatehouse: internal fault: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`,
    );
    app.exit(EXIT_CODES.internal);
  });
}

// Who reads our words may go away; that ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

silenceSessions();

// Chromium acts on switches anywhere before the first `--`; ours stand behind it (scripts/README.md).
const separator = process.argv.indexOf('--');
const before = separator === -1 ? process.argv.slice(1) : process.argv.slice(1, separator);
const facts = launchFacts(before);
const asked = readCommandLine(separator === -1 ? [] : process.argv.slice(separator + 1));

if (!facts.ok) refuse(facts.error);
else if (!asked.ok) refuse(asked.error);
else start(asked.value, facts.value);

function readCommandLine(words: readonly string[]): Result<Arguments, UsageError> {
  const misplaced = misplacedWord(before, app.isPackaged);
  if (misplaced === null) return parseArguments(words);
  const launcher = app.isPackaged ? 'bin/gatehouse' : 'scripts/gatehouse';
  return failure({ argument: misplaced, reason: `is not taken by this program itself: start ${launcher}` });
}

function start(found: Arguments, launch: LaunchFacts | null): void {
  switch (found.face) {
    case 'help':
      process.stdout.write(USAGE);
      stop(0);
      return;
    case 'version':
      process.stdout.write(`${app.getVersion()}\n`);
      stop(0);
      return;
    case 'gate':
      // Only the launcher can become the command.
      if (launch) runLogin(found, launch);
      else refuse({ argument: '--', reason: 'takes a command from the launcher only (docs/gate.md)' });
      return;
    case 'check':
      runLogin(found, launch);
      return;
    case 'keys':
    case 'doctor':
    case 'window':
      // Chromium would crash without one.
      if (!hasDisplay()) stop(EXIT_CODES.unreachable, NO_DISPLAY);
      else if (found.face === 'keys') runKeysStatus(found);
      else if (found.face === 'doctor') runDoctorFace(found);
      else runWindow(found);
      return;
    default:
      assertNever(found.face, 'face');
  }
}

function refuse({ argument, reason }: UsageError): void {
  stop(EXIT_CODES.usage, `gatehouse: ${argument}: ${reason}\nSee gatehouse --help\n`);
}

function stop(code: number, words = ''): void {
  process.stderr.write(words);
  app.exit(code);
}
