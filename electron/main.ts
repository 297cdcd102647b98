import { app } from 'electron';
import { misplacedWord, parseArguments, USAGE } from '../shared/gate/arguments.ts';
import { failure } from '../shared/result.ts';
import { hasDisplay } from './platform/display.ts';
import { runCheck } from './platform/run-check.ts';
import { runKeysStatus } from './platform/run-keys.ts';
import { runWindow } from './platform/run-window.ts';

/** Exit codes of docs/command-line.md that are known before any login. */
const EXIT = { usage: 64, noDisplay: 69, internal: 70 } as const;

for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error: unknown) => {
    process.stderr.write(
      `gatehouse: internal fault: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`,
    );
    app.exit(EXIT.internal);
  });
}

// Who reads our words may go away; that ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Chromium acts on switches anywhere before the first `--`; ours stand behind it (scripts/README.md).
const separator = process.argv.indexOf('--');
const before = separator === -1 ? process.argv.slice(1) : process.argv.slice(1, separator);
const misplaced = misplacedWord(before, app.isPackaged);
const parsed =
  misplaced === null
    ? parseArguments(separator === -1 ? [] : process.argv.slice(separator + 1))
    : failure({ argument: misplaced, reason: 'must not stand before a first "--": gatehouse -- check …' });

if (!parsed.ok) {
  stop(EXIT.usage, `gatehouse: ${parsed.error.argument}: ${parsed.error.reason}\n\n${USAGE}`);
} else if (parsed.value.face === 'help') {
  process.stdout.write(USAGE);
  stop(0);
} else if (parsed.value.face === 'version') {
  process.stdout.write(`${app.getVersion()}\n`);
  stop(0);
} else if (parsed.value.face === 'check') {
  runCheck(parsed.value);
} else if (!hasDisplay()) {
  // Chromium would crash without one.
  stop(EXIT.noDisplay, 'gatehouse: there is no display to open a window on (DISPLAY or WAYLAND_DISPLAY)\n');
} else if (parsed.value.face === 'keys') {
  runKeysStatus(parsed.value);
} else {
  runWindow(parsed.value);
}

function stop(code: number, words = ''): void {
  process.stderr.write(words);
  app.exit(code);
}
