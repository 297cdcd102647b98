import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { CHANNELS, type ChannelName } from '../../shared/ipc/channels.ts';
import type { CallName, EventName, PayloadOf } from '../../shared/ipc/contract.ts';
import { success } from '../../shared/result.ts';
import type { IpcPort } from '../ipc/register-channels.ts';
import { refusalOf, type Sender } from '../ipc/sender.ts';
import { deferred } from '../promises/deferred.ts';

type Handle = Parameters<IpcPort>[1];

/** Calls by which the person leaves the first screen: its button and Escape. */
const LEAVING: readonly ChannelName[] = ['app:quit', 'login:cancel'];

/**
 * Registers every call of the page. A call waits for its handler, which main loads later; but a
 * person who leaves does not wait. Reads the sender's facts at once: a frame may disappear later.
 *
 * @param origin the only allowed origin, e.g. `app://shell`
 * @param onLeave called if the person leaves before there is a handler
 */
export function ipcOf(window: BrowserWindow, origin: string, onLeave: () => void): IpcPort {
  const handlerSetters = new Map<CallName, (handle: Handle) => void>();
  for (const channel of Object.keys(CHANNELS) as ChannelName[]) {
    if (!isCall(channel)) continue;
    const handler = deferred<Handle>();
    let hasHandler = false;
    handlerSetters.set(channel, (handle) => {
      hasHandler = true;
      handler.resolve(handle);
    });
    ipcMain.handle(channel, async (event, argument: unknown) => {
      const sender = senderOf(event, window);
      // SECURITY: SEC-8 any call that is not fit waits, and its handler refuses it.
      const isFit = refusalOf(sender, origin) === null && isEmptyObject(argument);
      if (!hasHandler && LEAVING.includes(channel) && isFit) {
        onLeave();
        return success({});
      }
      const handle = await handler.promise;
      return handle(sender, argument);
    });
  }
  return (channel, handle) => {
    handlerSetters.get(channel)?.(handle);
  };
}

function isCall(channel: ChannelName): channel is CallName {
  return CHANNELS[channel].kind !== 'event';
}

/** Whether the argument is that of a command which takes none. */
function isEmptyObject(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && Object.keys(argument).length === 0;
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
