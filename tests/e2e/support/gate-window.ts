import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type fs from 'node:fs';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  makeSandboxFolder,
  playwrightLoader,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { record } from '../../../lab/program-output.ts';
import { checkoutLauncher } from '../../support/native/native-tools.ts';
import { expect, processEnv, writeConfig, type ConfigJson } from '../fixtures.ts';
import { ready } from './screens.ts';

const LIMIT_MS = 45_000;

/** The gate with its window, driven by Playwright. */
export type GateWindow = Readonly<{
  app: ElectronApplication;
  window: Page;
  /** Exit of the launcher's process, which becomes the command after a successful login. */
  ended: Promise<Readonly<{ code: number | null; signal: NodeJS.Signals | null }>>;
  /** The command's standard output. */
  stdout: () => string;
  /** Standard error of the launcher and Electron, for failure messages. */
  stderr: () => string;
  status: () => Verdict;
}>;

/**
 * Starts the real launcher and the real Electron with Playwright attached. A generated script takes
 * the place of scripts/gatehouse. It removes the two switches that Playwright puts before the
 * arguments, and passes them to Electron alone, with Playwright's loader.
 */
export async function openGateWindow(
  emulator: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  words: readonly string[],
  command: readonly string[],
  config: ConfigJson = {},
  env: NodeJS.ProcessEnv = {},
): Promise<GateWindow> {
  const { executable, appDir } = requireElectron();
  const folder = makeSandboxFolder('gate-window-');
  const profile = makeSandboxFolder('profile-');
  // The launcher requires a status folder that no other account can write.
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-status-'));
  process.once('exit', () => {
    rmSync(place, { recursive: true, force: true });
  });
  const status = join(place, 'status.json');
  const script = join(folder, 'gate');
  const electron = join(folder, 'electron');
  const switches = ['-r', playwrightLoader(), `--user-data-dir=${profile}`].map(quoted).join(' ');
  const start = `exec ${quoted(executable)} $1 $2 ${switches} "\\$@"`;
  writeFileSync(electron, '', { mode: 0o755 });
  writeFileSync(
    script,
    `#!/bin/sh
cat >${quoted(electron)} <<END
#!/bin/sh
${start}
END
shift 2
exec ${[checkoutLauncher('checkout'), 'electron', electron, appDir, '', '', ''].map(quoted).join(' ')} "$@"
`,
  );
  chmodSync(script, 0o755);
  const app = await _electron.launch({
    executablePath: script,
    chromiumSandbox: true,
    args: [
      '--config',
      writeConfig(emulator, config),
      '--status-file',
      status,
      ...words,
      '--',
      ...command,
    ],
    env: processEnv(env),
    timeout: LIMIT_MS,
  });
  let stdout = '';
  const launcher = app.process();
  record(launcher);
  launcher.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  let stderr = '';
  launcher.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Readonly<{ code: number | null; signal: NodeJS.Signals | null }>>(
    (done) =>
      launcher.once('close', (code, signal) => {
        done({ code, signal });
      }),
  );
  const window = await app.firstWindow({ timeout: LIMIT_MS });
  window.setDefaultTimeout(LIMIT_MS / 2);
  await ready(window);
  return {
    app,
    window,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    status: () => {
      if (!existsSync(status)) throw new Error('nothing was decided');
      return verdictSchema.parse(JSON.parse(readFileSync(status, 'utf8')));
    },
  };
}

/**
 * Detaches Playwright's debugger from the main process, and waits until it has gone. Call before
 * the program exits by itself: with a debugger attached, Electron 22 sometimes crashes at exit
 * ("Waiting for the debugger to disconnect", then a segmentation fault). Playwright can still drive
 * the window. The program says by a file that the debugger has gone: a question to a debugger that
 * is being taken off can crash the program too.
 */
export async function detachDebugger({ app }: Pick<GateWindow, 'app'>): Promise<void> {
  const file = join(makeSandboxFolder('debugger-'), 'detached');
  // The debugger may go before its own answer.
  await app
    .evaluate((_electron, marker) => {
      const main = process as unknown as Readonly<{
        _debugEnd: () => void;
        mainModule: Readonly<{ require: (name: 'fs') => Pick<typeof fs, 'writeFileSync'> }>;
      }>;
      setTimeout(() => {
        main._debugEnd();
        main.mainModule.require('fs').writeFileSync(marker, '');
      });
    }, file)
    .catch(() => undefined);
  await expect.poll(() => existsSync(file), 'the debugger to be gone').toBe(true);
}

/** The exit code of a program that will exit; null after the end by a signal. */
export const exitCodeOf = ({ app }: Pick<GateWindow, 'app'>): Promise<number | null> =>
  new Promise((resolve) => app.process().once('exit', resolve));

/** Closes the window like a click on its close button. */
export async function closeWindow({ app }: GateWindow): Promise<void> {
  // Detach the debugger first, as `detachDebugger` does. Ignore the error of a program that exits
  // before its answer.
  await app
    .evaluate(({ BrowserWindow }) => {
      setTimeout(() => {
        (process as unknown as Readonly<{ _debugEnd: () => void }>)._debugEnd();
        for (const window of BrowserWindow.getAllWindows()) window.close();
      }, 50);
    })
    .catch(() => undefined);
}

/** The gate refused: its exit code and verdict, and the command never ran. */
export async function expectRefused(
  gate: GateWindow,
  code: number,
  outcome: string,
  reason: string,
): Promise<void> {
  expect(await gate.ended, gate.stderr()).toEqual({ code, signal: null });
  expect(gate.stdout()).toBe('');
  expect(gate.status()).toMatchObject({ outcome, reason, exitCode: code, ticket: null });
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
