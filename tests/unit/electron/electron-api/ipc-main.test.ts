import type { BrowserWindow } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ipcOf } from '../../../../electron/electron-api/ipc-main.ts';
import type { Sender } from '../../../../electron/ipc/sender.ts';
import { CALLS, type CallName } from '../../../../shared/ipc/contract.ts';

type Answer = (event: unknown, argument: unknown) => Promise<unknown>;
const answers = vi.hoisted(() => new Map<string, Answer>());
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, answer: Answer) => answers.set(channel, answer) },
}));
afterEach(() => {
  answers.clear();
});

const ADDRESS = 'app://shell/index.html';

/** What a call has other than one of our page. */
type LeaveChanges = Readonly<{ sender?: unknown; senderFrame?: unknown; argument?: unknown }>;
const LEAVING = ['app:quit', 'login:cancel'] as const;

/** A window, its channels, and a call of its page, whose frame changes its address afterwards. */
function openWindow() {
  const mainFrame = { url: ADDRESS };
  const webContents = { mainFrame };
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
  const onLeave = vi.fn();
  const port = ipcOf(window, 'app://shell', onLeave);
  const call = async (sender: unknown, senderFrame: unknown): Promise<unknown> =>
    answers.get('login:get-view')?.({ sender, senderFrame }, 'argument');
  const leave = async (
    channel: CallName,
    { sender = webContents, senderFrame = mainFrame, argument = {} }: LeaveChanges = {},
  ): Promise<unknown> => answers.get(channel)?.({ sender, senderFrame }, argument);
  return { port, webContents, mainFrame, call, leave, onLeave };
}

describe('the channels of a window', () => {
  it('registers each call of the contract with the window, and no event', () => {
    openWindow();
    expect([...answers.keys()].sort()).toEqual([...CALLS].sort());
  });

  it('keeps a call until its handler is there, and answers later calls at once', async () => {
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

  it('tells the sender as it was at the call, however late the handler comes (SEC-8)', async () => {
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

  it.each(LEAVING)(
    'lets a person leave by %s at once, before a handler is there',
    async (channel) => {
      const { leave, onLeave } = openWindow();
      expect(await leave(channel)).toEqual({ ok: true, value: {} });
      expect(onLeave).toHaveBeenCalledTimes(1);
    },
  );

  it.each(LEAVING)('leaves %s to its handler once it is there', async (channel) => {
    const { port, leave, onLeave } = openWindow();
    port(channel, () => Promise.resolve('handled'));
    expect(await leave(channel)).toBe('handled');
    expect(onLeave).not.toHaveBeenCalled();
  });

  it.each<[string, LeaveChanges]>([
    ['a sender in another window', { sender: {} }],
    ['a sender in an inner frame', { senderFrame: { url: ADDRESS } }],
    ['a sender in a closed frame', { senderFrame: null }],
    ['an argument of another shape', { argument: { now: true } }],
    ['no argument', { argument: null }],
  ])('keeps a call to leave that has %s for its handler (SEC-8)', async (_name, changes) => {
    const { port, leave, onLeave } = openWindow();
    const early = leave('app:quit', changes);
    port('app:quit', () => Promise.resolve('handled'));
    expect(await early).toBe('handled');
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('keeps a call to leave that comes from another origin for its handler (SEC-8)', async () => {
    const { port, mainFrame, leave, onLeave } = openWindow();
    mainFrame.url = 'https://example.com/';
    const early = leave('app:quit');
    port('app:quit', () => Promise.resolve('handled'));
    expect(await early).toBe('handled');
    expect(onLeave).not.toHaveBeenCalled();
  });
});
