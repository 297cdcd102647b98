import { app } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { offersExtension } from '../os/linux/x-extension.ts';

/**
 * Whether there is a display for Chromium, which crashes without one on Linux
 * (docs/command-line.md). A local server counts if its socket exists. A remote X server is assumed
 * to exist.
 */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  const {
    DISPLAY: xDisplay = '',
    WAYLAND_DISPLAY: waylandSocket = '',
    XDG_RUNTIME_DIR: runtimeFolder = '',
  } = process.env;
  if (isOnWayland()) {
    const isPath = waylandSocket.startsWith('/');
    const socket = isPath ? waylandSocket : join(runtimeFolder, waylandSocket);
    return waylandSocket !== '' && existsSync(socket);
  }
  // `:1.0` and `unix:1.0` name the local server with the number 1.
  const localNumber = /^(?:unix)?:([^.]*)/.exec(xDisplay)?.[1];
  return localNumber === undefined ? xDisplay !== '' : existsSync(`/tmp/.X11-unix/X${localNumber}`);
}

/**
 * Makes Chromium load GTK 3. Call before `ready`. With GTK 4, newer Electron versions exit in GNOME
 * if an input method loads GTK 3 (electron/electron issue 46538).
 */
export function takeGtk3(): void {
  const { commandLine } = app;
  if (process.platform === 'linux' && !commandLine.hasSwitch('gtk-version'))
    commandLine.appendSwitch('gtk-version', '3');
}

/**
 * Whether Chromium uses Wayland. The launcher sets the switch to the platform of the display that
 * it found. If the switch is missing, newer versions of Electron have set it to their own choice by
 * now; Electron 22 uses X.
 */
export function isOnWayland(): boolean {
  return app.commandLine.getSwitchValue('ozone-platform') === 'wayland';
}

/**
 * Returns the name of the X display if its server does not offer the extension XKEYBOARD, without
 * which Chromium cannot know the keyboard layout. An untrusted client (`ssh -X`), for example, is
 * not offered this extension.
 *
 * @returns null for any other display, and where the server did not say whether it offers the
 *   extension
 */
export async function displayWithoutLayout(): Promise<string | null> {
  if (process.platform !== 'linux' || isOnWayland()) return null;
  const { DISPLAY = '' } = process.env;
  const isOffered = await offersExtension('XKEYBOARD', process.env);
  return isOffered === false ? DISPLAY : null;
}
