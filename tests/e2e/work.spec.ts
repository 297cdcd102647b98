import type { Page } from '@playwright/test';
import { expect, test, type LaunchOptions, type Launched } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { countingSwitches, WorkCounts, type Work } from './support/work-counts.ts';

const work = (calls: string, events: number, commits: number): Work => ({ calls, events, commits });

/** The work of a login, without a clock. A change that needs more changes these numbers, and says why. */
const WORK = {
  // Each step: calls of the page, messages of main, commits of React.
  page: work('app:get-info login:get-view app:report-drawn', 0, 3),
  typing: work('', 0, 0),
  name: work('login:submit-username', 3, 5),
  push: work('login:choose-method', 2, 5),
  /** In ten seconds. */
  waitingForPush: { wakeUps: 2, commits: 2 },
  /** Of main, in milliseconds: the look for sleep, the silence of the event channel. */
  timersOfPush: [10_000, 45_000],
  approval: work('', 2, 3),
  totp: work('login:choose-method', 2, 5),
  digits: work('', 0, 0),
  waitingForCode: { wakeUps: 0, commits: 0 },
  code: work('login:submit-code', 4, 6),
} as const;

type Step = {
  [Name in keyof typeof WORK]: (typeof WORK)[Name] extends Work ? Name : never;
}[keyof typeof WORK];

async function counted(
  launch: (options: LaunchOptions) => Promise<Launched>,
): Promise<Readonly<{ window: Page; counts: WorkCounts; step: (name: Step) => Promise<void> }>> {
  const { app, window } = await launch({ switches: countingSwitches() });
  const counts = await WorkCounts.begin(app, window);
  const step = async (name: Step): Promise<void> => {
    expect.soft(await counts.step(WORK[name]), name).toEqual(WORK[name]);
  };
  await step('page');
  await window.getByRole('textbox', { name: 'Username' }).pressSequentially('alice');
  await step('typing');
  await window.keyboard.press('Enter');
  await step('name');
  await onScreen(window, 'Confirm it is you');
  return { window, counts, step };
}

test('a login by push needs no more messages, renders and timers', async ({ launch, person }) => {
  const { window, counts, step } = await counted(launch);
  await window.getByRole('button', { name: METHOD_NAMES.push }).click();
  await step('push');
  await expect(window.getByRole('button', { name: 'Other methods' })).toBeVisible();
  expect.soft(await counts.tenSeconds()).toEqual(WORK.waitingForPush);
  await expect.soft.poll(() => counts.timers()).toEqual(WORK.timersOfPush);
  await person.approve((await person.delivered('alice', 'push')).tid);
  await step('approval');
  await onScreen(window, 'You are signed in');
});

test('a login by passcode needs no more messages, renders and timers', async ({
  launch,
  person,
}) => {
  const { window, counts, step } = await counted(launch);
  await window.getByRole('button', { name: METHOD_NAMES.totp }).click();
  const code = window.getByRole('textbox', { name: 'Code' });
  await step('totp');
  await expect(code).toBeFocused();
  await code.pressSequentially((await person.codes('alice')).totp);
  await step('digits');
  expect.soft(await counts.tenSeconds()).toEqual(WORK.waitingForCode);
  await window.keyboard.press('Enter');
  await step('code');
  await onScreen(window, 'You are signed in');
});
