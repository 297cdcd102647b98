/**
 * Set-up of vitest: a display and a folder for the windows of each test file, with the last
 * Electron that was set up.
 */
import { afterAll } from 'vitest';
import { beginRunWith } from '../../../lab/window.ts';
import { lastRuntime } from '../../../lab/runtime.ts';

const runtime = lastRuntime();
if (runtime !== undefined) {
  const { env, end } = await beginRunWith(runtime, { preferVirtual: true });
  Object.assign(process.env, env);
  afterAll(end);
}
