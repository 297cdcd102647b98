import type { BrowserWindow } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ipcOf } from '../../../../electron/electron-api/ipc-main.ts';
import type { Sender } from '../../../../electron/ipc/register-channels.ts';
import { CALLS } from '../../../../shared/ipc/contract.ts';

type Answer = (event: unknown, argument: unknown) => Promise<unknown>;
const answers = vi.hoisted(() => new Map<string, Answer>());
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, answer: Answer) => answers.set(channel, answer) },
}));
afterEach(() => {
  answers.clear();
});

const ADDRESS = 'app://shell/index.html';

/** A window, its channels, and a call of its page, whose frame changes its address afterwards. */
function openWindow() {
  const mainFrame = { url: ADDRESS };
  const webContents = { mainFrame };
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
  const port = ipcOf(window);
  const call = async (sender: unknown, senderFrame: unknown): Promise<unknown> =>
    answers.get('login:get-view')?.({ sender, senderFrame }, 'argument');
  return { port, webContents, mainFrame, call };
}

describe('the channels of a window', () => {
  it('are registered with the window, each call and no event', () => {
    openWindow();
    expect([...answers.keys()].sort()).toEqual([...CALLS].sort());
  });

  it('keep a call until its handler is there, and later calls do not wait', async () => {
    const { port, webContents, mainFrame, call } = openWindow();
    const heard: unknown[] = [];
    const early = call(webContents, mainFrame).then((answer) => heard.push(answer));
    await Promise.resolve();
    expect(heard).toEqual([]);
    port('app:get-info', () => Promise.resolve('of another channel'));
    port('login:get-view', (_sender, argument) =>
      Promise.resolve(`a view for ${String(argument)}`),
    );
    await early;
    expect(heard).toEqual(['a view for argument']);
    expect(await call(webContents, mainFrame)).toBe('a view for argument');
  });

  it('tell the sender as it was at the call, however late the handler comes (SEC-8)', async () => {
    const { port, webContents, mainFrame, call } = openWindow();
    const early = call(webContents, mainFrame);
    const foreign = call({ mainFrame }, mainFrame);
    const inner = call(webContents, { url: ADDRESS });
    const gone = call(webContents, null);
    mainFrame.url = 'https://example.com/';
    port('login:get-view', (sender) => Promise.resolve(sender));
    const known: Sender = { isOwnWindow: true, isMainFrame: true, url: ADDRESS };
    expect(await Promise.all([early, foreign, inner, gone])).toEqual([
      known,
      { isOwnWindow: false, isMainFrame: false, url: ADDRESS },
      { isOwnWindow: true, isMainFrame: false, url: ADDRESS },
      { isOwnWindow: true, isMainFrame: false, url: '' },
    ]);
  });
});
