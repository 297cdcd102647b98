import { expect, test } from './fixtures.ts';
import { OTHER_SCENARIOS } from './scenarios.ts';
import { detachDebugger, exitCodeOf } from './support/gate-window.ts';
import { outcomeIn } from './support/log.ts';

/** The other turns and ends; a login by each method: key-count.spec.ts. */
for (const scenario of OTHER_SCENARIOS) {
  test(`ends with ${scenario.outcome} by the scenario ${scenario.id}`, async ({
    launch,
    person,
  }) => {
    const { window, log } = await launch(scenario.config ? { config: scenario.config } : {});
    const nothing = (): Promise<void> => Promise.resolve();
    await scenario.act({ window, person, shot: nothing, mark: nothing });
    await expect.poll(() => outcomeIn(log())).toBe(scenario.outcome);
  });
}

test('closes the window by itself after success, and ends with 0', async ({ launch, person }) => {
  const { window, app } = await launch({ reducedMotion: false });
  await detachDebugger({ app });
  const ended = exitCodeOf({ app });
  await window.getByRole('textbox', { name: 'Username' }).fill('push-only');
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Approve on your phone' }).click();
  await person.approve((await person.delivered('push-only', 'push')).tid);
  expect(await ended).toBe(0);
});

test('remembers the username and the method that worked', async ({ launch, person }) => {
  const first = await launch();
  await first.window.getByRole('textbox', { name: 'Username' }).fill('alice');
  await first.window.keyboard.press('Enter');
  await first.window.getByRole('button', { name: 'Answer a phone call' }).click();
  await person.approve((await person.delivered('alice', 'phoneCall')).tid);
  await expect(first.window.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
  await first.app.close();
  const { window } = await launch({ profile: first.profile });
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
  await window.keyboard.press('Enter');
  await expect(
    window.getByRole('list', { name: 'Methods to confirm with' }).getByRole('button').first(),
  ).toContainText('Answer a phone call');
});
