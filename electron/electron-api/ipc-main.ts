import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { CHANNELS, type ChannelName } from '../../shared/ipc/channels.ts';
import type { CallName, EventName, PayloadOf } from '../../shared/ipc/contract.ts';
import type { IpcPort, Sender } from '../ipc/register-channels.ts';
import { opening } from '../os/opening.ts';

type Handle = Parameters<IpcPort>[1];

/**
 * Registers every call of the page. A call waits for its handler, which main loads later. Reads the sender's facts at
 * once: a frame may disappear later.
 */
export function ipcOf(window: BrowserWindow): IpcPort {
  const handlers = new Map<CallName, (handle: Handle) => void>();
  for (const channel of Object.keys(CHANNELS) as ChannelName[]) {
    if (!isCall(channel)) continue;
    const handler = opening<Handle>();
    handlers.set(channel, handler.open);
    ipcMain.handle(channel, async (event, argument: unknown) => {
      const sender = senderOf(event, window);
      const handle = await handler.promise;
      return handle(sender, argument);
    });
  }
  return (channel, handle) => {
    handlers.get(channel)?.(handle);
  };
}

function isCall(channel: ChannelName): channel is CallName {
  return CHANNELS[channel].kind !== 'event';
}

function senderOf({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow): Sender {
  const isOwnWindow = !window.isDestroyed() && sender === window.webContents;
  return {
    isOwnWindow,
    isMainFrame:
      isOwnWindow && senderFrame !== null && senderFrame === window.webContents.mainFrame,
    url: senderFrame?.url ?? '',
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
