/** Where programs open windows: a display, and a folder of the user that runs Electron. */
import { makePlace, removePlace } from '../scripts/lib/run-folder.ts';
import { openDisplay, type Display } from './display.ts';
import type { Runtime } from './runtime.ts';

/** `env`: all variables, `display` those of the display alone. Both end with this process, or before by `end`. */
export type WindowPlace = Readonly<{
  runtime: Runtime;
  place: string;
  display: Display['env'];
  env: NodeJS.ProcessEnv;
  end: () => void;
}>;

/** Opens a place for what a set-up has made. With `preferVirtual` a virtual display also where there is a real one. */
export async function openPlaceFor(
  runtime: Runtime,
  { preferVirtual = false } = {},
): Promise<WindowPlace> {
  const display = await openDisplay(runtime, { preferVirtual });
  const place = makePlace(runtime.sandboxUser);
  const end = () => {
    display.end();
    removePlace(place);
  };
  const env = { ...process.env, ...display.env, GATEHOUSE_TEST_PLACE: place };
  return { runtime, place, display: display.env, env, end };
}
