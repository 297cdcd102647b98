/** The part of the page that is read, in the preload: `electron/` knows no DOM. */
type Button = Readonly<{ type: string; click: () => void }>;
type PageEvent = Readonly<{
  target: Readonly<{ value?: string; closest: (selector: 'button') => Button | null }>;
  key: string;
  repeat: boolean;
  preventDefault: () => void;
}>;
export type StaticPage = Readonly<{
  addEventListener: (
    type: string,
    listener: (event: PageEvent) => void,
    options: Readonly<{ capture: boolean; signal: AbortSignal }>,
  ) => void;
}>;

/** The page's script tells it, when it has taken the static form over (`renderer/main.tsx`). */
const TAKEN_OVER = 'gatehouse-taken-over';

/**
 * Keeps each press on a button of the static form, and presses the button again as soon as the page's script can act on
 * it. Enter in the field is such a press: Chromium clicks the form's button for it.
 */
export function keepEarlyPresses(page: StaticPage): void {
  let pressed: readonly Button[] = [];
  const over = new AbortController();
  const on = (type: string, listener: (event: PageEvent) => void): void => {
    page.addEventListener(type, listener, { capture: true, signal: over.signal });
  };
  on('click', (event) => {
    const button = event.target.closest('button');
    if (button === null) return;
    event.preventDefault();
    pressed = [...pressed, button];
  });
  on('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  });
  // Enter sends the text in the field: ignore later input, as in a form that is being sent. After an Enter in the empty
  // field, input is the beginning of a name, and cancels the Enter.
  on('beforeinput', (event) => {
    const others = pressed.filter(({ type }) => type !== 'submit');
    if (others.length < pressed.length && event.target.value?.trim()) event.preventDefault();
    else pressed = others;
  });
  on(TAKEN_OVER, () => {
    over.abort();
    for (const button of pressed) button.click();
  });
}
