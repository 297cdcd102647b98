/** An Electron key press. */
export type KeyPress = Readonly<{
  type: string;
  key: string;
  shift: boolean;
  control: boolean;
  alt: boolean;
  meta: boolean;
}>;

export type Direction = 'forward' | 'backward';

/**
 * Script: finds the elements in Tab order, also in frames and open shadow trees, and the focused
 * element. A radio group is one Tab stop.
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

/** Script: returns whether the focus is at the page's end in this direction. */
export const isAtEnd = (direction: Direction): string => `{${REACHABLE}
const index = order.indexOf(active);
const rest = ${direction === 'forward' ? 'order.slice(index + 1)' : 'index === -1 ? [] : order.slice(0, index)'};
rest.every((element) => index !== -1 && isSame(element, order[index]));
}`;

/** Script: focuses an end of the page. */
export const focusEnd = (direction: Direction): string =>
  `{${REACHABLE} order.at(${direction === 'forward' ? '0' : '-1'})?.focus(); }`;

/** `ask` asks the page whether its focus is at an end. */
type KeyAct =
  | Readonly<{ do: 'pass' }>
  | Readonly<{ do: 'leave' }>
  | Readonly<{ do: 'ask'; direction: Direction }>;

/** Keys in the hosted page's view. Tab leaves the view at either end of the page. */
// SECURITY: SEC-89 no page can trap the focus: Escape or F6 always leaves.
export class ViewKeys {
  /**
   * Whether the next Tab is our own press. It goes to the page, and repeats the press that was held
   * back.
   */
  #isNextTabOurs = false;

  pressed(press: KeyPress): KeyAct {
    if (!isPlain(press)) return { do: 'pass' };
    if (press.key === 'F6' || press.key === 'Escape') return { do: 'leave' };
    if (press.key !== 'Tab') return { do: 'pass' };
    if (this.#isNextTabOurs) {
      this.#isNextTabOurs = false;
      return { do: 'pass' };
    }
    return { do: 'ask', direction: press.shift ? 'backward' : 'forward' };
  }

  /** @param isEnd the page's answer; any value but false leaves */
  answered(isEnd: unknown): 'leave' | 'press-tab' {
    if (isEnd !== false) return 'leave';
    this.#isNextTabOurs = true;
    return 'press-tab';
  }
}

export function entersView(press: KeyPress): boolean {
  return isPlain(press) && press.key === 'F6';
}

function isPlain({ type, control, alt, meta }: KeyPress): boolean {
  return type === 'keyDown' && !control && !alt && !meta;
}
