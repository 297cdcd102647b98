import type { ElectronApplication, Page } from '@playwright/test';
import { METHODS, type Method } from '../../shared/service/methods.ts';
import { expect, test } from './fixtures.ts';
import { tabRound } from './support/focus.ts';
import { goHome, SCREENS } from './support/screen-list.ts';
import { chooseMethod, heading, readyToType, submitUsername } from './support/screens.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';

/** A keyboard that counts what is pressed besides the name and the code themselves. */
class Keys {
  pressed = 0;
  readonly window: Page;

  constructor(window: Page) {
    this.window = window;
  }

  async press(key: string): Promise<void> {
    this.pressed += 1;
    await this.window.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.window.keyboard.type(text);
  }

  /** Chooses a method by the number that its row has. */
  async choose(method: Method): Promise<void> {
    const rows = await this.window
      .getByRole('list', { name: 'Ways to confirm' })
      .getByRole('button')
      .allInnerTexts();
    const index = rows.findIndex((text) => text.includes(METHOD_NAMES[method]));
    await this.press(`Control+Digit${String(index + 1)}`);
  }
}

/** Types a name and presses Enter; gives the keyboard, at the list of the methods. */
async function atMethods(window: Page, username: string): Promise<Keys> {
  const keys = new Keys(window);
  await readyToType(window);
  await keys.type(username);
  await keys.press('Enter');
  await onScreen(window, 'Confirm it is you');
  return keys;
}

test.describe('a whole login with the keyboard alone, keys besides the name and the code', () => {
  test('push: Enter and a number key (2)', async ({ launch, person }) => {
    const { window } = await launch();
    const keys = await atMethods(window, 'alice');
    await keys.choose('push');
    await person.approve((await person.delivered('alice', 'push')).tid);
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(2);
  });

  test('push, without number keys: Enter, Tab, Enter (3)', async ({ launch, person }) => {
    const { window } = await launch();
    const keys = await atMethods(window, 'push-only');
    await keys.press('Tab');
    await keys.press('Enter');
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(3);
  });

  test('the method that worked last time, set to start by itself: Enter (1)', async ({ launch, person }) => {
    const config = { login: { autoStart: true } };
    const first = await launch({ config });
    await chooseMethod(first.window, 'alice', METHOD_NAMES.push);
    await person.approve((await person.delivered('alice', 'push')).tid);
    await onScreen(first.window, 'You are in');
    await first.app.close();
    const { window } = await launch({ config, profile: first.profile });
    const keys = new Keys(window);
    await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
    await keys.press('Enter');
    await person.approve((await person.delivered('alice', 'push', 1)).tid);
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(1);
  });

  test('totp: Enter, a number key, Enter (3)', async ({ launch, person }) => {
    const { window } = await launch();
    const keys = await atMethods(window, 'alice');
    await keys.choose('totp');
    await expect(window.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await keys.type((await person.codes('alice')).totp);
    await keys.press('Enter');
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(3);
  });

  test('security key, which presses Enter itself: Enter, a number key (2)', async ({ launch, person }) => {
    const { window } = await launch();
    const keys = await atMethods(window, 'alice');
    await keys.choose('yotp');
    const field = window.getByRole('textbox', { name: 'Code from the key' });
    await expect(field).toBeFocused();
    // A click beside the field does not take its focus: the key types wherever it is.
    await heading(window).click();
    await expect(field).toBeFocused();
    await keys.type(`${(await person.codes('alice')).yotp}\n`);
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(2);
  });

  test('qr, its text copied for a phone that cannot scan: Enter, a number key, Tab, Tab, Enter (5)', async ({
    launch,
    person,
  }) => {
    const { app, window } = await launch();
    const copied = await recordCopies(app);
    const keys = await atMethods(window, 'alice');
    await keys.choose('qrcode');
    const { tid, qrText } = await person.delivered('alice', 'qrcode');
    await onScreen(window, METHOD_NAMES.qrcode);
    await keys.press('Tab');
    await keys.press('Tab');
    await expect(window.getByRole('button', { name: 'Copy as text' })).toBeFocused();
    await keys.press('Enter');
    await expect(window.getByRole('status')).toContainText('Copied');
    expect(await copied()).toEqual([qrText]);
    await person.approve(tid);
    await onScreen(window, 'You are in');
    expect(keys.pressed).toBe(5);
  });
});

/** What is put on the clipboard from now on, without touching the one that all tests share. */
async function recordCopies(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ clipboard }) => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.assign(clipboard, { writeText: (text: string) => copied.push(text) });
  });
  return () => app.evaluate(() => (globalThis as unknown as { copied: string[] }).copied);
}

test('focus goes to the field of a new screen, else to the screen itself; Tab reaches everything, with a ring, and is held nowhere', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  for (const { name, hasField, open } of SCREENS) {
    await open(window, person);
    const first = hasField === true ? window.getByRole('textbox') : window.getByRole('main');
    await expect(first, `${name}: first focus`).toBeFocused();
    const { stops, controls, withoutRing, outOfSight } = await tabRound(window);
    expect.soft([...stops].sort(), `${name}: Tab`).toEqual([...controls].sort());
    expect.soft(withoutRing, `${name}: without a ring`).toEqual([]);
    expect.soft(outOfSight, `${name}: out of sight`).toEqual([]);
    await goHome(window);
  }
});

test('Escape goes one step back, and home from an end', async ({ launch, person }) => {
  const { window } = await launch();
  for (const { name, open } of SCREENS) {
    if (name === 'denied') continue;
    await open(window, person);
    await window.keyboard.press('Escape');
    const isWait = METHODS.some((method) => method === name);
    await expect(heading(window), name).toHaveText(isWait ? 'Confirm it is you' : 'Who is signing in?');
    await goHome(window);
  }
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeFocused();
});

test('Escape while the service is asked takes the question back', async ({ launch, person }) => {
  const { window } = await launch();
  await person.fault({ path: '/api/transaction/init', kind: 'hang' });
  await submitUsername(window, 'alice');
  await expect(window.getByRole('status')).toContainText('Asking the service');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
});

test('Escape after a denial closes the window', async ({ launch }) => {
  const { app, window } = await launch();
  await submitUsername(window, 'denied');
  await onScreen(window, 'Access Denied!');
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  await window.keyboard.press('Escape').catch(() => undefined);
  expect(await ended).toBe(0);
});

test('Enter held down sends once: the name, the choice, a right code, a wrong code', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const count = async (endpoint: string): Promise<number> =>
    (await person.log()).filter(({ path }) => path.endsWith(`/${endpoint}`)).length;
  const hold = async (until: () => Promise<unknown>): Promise<void> => {
    for (let repeat = 0; repeat < 20; repeat += 1) await window.keyboard.down('Enter');
    await until();
    for (let repeat = 0; repeat < 20; repeat += 1) await window.keyboard.down('Enter');
    await window.keyboard.up('Enter');
  };
  await readyToType(window);
  await window.keyboard.type('alice');
  await hold(() => onScreen(window, 'Confirm it is you'));
  expect(await count('init'), 'init').toBe(1);
  await window.getByRole('button', { name: METHOD_NAMES.totp }).focus();
  await hold(() => onScreen(window, 'Type the code in your app'));
  expect(await count('methodSSH'), 'methodSSH').toBe(1);
  await window.keyboard.type('000000');
  const field = window.getByRole('textbox', { name: 'Code' });
  await hold(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await count('confirmCode'), 'a wrong code').toBe(1);
  await window.keyboard.type((await person.codes('alice')).totp);
  await hold(() => onScreen(window, 'You are in'));
  expect(await count('confirmCode'), 'a right code').toBe(2);
  expect(await count('credentials'), 'credentials').toBe(1);
});
