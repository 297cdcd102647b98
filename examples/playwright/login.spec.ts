/** Four logins end to end: the real window, the emulated service, the person's own acts. */
import { choose, expect, expectScreen, giveUsername, test } from './fixtures.ts';

test('a push that is approved lets the person in', async ({ login, person }) => {
  await giveUsername(login, 'alice');
  await choose(login, 'Approve on your phone');
  await person('alice').approve();
  await expectScreen(login, 'You are signed in');
});

test('a wrong code asks for another one, the right one lets the person in', async ({
  login,
  person,
}) => {
  await giveUsername(login, 'alice');
  await choose(login, 'Type a code from your app');
  const code = login.getByRole('textbox', { name: 'Code' });
  await code.pressSequentially('000000');
  await login.keyboard.press('Enter');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.pressSequentially(await person('alice').code());
  await login.keyboard.press('Enter');
  await expectScreen(login, 'You are signed in');
});

test('a push that is denied lets nobody in', async ({ login, person }) => {
  await giveUsername(login, 'alice');
  await choose(login, 'Approve on your phone');
  await person('alice').deny();
  await expectScreen(login, 'Access Denied!');
});

test('a person of whom no check is asked reads so', async ({ login }) => {
  await giveUsername(login, 'bypassed');
  await expectScreen(login, 'No verification needed');
});
