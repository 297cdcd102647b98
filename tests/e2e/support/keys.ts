import type { Page } from '@playwright/test';
import keyRows from '../../../scripts/docs/accessibility/keyboard.json' with { type: 'json' };
import type { Method } from '../../../shared/service/methods.ts';
import { expect } from '../fixtures.ts';
import { METHOD_NAMES, onScreen } from '../scenarios.ts';
import { heading, readyToType } from './screens.ts';

/** More stops than any screen has. */
const MOST_STOPS = 12;

/** A keyboard that records the keys pressed besides names, codes and passwords; there is no mouse. */
export class Keys {
  readonly pressed: string[] = [];
  readonly window: Page;

  constructor(window: Page) {
    this.window = window;
  }

  /** A key, or a method’s number with Ctrl, which is written down without the number. */
  async press(key: string): Promise<void> {
    this.pressed.push(key.replace(/^Control\+Digit\d$/, 'Ctrl+number'));
    await this.window.keyboard.press(key);
  }

  /** A name, a code or a password, for which no key is counted. */
  async type(text: string): Promise<void> {
    await this.window.keyboard.type(text);
  }

  /** Types a name and sends it; waits for the screen with this heading. */
  async signIn(username: string, next: string | RegExp = 'Confirm it is you'): Promise<void> {
    await readyToType(this.window);
    await this.type(username);
    await this.press('Enter');
    await onScreen(this.window, next);
  }

  /** Chooses a method by the number that its row has. */
  async choose(method: Method): Promise<void> {
    const rows = this.window
      .getByRole('list', { name: 'Methods to confirm with' })
      .getByRole('button');
    await expect(rows.first()).toBeVisible();
    const names = await rows.allInnerTexts();
    const index = names.findIndex((text) => text.includes(METHOD_NAMES[method]));
    expect(index, `${method} among: ${names.join(', ')}`).toBeGreaterThanOrEqual(0);
    await this.press(`Control+Digit${String(index + 1)}`);
    await expect(heading(this.window)).not.toHaveText('Confirm it is you');
  }

  /** Goes on from control to control until this button has the focus, and presses Enter. */
  async activate(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const button = this.window.getByRole('button', { name, exact: true });
    await expect(button).toBeVisible();
    const hasFocus = (): Promise<boolean> =>
      button.evaluate((element) => element === document.activeElement);
    for (let stop = 0; stop < MOST_STOPS && !(await hasFocus()); stop += 1) await this.press(key);
    await expect(button).toBeFocused();
    await this.press('Enter');
  }

  /** Compares the recorded keys with the table's row for this outcome, and starts a new count. */
  cameTo(id: string): void {
    const row = keyRows.find((one) => one.id === id);
    expect(
      this.pressed,
      `${id}: where fewer or other keys do, change scripts/docs/accessibility/keyboard.json`,
    ).toEqual(row?.keys);
    this.pressed.length = 0;
  }
}
