/** `electron/` has no DOM types. */
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

/** Sent by the page's script (`renderer/main.tsx`). */
const TAKEN_OVER = 'gatehouse-taken-over';

/** Keeps clicks on the static form's buttons, and replays them once the page's script is ready. Enter also clicks. */
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
  // After Enter with a username, ignore later input: the form will be sent. In an empty field, input cancels Enter.
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
