import { app } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the display exists on which a window would open, named by the launcher (launcher/posix/gatehouse), else by
 * Electron: Chromium on Linux crashes without it (docs/command-line.md). An X server elsewhere is believed to be there.
 */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  const { DISPLAY: x11 = '', WAYLAND_DISPLAY: wayland = '', XDG_RUNTIME_DIR: runtime = '' } = process.env;
  if (isOnWayland())
    return wayland !== '' && existsSync(wayland.startsWith('/') ? wayland : join(runtime, wayland));
  const local = /^(?:unix)?:([^.]*)/.exec(x11)?.[1];
  return local === undefined ? x11 !== '' : existsSync(`/tmp/.X11-unix/X${local}`);
}

/**
 * Has Chromium load GTK 3, as the packages require it. Newer Electrons take GTK 4 in GNOME, and end at once where an input
 * method brings GTK 3 in (electron/electron issue 46538). Call before `ready`.
 */
export function takeGtk3(): void {
  const { commandLine } = app;
  if (process.platform === 'linux' && !commandLine.hasSwitch('gtk-version'))
    commandLine.appendSwitch('gtk-version', '3');
}

/** Whether windows open on Wayland. If the launcher did not choose, Electron does; Electron 22 takes X. */
export function isOnWayland(): boolean {
  return app.commandLine.getSwitchValue('ozone-platform') === 'wayland';
}
