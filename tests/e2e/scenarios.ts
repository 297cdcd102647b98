import { expect, type Page } from '@playwright/test';
import { METHODS, type Method } from '../../shared/service/methods.ts';
import type { Person } from '../../lab/person.ts';
import type { ConfigJson } from './fixtures.ts';

/** The means of a scenario. */
export type ScenarioContext = Readonly<{
  window: Page;
  person: Person;
  /** Called on every screen, with a name for its picture. */
  shot: (name: string) => Promise<void>;
  /**
   * Called right before the person's last act, from which the milliseconds to the success screen
   * count.
   */
  mark: () => Promise<void>;
}>;

/** One login of the tour: the username, the person's actions, and the expected outcome. */
export type Scenario = Readonly<{
  id: string;
  username: string;
  config?: ConfigJson;
  /** The end, in the words of the verdict (docs/command-line.md). */
  outcome: string;
  act: (context: ScenarioContext) => Promise<void>;
}>;

/** The name of each method's row, as shown to people and integrators. */
export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  push: 'Approve on your phone',
  totp: 'Type a code from your app',
  qrcode: 'Scan with your phone',
  sms: 'Type a code from a text message',
  smsLink: 'Tap a link in a text message',
  email: 'Click a link in an email',
  phoneCall: 'Answer a phone call',
  yotp: 'Touch your security key',
};

/** Waits for a screen by its heading. */
export async function onScreen(window: Page, heading: string | RegExp): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toHaveText(heading);
}

/** Gives the name and waits for the methods. */
export async function toMethods(
  { window, shot }: ScenarioContext,
  username: string,
): Promise<void> {
  await submitUsername({ window, shot }, username);
  await onScreen(window, 'Confirm it is you');
  await shot('methods');
}

async function submitUsername(
  { window, shot }: Pick<ScenarioContext, 'window' | 'shot'>,
  username: string,
): Promise<void> {
  await window.getByRole('textbox', { name: 'Username' }).fill(username);
  await shot('username');
  await window.keyboard.press('Enter');
}

async function choose(context: ScenarioContext, username: string, method: Method): Promise<void> {
  await toMethods(context, username);
  await context.window.getByRole('button', { name: METHOD_NAMES[method] }).click();
  await expect(context.window.getByRole('button', { name: 'Other methods' })).toBeVisible();
  await context.shot(method);
}

async function succeeded({ window, shot }: ScenarioContext): Promise<void> {
  await onScreen(window, 'You are signed in');
  await shot('succeeded');
}

/** Approves a method's request on the phone. */
async function approve(
  { person, mark }: ScenarioContext,
  username: string,
  method: Method,
): Promise<void> {
  const { tid } = await person.delivered(username, method);
  await mark();
  await person.approve(tid);
}

async function typeCode(
  { window, mark }: ScenarioContext,
  label: string,
  code: string,
): Promise<void> {
  await window.getByRole('textbox', { name: label }).pressSequentially(code);
  await mark();
  await window.keyboard.press('Enter');
}

const CONFIRM: Readonly<
  Record<Method, (context: ScenarioContext, username: string) => Promise<void>>
> = {
  push: (context, username) => approve(context, username, 'push'),
  email: (context, username) => approve(context, username, 'email'),
  smsLink: (context, username) => approve(context, username, 'smsLink'),
  phoneCall: (context, username) => approve(context, username, 'phoneCall'),
  qrcode: (context, username) => approve(context, username, 'qrcode'),
  totp: async (context, username) => {
    await typeCode(context, 'Code', (await context.person.codes(username)).totp);
  },
  sms: async (context, username) => {
    await typeCode(context, 'Code', (await context.person.delivered(username, 'sms')).code ?? '');
  },
  yotp: async (context, username) => {
    await typeCode(context, 'Code from the key', (await context.person.codes(username)).yotp);
  },
};

/** Each of the eight methods, to success. */
export const METHOD_SCENARIOS: readonly Scenario[] = METHODS.map((method) => ({
  id: method,
  username: 'alice',
  outcome: 'confirmed',
  act: async (context) => {
    await choose(context, 'alice', method);
    await CONFIRM[method](context, 'alice');
    await succeeded(context);
  },
}));

/** The other ends and turns. */
export const OTHER_SCENARIOS: readonly Scenario[] = [
  {
    id: 'denied',
    username: 'denied',
    outcome: 'denied (denied-by-service)',
    act: async (context) => {
      await submitUsername(context, 'denied');
      await onScreen(context.window, 'Access Denied!');
      await context.shot('denied');
    },
  },
  {
    id: 'waiting',
    username: 'waiting',
    outcome: 'not-now (waiting)',
    act: async (context) => {
      await submitUsername(context, 'waiting');
      await onScreen(context.window, 'Not approved yet');
      await context.shot('account-waiting');
    },
  },
  {
    id: 'bypassed',
    username: 'bypassed',
    outcome: 'bypassed',
    act: async (context) => {
      await submitUsername(context, 'bypassed');
      await onScreen(context.window, 'No verification needed');
      await context.shot('bypassed');
    },
  },
  {
    id: 'wrong-then-right',
    username: 'alice',
    outcome: 'confirmed',
    act: async (context) => {
      const { window, person, shot } = context;
      await choose(context, 'alice', 'totp');
      await window.getByRole('textbox', { name: 'Code' }).pressSequentially('000000');
      await window.keyboard.press('Enter');
      await expect(window.getByRole('textbox', { name: 'Code' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await shot('wrong-code');
      await typeCode(context, 'Code', (await person.codes('alice')).totp);
      await succeeded(context);
    },
  },
  {
    id: 'denied-push',
    username: 'alice',
    outcome: 'denied (denied-by-person)',
    act: async (context) => {
      const { window, person, shot } = context;
      await choose(context, 'alice', 'push');
      await person.deny((await person.delivered('alice', 'push')).tid);
      await onScreen(window, 'Access Denied!');
      await shot('denied-push');
    },
  },
  {
    id: 'not-started',
    username: 'alice',
    outcome: 'denied (not-started-by-person)',
    act: async (context) => {
      const { window, shot } = context;
      await choose(context, 'alice', 'push');
      await window.getByRole('button', { name: 'I did not start this' }).click();
      await onScreen(window, 'You did not start this sign-in');
      await shot('not-started');
    },
  },
  {
    id: 'expired',
    username: 'alice',
    outcome: 'not-now (expired)',
    act: async (context) => {
      const { window, person, shot } = context;
      await choose(context, 'alice', 'sms');
      const { tid, code = '' } = await person.delivered('alice', 'sms');
      await person.expire(tid);
      await typeCode(context, 'Code', code);
      await expect(window.getByRole('button', { name: 'Start again' })).toBeVisible();
      await shot('expired');
    },
  },
  {
    id: 'cancelled',
    username: 'alice',
    outcome: 'cancelled (cancelled)',
    act: async (context) => {
      const { window, shot } = context;
      await choose(context, 'alice', 'push');
      await window.getByRole('button', { name: 'Cancel' }).click();
      await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
      await shot('cancelled');
    },
  },
  {
    id: 'no-usable-method',
    username: 'alice',
    outcome: 'denied (no-usable-method)',
    act: async (context) => {
      const { window, person, shot } = context;
      await person.fault({
        path: '/api/transaction/init',
        kind: 'body',
        merge: { methods: ['fido'] },
        username: 'alice',
      });
      await submitUsername(context, 'alice');
      await onScreen(window, 'No method works here');
      await shot('no-usable-method');
    },
  },
  {
    id: 'secret-wrong',
    username: 'alice',
    outcome: 'misconfigured (secret)',
    act: async (context) => {
      const { window, person, shot } = context;
      await person.fault({
        path: '/api/transaction/init',
        kind: 'exception',
        exception: 'InvalidSignatureException',
        code: 9,
        errorMessage: 'X-Service-Signature is invalid',
      });
      await submitUsername(context, 'alice');
      await expect(window.getByRole('button', { name: 'Copy the reference' })).toBeVisible();
      await shot('failed');
    },
  },
  {
    id: 'reconnecting',
    username: 'alice',
    outcome: 'confirmed',
    act: async (context) => {
      const { window, person, shot } = context;
      await choose(context, 'alice', 'push');
      await person.fault(
        { path: 'realtime', kind: 'reset', times: 3 },
        { path: 'realtime', kind: 'drop-now' },
      );
      await expect(window.getByRole('main').getByText(/may not have arrived/)).toBeVisible();
      await shot('possibly-missed');
      await approve(context, 'alice', 'push');
      await succeeded(context);
    },
  },
];

export const SCENARIOS: readonly Scenario[] = [...METHOD_SCENARIOS, ...OTHER_SCENARIOS];
