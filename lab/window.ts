/** Sets up for a window, and opens a place for it. */
import { root } from '../scripts/lib/paths.ts';
import { inEnglish, runInForeground } from '../scripts/lib/run.ts';
import { openPlaceFor, type WindowPlace } from './open-place.ts';
import { setUpWindow } from './set-up.ts';

/** Sets up, and opens a place. With `preferVirtual` a virtual display also where there is a real one. */
export const openWindowPlace = async ({ preferVirtual = false } = {}): Promise<WindowPlace> =>
  openPlaceFor(await setUpWindow(), { preferVirtual });

/**
 * Runs Node with these arguments on a display; both end with this process.
 * @param how.keepLanguage the desktop's, for a person; without it the programs speak English, as a script that reads them
 *   needs it
 * @returns the exit code
 */
export async function runOnDisplay(
  args: string[],
  { preferVirtual, keepLanguage = false }: { preferVirtual: boolean; keepLanguage?: boolean },
): Promise<number> {
  const { env, end } = await openWindowPlace({ preferVirtual });
  try {
    return await runInForeground(process.execPath, args, {
      cwd: root,
      env: keepLanguage ? env : inEnglish(env),
    });
  } finally {
    end();
  }
}
