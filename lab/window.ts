/** What a run with windows needs: a set-up, a display, and a folder of the user that runs Electron. */
import { root } from '../scripts/lib/paths.ts';
import { inEnglish, runInForeground } from '../scripts/lib/run.ts';
import { makeRunFolder, removeRunFolder } from '../scripts/lib/run-folder.ts';
import { openDisplay, type Display } from './display.ts';
import type { Runtime } from './runtime.ts';
import { setUpWindow } from './set-up.ts';

/**
 * `env`: all variables; `display`: those of the display alone. The display and the run's folder are
 * gone when this process ends, or before by `end`.
 */
export type WindowRun = Readonly<{
  runtime: Runtime;
  runFolder: string;
  display: Display['env'];
  env: NodeJS.ProcessEnv;
  end: () => void;
}>;

/** Sets up, and begins a run. With `preferVirtual` a virtual display also where there is a real one. */
export const beginWindowRun = async ({ preferVirtual = false } = {}): Promise<WindowRun> =>
  beginRunWith(await setUpWindow(), { preferVirtual });

/** Begins a run with what a set-up has made. */
export async function beginRunWith(
  runtime: Runtime,
  { preferVirtual = false } = {},
): Promise<WindowRun> {
  const display = await openDisplay(runtime, { preferVirtual });
  const runFolder = makeRunFolder(runtime.sandboxUser);
  const end = () => {
    display.end();
    removeRunFolder(runFolder);
  };
  const env = { ...process.env, ...display.env, GATEHOUSE_RUN_FOLDER: runFolder };
  return { runtime, runFolder, display: display.env, env, end };
}

/**
 * Runs Node with these arguments on a display; both end with this process.
 *
 * @param how.keepLanguage the desktop's, for a person; without it the programs speak English, as a
 *   script that reads them needs it
 * @returns the exit code
 */
export async function runOnDisplay(
  args: string[],
  { preferVirtual, keepLanguage = false }: { preferVirtual: boolean; keepLanguage?: boolean },
): Promise<number> {
  const { env, end } = await beginWindowRun({ preferVirtual });
  try {
    return await runInForeground(process.execPath, args, {
      cwd: root,
      env: keepLanguage ? env : inEnglish(env),
    });
  } finally {
    end();
  }
}
