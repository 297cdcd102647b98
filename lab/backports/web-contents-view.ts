/**
 * `WebContentsView` and `contentView` of a window over `BrowserView`, which newer Electrons no
 * longer advise: a page over the window's own, at a place of its own. As there, a page that closes
 * itself is destroyed.
 */
import * as electron from 'electron';
import { BrowserView, BrowserWindow, type Rectangle, type WebContents } from 'electron';
import Module from 'node:module';

type Options = ConstructorParameters<typeof BrowserView>[0];

/** The newer Electron asks the page first, which lives on meanwhile and is heard. */
const UNLOADS_MS = 50;

const below = new WeakMap<PageView, BrowserView>();
/** The window that a view lies in. */
const within = new WeakMap<PageView, BrowserWindow>();

class PageView {
  /** Undefined after the end of its page. */
  webContents: WebContents | undefined;

  constructor(options?: Options) {
    const view = new BrowserView(options);
    const contents = view.webContents as WebContents & { destroy: () => void };
    below.set(this, view);
    this.webContents = contents;
    // Those that hear of its end still see it.
    contents.once('destroyed', () => {
      queueMicrotask(() => (this.webContents = undefined));
    });
    const destroy = (): void => {
      // The older Electron crashes over a view in a window without its page.
      detach(this);
      if (!contents.isDestroyed()) contents.destroy();
    };
    contents.close = () => setTimeout(destroy, UNLOADS_MS);
    // Closed by the page itself: destroy it after the event, not inside the handler.
    (contents as NodeJS.EventEmitter).on('close', () => setImmediate(destroy));
  }

  setBounds(bounds: Rectangle): void {
    below.get(this)?.setBounds(bounds);
  }

  setBackgroundColor(colour: string): void {
    below.get(this)?.setBackgroundColor(colour);
  }

  getBounds(): Rectangle {
    return below.get(this)?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
  }
}

function detach(view: PageView): void {
  const [page, window] = [below.get(view), within.get(view)];
  within.delete(view);
  if (page !== undefined && window?.isDestroyed() === false) window.removeBrowserView(page);
}

/**
 * Adds the class to the exports of `require('electron')`, and the layer above its page to every
 * window.
 */
export function supplyWebContentsView(): void {
  const cache = (Module as unknown as { _cache: Record<string, unknown> })._cache;
  const exports = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(electron),
      WebContentsView: { enumerable: true, value: PageView },
    },
  );
  // The exports of Electron itself cannot be changed.
  cache['electron'] = Object.assign(new Module('electron'), {
    exports,
    filename: 'electron',
    loaded: true,
  });
  Object.defineProperty(BrowserWindow.prototype, 'contentView', {
    get(this: BrowserWindow) {
      return {
        addChildView: (view: PageView): void => {
          const page = below.get(view);
          // The newer Electron crashes.
          if (page === undefined || view.webContents?.isDestroyed() !== false)
            throw new Error('this view has no page any more');
          within.set(view, this);
          this.addBrowserView(page);
        },
        removeChildView: detach,
      };
    },
  });
}
