import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether there is a display that a window could open on: Chromium on Linux crashes without one (docs/command-line.md). */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  const { DISPLAY: x11 = '', WAYLAND_DISPLAY: wayland = '', XDG_RUNTIME_DIR: runtime = '' } = process.env;
  if (wayland !== '' && existsSync(wayland.startsWith('/') ? wayland : join(runtime, wayland))) return true;
  const local = /^(?:unix)?:(\d+)/.exec(x11)?.[1];
  return local === undefined ? x11 !== '' : existsSync(`/tmp/.X11-unix/X${local}`);
}
