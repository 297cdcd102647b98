/**
 * For so many milliseconds after an act a page may be opened, and only one in as much time: so each
 * act counts once.
 */
const ACT_MS = 1000;
/** The end of a click or a touch (Electron's `input-event`). */
const POINTER_ACTS: readonly string[] = ['mouseUp', 'gestureTap'];
/** Keys that press a link or a button. A letter, typed into a field, presses nothing. */
const KEYS: readonly string[] = ['Enter', ' '];

/** Property that neither the page's script nor its elements can take. */
const PRESSED = `globalThis[Symbol.for('gatehouse: pressed')]`;

/**
 * Script for an isolated world of the page's main frame. It may run again. It keeps the time of the
 * person's last press, which the browser marks as trusted, unlike a script's. It is needed because
 * access keys and screen readers press without an input event that main could see. The time of the
 * event itself counts, because the page could delay the event until a second page may be opened.
 */
export const WATCH_PRESSES = `
if (${PRESSED} === undefined) {
  ${PRESSED} = -Infinity;
  addEventListener('click', ({ isTrusted, timeStamp }) => { if (isTrusted) ${PRESSED} = timeStamp; }, true);
}`;

/**
 * Script for the same world: milliseconds since the last press. `NaN` if `WATCH_PRESSES` has not
 * run.
 */
export const SINCE_PRESS = `performance.now() - ${PRESSED}`;

/** Electron's `before-input-event`. */
type Key = Readonly<{ type: string; key: string; isAutoRepeat: boolean }>;

/** Judges whether a page may lead out of the window now, by what the person did in it. */
export class PersonsActs {
  readonly #nowMs: () => number;
  readonly #sincePress: () => Promise<unknown>;
  #actMs = -Infinity;
  #openedMs = -Infinity;
  #isAsking = false;

  /** @param sincePress the page's answer to `SINCE_PRESS`; anything but a number counts as no press */
  constructor(nowMs: () => number, sincePress: () => Promise<unknown>) {
    this.#nowMs = nowMs;
    this.#sincePress = sincePress;
  }

  /** @param type of any input event: mouse, touch, gesture, key */
  sawInput(type: string): void {
    if (POINTER_ACTS.includes(type)) this.#actMs = this.#nowMs();
  }

  sawKey({ type, key, isAutoRepeat }: Key): void {
    if (type === 'keyDown' && KEYS.includes(key) && !isAutoRepeat) this.#actMs = this.#nowMs();
  }

  /**
   * Whether a page may be opened now; if so, it counts as opened. A page that does not answer in
   * time opens none.
   */
  // SECURITY: SEC-86 only by the person's act, and one page for each.
  async mayOpen(): Promise<boolean> {
    if (this.#nowMs() - this.#actMs < ACT_MS) return this.#open();
    if (this.#isAsking || this.#hasJustOpened()) return false;
    this.#isAsking = true;
    const sincePress = await this.#sincePress();
    this.#isAsking = false;
    return typeof sincePress === 'number' && sincePress < ACT_MS && this.#open();
  }

  #open(): boolean {
    if (this.#hasJustOpened()) return false;
    this.#openedMs = this.#nowMs();
    return true;
  }

  #hasJustOpened(): boolean {
    return this.#nowMs() - this.#openedMs < ACT_MS;
  }
}
