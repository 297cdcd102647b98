import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS, memberOf, type ChannelName } from '../shared/ipc/channels.ts';
import { keepEarlyPresses, type StaticPage } from './frontends/window/early-presses.ts';

declare const document: StaticPage;

/**
 * `window.gatehouse`: one function for each channel. The page must never get Electron's event
 * object.
 */
const bridge: Record<string, Record<string, unknown>> = {};
for (const channel of Object.keys(CHANNELS) as ChannelName[]) {
  const [domain, member] = memberOf(channel);
  const group = (bridge[domain] ??= {});
  group[member] = CHANNELS[channel].kind === 'event' ? subscribe(channel) : call(channel);
}
contextBridge.exposeInMainWorld('gatehouse', bridge);
keepEarlyPresses(document);

function call(channel: ChannelName) {
  return (argument: unknown): Promise<unknown> => ipcRenderer.invoke(channel, argument);
}

function subscribe(channel: ChannelName) {
  return (listener: (payload: unknown) => void): (() => void) => {
    const receive = (_event: unknown, payload: unknown): void => {
      listener(payload);
    };
    ipcRenderer.on(channel, receive);
    return () => {
      ipcRenderer.removeListener(channel, receive);
    };
  };
}
