import { ipcMain, type BrowserWindow } from 'electron';
import type { EventName, PayloadOf } from '../../shared/ipc/contract.ts';
import type { IpcPort } from '../ipc/register-channels.ts';

/** Reads the sender's facts at once: a frame may disappear later. */
export function ipcOf(window: BrowserWindow): IpcPort {
  return (channel, handle) => {
    ipcMain.handle(channel, (event, argument: unknown) => {
      const frame = event.senderFrame;
      const isOwnWindow = !window.isDestroyed() && event.sender === window.webContents;
      return handle(
        {
          isOwnWindow,
          isMainFrame: isOwnWindow && frame !== null && frame === window.webContents.mainFrame,
          url: frame?.url ?? '',
        },
        argument,
      );
    });
  };
}

/** Ignores a destroyed window. */
export function sendTo<Name extends EventName>(
  window: BrowserWindow,
  name: Name,
  payload: PayloadOf<Name>,
): void {
  if (!window.isDestroyed() && !window.webContents.isDestroyed())
    window.webContents.send(name, payload);
}
