import { app } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { offersExtension } from '../os/linux/x-extension.ts';

/** Chromium on Linux crashes without a display (docs/command-line.md). Assumes that a remote X server exists. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  const {
    DISPLAY: x11 = '',
    WAYLAND_DISPLAY: wayland = '',
    XDG_RUNTIME_DIR: runtime = '',
  } = process.env;
  if (isOnWayland())
    return wayland !== '' && existsSync(wayland.startsWith('/') ? wayland : join(runtime, wayland));
  const local = /^(?:unix)?:([^.]*)/.exec(x11)?.[1];
  return local === undefined ? x11 !== '' : existsSync(`/tmp/.X11-unix/X${local}`);
}

/**
 * Makes Chromium load GTK 3; call before `ready`. With GTK 4, newer Electron versions exit in GNOME if an input method
 * loads GTK 3 (electron/electron issue 46538).
 */
export function takeGtk3(): void {
  const { commandLine } = app;
  if (process.platform === 'linux' && !commandLine.hasSwitch('gtk-version'))
    commandLine.appendSwitch('gtk-version', '3');
}

/** The launcher chooses, else Electron; Electron 22 uses X. */
export function isOnWayland(): boolean {
  return app.commandLine.getSwitchValue('ozone-platform') === 'wayland';
}

/**
 * The X display on which Chromium knows no keyboard layout: the server does not offer it the extension, as to a client
 * that is not trusted (`ssh -X`). Null for any other, and where that is not certain.
 */
export async function displayWithoutLayout(): Promise<string | null> {
  if (process.platform !== 'linux' || isOnWayland()) return null;
  const { DISPLAY = '' } = process.env;
  return (await offersExtension('XKEYBOARD', process.env)) === false ? DISPLAY : null;
}
