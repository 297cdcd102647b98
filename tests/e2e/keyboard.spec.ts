import { METHODS } from '../../shared/service/methods.ts';
import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import { tabRound } from './support/focus.ts';
import { goHome, SCREENS } from './support/screen-list.ts';
import { heading, readyToType, submitUsername } from './support/screens.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';

test('moves the focus to the field of a new screen, or the screen itself, and by Tab to every control, with a ring', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  for (const { name, hasField, isOnRequest, open } of SCREENS) {
    await open(window, person);
    const own = hasField === true ? window.getByRole('textbox') : window.getByRole('main');
    const first =
      isOnRequest === true
        ? window.getByRole('button', { name: /^(Make smaller|Hide QR code)$/ })
        : own;
    await expect(first, `${name}: first focus`).toBeFocused();
    const { stops, controls, withoutRing, outOfSight } = await tabRound(window);
    expect.soft([...stops].sort(), `${name}: Tab`).toEqual([...controls].sort());
    expect.soft(withoutRing, `${name}: without a ring`).toEqual([]);
    expect.soft(outOfSight, `${name}: out of sight`).toEqual([]);
    await goHome(window);
  }
});

test('goes one step back by Escape, to the name or the methods', async ({ launch, person }) => {
  const { window } = await launch();
  for (const { name, isOnRequest, isEnd, open } of SCREENS) {
    if (isEnd === true || isOnRequest === true) continue;
    await open(window, person);
    await window.keyboard.press('Escape');
    const isWait = METHODS.some((method) => method === name);
    await expect(heading(window), name).toHaveText(
      isWait ? 'Confirm it is you' : 'Who is signing in?',
    );
    await goHome(window);
  }
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeFocused();
});

test('takes the question back by Escape while the service is asked', async ({ launch, person }) => {
  const { window } = await launch();
  await person.fault({ path: '/api/transaction/init', kind: 'hang' });
  const heard = await listen(window);
  await submitUsername(window, 'alice');
  await expect.poll(heard).toContain('status: Asking the service…');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
});

test('sends name, choice, wrong code and right code once each when Enter is held down', async ({
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
  await hold(() => onScreen(window, 'You are signed in'));
  expect(await count('confirmCode'), 'a right code').toBe(2);
  expect(await count('credentials'), 'credentials').toBe(1);
});
