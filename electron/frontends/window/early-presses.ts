/** The used parts of the DOM's types, which `electron/` does not have. */
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

/**
 * The event by which the page's script says that it has taken over the static form
 * (`renderer/main.tsx`).
 */
const TAKEN_OVER = 'gatehouse-taken-over';

/**
 * Keeps clicks on the static form's buttons, and replays them once the page's script is ready. An
 * Enter is kept too, because it clicks the submit button.
 */
export function keepEarlyPresses(page: StaticPage): void {
  let pressed: readonly Button[] = [];
  const listening = new AbortController();
  const on = (type: string, listener: (event: PageEvent) => void): void => {
    page.addEventListener(type, listener, { capture: true, signal: listening.signal });
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
  // After an Enter with a username, later input is ignored, because that name will be sent. In an
  // empty field, input cancels the Enter.
  on('beforeinput', (event) => {
    const otherButtons = pressed.filter(({ type }) => type !== 'submit');
    const isSubmitKept = otherButtons.length < pressed.length;
    if (isSubmitKept && event.target.value?.trim()) event.preventDefault();
    else pressed = otherButtons;
  });
  on(TAKEN_OVER, () => {
    listening.abort();
    for (const button of pressed) button.click();
  });
}
