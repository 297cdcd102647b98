/**
 * Global set-up of vitest: a display and a folder for what one run of a suite starts for all of its
 * files.
 */
import { beginRunWith } from '../../../lab/window.ts';
import { lastRuntime } from '../../../lab/runtime.ts';

/** vitest calls it before the first test, and the returned function after the last. */
export async function setup(): Promise<(() => void) | undefined> {
  const runtime = lastRuntime();
  if (runtime === undefined) return undefined;
  const { env, end } = await beginRunWith(runtime, { preferVirtual: true });
  Object.assign(process.env, env);
  return end;
}
