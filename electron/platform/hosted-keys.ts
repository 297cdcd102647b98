import type { BrowserWindow, Input, WebContents } from 'electron';
import { zoomable } from './zoom.ts';

/** Which way the focus goes on. */
export type Direction = 'forward' | 'backward';

/** A page that does not say where its focus is in this time is left: it must not hold whoever wants out. */
const ANSWER_MS = 500;
/** A world of our own in the page: its script cannot change what is asked there. */
const OWN_WORLD = 999_001;

/**
 * What can be reached by Tab, in order, frames and open shadow trees included, and which of it has the focus. Of the
 * choices of one group, which Tab reaches once, all count as the same.
 */
const REACHABLE = `
const reachable = [];
const walk = (root) => {
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) walk(element.shadowRoot);
    let inner = null;
    try { inner = element.contentDocument ?? null; } catch {}
    if (inner) { walk(inner); continue; }
    if (element.tabIndex < 0 || element.disabled || element.inert) continue;
    if (element.getClientRects().length === 0) continue;
    if (getComputedStyle(element).visibility !== 'visible') continue;
    reachable.push(element);
  }
};
walk(document);
const first = reachable.filter((element) => element.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
const order = [...first, ...reachable.filter((element) => element.tabIndex === 0)];
let active = document.activeElement;
for (;;) {
  let inner = null;
  try { inner = active?.shadowRoot?.activeElement ?? active?.contentDocument?.activeElement ?? null; } catch {}
  if (!inner) break;
  active = inner;
}
const isSame = (one, other) =>
  one === other || (one.type === 'radio' && other.type === 'radio' && one.name !== '' && one.name === other.name);
`;

/** Whether nothing of the page comes after what has the focus. */
const isAtEnd = (direction: Direction): string => `{${REACHABLE}
const place = order.indexOf(active);
const rest = ${direction === 'forward' ? 'order.slice(place + 1)' : 'place === -1 ? [] : order.slice(0, place)'};
rest.every((element) => place !== -1 && isSame(element, order[place]));
}`;

/** Puts the focus at one end of the page. */
const focusEnd = (direction: Direction): string =>
  `{${REACHABLE} order.at(${direction === 'forward' ? '0' : '-1'})?.focus(); }`;

/**
 * The keys of a view that lies over the window's page: they behave as if both were one page. Tab leads out of it at its
 * ends, Escape and F6 from anywhere, F6 back into it; zoom keys are the window's.
 *
 * @returns what brings the focus into it, at the end that is entered; null: where it was
 */
// SECURITY: SEC-89 no page can hold the focus: our own way out is always one key away.
export function hostedKeys(
  window: BrowserWindow,
  contents: WebContents,
): (direction: Direction | null) => void {
  const page = window.webContents;
  let isOurs = false;

  function leave(direction: Direction | null): void {
    if (window.isDestroyed()) return;
    page.focus();
    if (direction !== null) pressTab(page, direction);
  }

  function enter(direction: Direction | null): void {
    if (contents.isDestroyed()) return;
    contents.focus();
    if (direction !== null) void inOwnWorld(contents, focusEnd(direction));
  }

  contents.on('before-input-event', (event, input) => {
    if (input.type !== 'keyDown' || input.control || input.alt || input.meta) return;
    if (input.key === 'F6' || input.key === 'Escape') {
      event.preventDefault();
      leave(null);
      return;
    }
    if (input.key !== 'Tab') return;
    if (isOurs) {
      isOurs = false;
      return;
    }
    event.preventDefault();
    const direction = input.shift ? 'backward' : 'forward';
    void inOwnWorld(contents, isAtEnd(direction)).then((isEnd) => {
      if (contents.isDestroyed() || !contents.isFocused()) return;
      if (isEnd !== false) {
        leave(direction);
        return;
      }
      isOurs = true;
      pressTab(contents, direction);
    });
  });
  const onPageKey = (event: Electron.Event, input: Input): void => {
    if (input.type !== 'keyDown' || input.key !== 'F6' || input.control || input.alt || input.meta) return;
    event.preventDefault();
    enter(null);
  };
  page.on('before-input-event', onPageKey);
  contents.once('destroyed', () => {
    if (!window.isDestroyed()) page.removeListener('before-input-event', onPageKey);
  });
  zoomable(contents);
  return enter;
}

function pressTab(contents: WebContents, direction: Direction): void {
  const modifiers: ['shift'] | [] = direction === 'backward' ? ['shift'] : [];
  contents.sendInputEvent({ type: 'keyDown', keyCode: 'Tab', modifiers });
  contents.sendInputEvent({ type: 'keyUp', keyCode: 'Tab', modifiers });
}

/** What a script says in the page; null where there is no answer in time. */
async function inOwnWorld(contents: WebContents, code: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, null);
  });
  const asked = contents.executeJavaScriptInIsolatedWorld(OWN_WORLD, [{ code }]).catch(() => null);
  const answer: unknown = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answer;
}
