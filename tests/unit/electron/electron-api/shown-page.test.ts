import type { BrowserWindow, Session } from 'electron';
import type { ShownPage, ShownPageOptions } from '../../../../electron/electron-api/shown-page.ts';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { watchNetworkProcess } from '../../../../electron/electron-api/network-process.ts';

/** Views as Electron 45 has them: closed later, and then without contents. */
const electron = vi.hoisted(() => ({
  views: [] as { webContents: unknown }[],
  app: null as unknown as NodeJS.EventEmitter,
  /** What the debugger of a page answers. */
  command: (): Promise<unknown> => Promise.resolve({}),
}));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Contents extends Emitter {
    isAlive = true;
    isDestroyed = (): boolean => !this.isAlive;
    isFocused = (): boolean => false;
    setWebRTCIPHandlingPolicy = (): void => undefined;
    setWindowOpenHandler = (): void => undefined;
    loadURL = (): Promise<void> => Promise.resolve();
    close = vi.fn();
    setAudioMuted = vi.fn();
    focus = vi.fn();
    stop = vi.fn();
    debugger = Object.assign(new Emitter(), {
      attach: () => undefined,
      sendCommand: () => electron.command(),
    });
  }
  class WebContentsView {
    webContents: Contents | undefined = new Contents();
    constructor() {
      electron.views.push(this);
    }
    setBackgroundColor(): void {
      return undefined;
    }
    setBounds(): void {
      return undefined;
    }
  }
  const partition = {
    ...Object.fromEntries(
      [
        'PermissionRequestHandler',
        'PermissionCheckHandler',
        'DevicePermissionHandler',
        'SpellCheckerLanguages',
      ].map((name) => [`set${name}`, () => undefined]),
    ),
    allowNTLMCredentialsForDomains: () => undefined,
    on: () => undefined,
    webRequest: { onBeforeRequest: () => undefined, onHeadersReceived: () => undefined },
  };
  electron.app = new Emitter();
  return { app: electron.app, session: { fromPartition: () => partition }, WebContentsView };
});

type Contents = NodeJS.EventEmitter & { isAlive: boolean } & Readonly<
    Record<'stop' | 'close' | 'focus' | 'setAudioMuted', Mock>
  >;
type View = { webContents: Contents | undefined };
const SERVICE = 'https://service.test';
/** As in the module, which is loaded after the stand-in of Electron. */
const READER_LEAVES_MS = 5000;

/** Electron reports the end of the network process. */
function endNetworkProcess(): void {
  const details = { type: 'Utility', serviceName: 'network.mojom.NetworkService' };
  electron.app.emit('child-process-gone', {}, details);
}

describe('a page in a view', () => {
  const failed = vi.fn();
  const addressed = vi.fn();
  const window = {
    isDestroyed: () => false,
    contentView: { addChildView: vi.fn(), removeChildView: vi.fn() },
    webContents: Object.assign(new EventEmitter(), { focus: vi.fn(), getZoomFactor: () => 1 }),
  };
  let page: ShownPage | null = null;
  let isReaderOn = false;
  let mayLoad: Parameters<ShownPageOptions['openNetwork']>[0] = () => false;
  const views = (): View[] => electron.views as View[];
  const contentsOf = (view: View | undefined): Contents => {
    if (view?.webContents === undefined) throw new Error('it has gone');
    return view.webContents;
  };

  beforeEach(async () => {
    electron.views.length = 0;
    electron.command = () => Promise.resolve({});
    isReaderOn = false;
    vi.clearAllMocks();
    window.webContents.removeAllListeners();
    const { ShownPage: Page } = await import('../../../../electron/electron-api/shown-page.ts');
    const { callbackAddress, DEFAULT_CALLBACK } =
      await import('../../../../electron/hosted-page/callback.ts');
    const session = {
      closeAllConnections: vi.fn(),
      clearStorageData: vi.fn(),
    } as unknown as Session;
    const options = {
      baseUrl: SERVICE,
      timeoutMs: 60_000,
      openNetwork: (rule: typeof mayLoad) => {
        mayLoad = rule;
        return Promise.resolve({ session, proxyLogins: {}, observedCertificates: {} } as never);
      },
      isReaderOn: () => isReaderOn,
      openOutside: () => Promise.resolve(true),
    };
    const callback = callbackAddress(DEFAULT_CALLBACK, { state: 'state', token: 'token' }, 'value');
    page = new Page(window as unknown as BrowserWindow, options, {
      callback,
      webUri: `${SERVICE}/page`,
      listeners: {
        onAddress: addressed,
        onCallback: vi.fn(),
        onClosed: vi.fn(),
        onFailed: failed,
      },
    });
    page.moveTo({ x: 0, y: 0, width: 10, height: 10 });
    await vi.waitFor(() => {
      expect(views()).toHaveLength(1);
    });
  });
  afterEach(() => {
    page?.close();
    vi.useRealTimers();
  });

  it('ignores late events of a replaced view', () => {
    const replaced = contentsOf(views()[0]);
    replaced.emit('did-navigate', {}, 'https://elsewhere.test/');
    expect(views()).toHaveLength(2);
    replaced.emit('did-navigate-in-page', {}, 'https://elsewhere.test/#there', true);
    expect(addressed).not.toHaveBeenCalled();
    const fault = [{}, -105, 'ERR_NAME_NOT_RESOLVED', `${SERVICE}/page`, true];
    replaced.emit('did-fail-load', ...fault);
    expect(failed).not.toHaveBeenCalled();
    contentsOf(views()[1]).emit('did-fail-load', ...fault);
    expect(failed).toHaveBeenCalledOnce();
  });

  it('gives up a page whose file dialogs cannot be kept closed (SEC-88)', async () => {
    electron.command = () => Promise.reject(new Error('not known'));
    contentsOf(views()[0]).emit('did-navigate', {}, 'https://elsewhere.test/');
    await vi.waitFor(() => {
      expect(failed.mock.calls).toEqual([
        [{ kind: 'network', fault: 'unknown', evidence: 'file dialogs cannot be kept closed' }],
      ]);
    });
  });

  it('ends the open requests of its page when the network process ends: Electron would never end them', () => {
    watchNetworkProcess();
    const [replaced, shown] = [0, 1].map((number) => {
      const contents = contentsOf(views()[number]);
      contents.emit('did-navigate', {}, number === 0 ? 'https://elsewhere.test/' : SERVICE);
      return contents;
    });
    endNetworkProcess();
    expect([replaced?.stop.mock.calls.length, shown?.stop.mock.calls.length]).toEqual([0, 1]);
    expect(failed).not.toHaveBeenCalled();
  });

  it('gives up a page that has not loaded when the network process ends', () => {
    watchNetworkProcess();
    endNetworkProcess();
    expect(failed.mock.calls).toEqual([
      [{ kind: 'network', fault: 'unknown', evidence: 'ERR_FAILED' }],
    ]);
  });

  it('does not place a view again that has closed itself, but the next one instead', async () => {
    const [view] = views();
    page?.moveTo(null);
    contentsOf(view).isAlive = false;
    contentsOf(view).emit('destroyed');
    if (view !== undefined) view.webContents = undefined;
    page?.moveTo({ x: 0, y: 0, width: 10, height: 10 });
    await vi.waitFor(() => {
      expect(views()).toHaveLength(2);
    });
    expect(window.contentView.addChildView.mock.calls).toEqual([[view], [views()[1]]]);
  });

  it('replaces a view that closes itself when it is gone, not while it goes', async () => {
    const [view] = views();
    const contents = contentsOf(view);
    contents.isAlive = false;
    contents.emit('destroyed');
    expect([views().length, window.contentView.removeChildView.mock.calls]).toEqual([1, []]);
    if (view !== undefined) view.webContents = undefined;
    await vi.waitFor(() => {
      expect(views()).toHaveLength(2);
    });
    expect(window.contentView.removeChildView.mock.calls).toEqual([[view]]);
    expect(failed).not.toHaveBeenCalled();
  });

  it('closes the page at once without a screen reader', () => {
    const contents = contentsOf(views()[0]);
    page?.close();
    expect(contents.close).toHaveBeenCalledOnce();
  });

  it('keeps the document of a closed page for a screen reader: Orca looks for its place there, and would fall silent', () => {
    isReaderOn = true;
    vi.useFakeTimers();
    const [view] = views();
    const contents = contentsOf(view);
    page?.close();
    expect(window.contentView.removeChildView.mock.calls).toEqual([[view]]);
    vi.advanceTimersByTime(READER_LEAVES_MS - 1);
    expect(contents.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(contents.close).toHaveBeenCalledOnce();
  });

  it('lets a closed page neither load anything nor be heard while a screen reader leaves it', () => {
    isReaderOn = true;
    vi.useFakeTimers();
    const contents = contentsOf(views()[0]);
    expect(mayLoad(`${SERVICE}/script.js`, 'script')).toBe(true);
    page?.close();
    expect(mayLoad(`${SERVICE}/script.js`, 'script')).toBe(false);
    expect(contents.setAudioMuted.mock.calls).toEqual([[true]]);
  });

  it('does not touch a closed page that has gone before the screen reader has left it', () => {
    isReaderOn = true;
    vi.useFakeTimers();
    const [view] = views();
    const contents = contentsOf(view);
    page?.close();
    contents.isAlive = false;
    if (view !== undefined) view.webContents = undefined;
    vi.advanceTimersByTime(READER_LEAVES_MS);
    expect(contents.close).not.toHaveBeenCalled();
  });

  it('does not lead the keyboard by F6 into a closed page that a screen reader leaves', () => {
    isReaderOn = true;
    vi.useFakeTimers();
    const contents = contentsOf(views()[0]);
    const pressed = { type: 'keyDown', key: 'F6' };
    const prevented = vi.fn();
    window.webContents.emit('before-input-event', { preventDefault: prevented }, pressed);
    expect([prevented.mock.calls.length, contents.focus.mock.calls.length]).toEqual([1, 1]);
    page?.close();
    window.webContents.emit('before-input-event', { preventDefault: prevented }, pressed);
    expect([prevented.mock.calls.length, contents.focus.mock.calls.length]).toEqual([1, 1]);
  });

  it('closes at once a page that left the service, also for a screen reader (SEC-86)', () => {
    isReaderOn = true;
    const contents = contentsOf(views()[0]);
    contents.emit('did-navigate', {}, 'https://elsewhere.test/');
    expect(contents.close).toHaveBeenCalledOnce();
  });

  it('closes at once a page whose file dialogs cannot be kept closed, also for a screen reader (SEC-88)', async () => {
    isReaderOn = true;
    electron.command = () => Promise.reject(new Error('not known'));
    contentsOf(views()[0]).emit('did-navigate', {}, 'https://elsewhere.test/');
    const contents = contentsOf(views()[1]);
    await vi.waitFor(() => {
      expect(failed).toHaveBeenCalledOnce();
    });
    expect(contents.close).toHaveBeenCalledOnce();
  });
});
