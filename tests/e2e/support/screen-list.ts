import type { Page } from '@playwright/test';
import { METHODS } from '../../../shared/service/methods.ts';
import type { Person } from '../../../lab/person.ts';
import { METHOD_NAMES, onScreen } from '../scenarios.ts';
import { chooseMethod, ready, submitUsername } from './screens.ts';

/** A screen and how to come there from the username form. */
export type Screen = Readonly<{
  name: string;
  /** A form: its field has the focus. */
  hasField?: true;
  /**
   * A screen in the form that a button gives it: the button keeps the focus, and Escape takes the
   * form back (qr.spec.ts).
   */
  isOnRequest?: true;
  /** An end of the login: Escape closes the window. */
  isEnd?: true;
  open: (window: Page, person: Person) => Promise<unknown>;
}>;

const INIT = '/api/transaction/init';
/** As an installed service names one: an https address, which may be opened. */
const ENROLMENT = 'https://login.example.com/enrol/6f1c2a9e-5d0b-4a53-9a54-3f5b8ad0c7f1';

/** Every screen from which there is a way home, in its plain form. */
export const SCREENS: readonly Screen[] = [
  { name: 'username', hasField: true, open: ready },
  {
    name: 'methods',
    open: async (window) => {
      await submitUsername(window, 'alice');
      await onScreen(window, 'Confirm it is you');
    },
  },
  ...METHODS.map((method): Screen => {
    const isForm = method === 'totp' || method === 'sms' || method === 'yotp';
    return {
      name: method,
      ...(isForm ? { hasField: true } : {}),
      open: (window) => chooseMethod(window, 'alice', METHOD_NAMES[method]),
    };
  }),
  {
    name: 'account waiting',
    open: async (window) => {
      await submitUsername(window, 'waiting');
      await onScreen(window, 'Not approved yet');
    },
  },
  {
    name: 'account waiting, its QR code',
    isOnRequest: true,
    open: async (window, person) => {
      await person.fault({ path: INIT, kind: 'body', times: 1, merge: { webURI: ENROLMENT } });
      await submitUsername(window, 'waiting');
      await window.getByRole('button', { name: 'Show as QR code' }).click();
    },
  },
  {
    name: 'QR code, large',
    isOnRequest: true,
    open: async (window) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.qrcode);
      await window.getByRole('button', { name: 'Make larger' }).click();
    },
  },
  {
    name: 'denied',
    isEnd: true,
    open: async (window) => {
      await submitUsername(window, 'denied');
      await onScreen(window, 'Access Denied!');
    },
  },
  {
    name: 'not started by the person',
    isEnd: true,
    open: async (window) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.phoneCall);
      await window.getByRole('button', { name: 'I did not start this' }).click();
      await onScreen(window, 'You did not start this sign-in');
    },
  },
  {
    name: 'no usable method',
    open: async (window, person) => {
      await person.fault({ path: INIT, kind: 'body', times: 1, merge: { methods: ['fido'] } });
      await submitUsername(window, 'alice');
      await onScreen(window, 'No method works here');
    },
  },
  {
    name: 'too many tries',
    open: async (window) => {
      await submitUsername(window, 'locked');
      await onScreen(window, 'Too many attempts');
    },
  },
];

/** Screens with something wrong or long on them. */
export const TROUBLED_SCREENS: readonly Screen[] = [
  {
    name: 'username, wrong',
    hasField: true,
    open: async (window) => {
      await submitUsername(window, ' ');
      await window.locator('#username-problem').waitFor();
    },
  },
  {
    name: 'code, wrong',
    hasField: true,
    open: async (window) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.totp);
      await window.getByRole('textbox', { name: 'Code' }).pressSequentially('000000');
      await window.keyboard.press('Enter');
      await window.locator('#code-problem').waitFor();
    },
  },
  {
    name: 'code, too short',
    hasField: true,
    open: async (window) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.totp);
      await window.getByRole('textbox', { name: 'Code' }).pressSequentially('123');
      await window.keyboard.press('Enter');
      await window.locator('#code-problem').waitFor();
    },
  },
  {
    name: 'username, after a cancelled push',
    hasField: true,
    open: async (window) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.push);
      await window.getByRole('button', { name: 'Cancel' }).click();
      await window.locator('.notice', { hasText: 'still be on your phone' }).waitFor();
    },
  },
  {
    name: 'an approval that was refused',
    open: async (window, person) => {
      await person.fault({ path: 'realtime', kind: 'event-wrong-token', times: 1 });
      await chooseMethod(window, 'alice', METHOD_NAMES.email);
      await person.approve((await person.delivered('alice', 'email')).tid);
      await window
        .getByRole('main')
        .getByText(/the service rejected it/)
        .waitFor();
    },
  },
  {
    name: 'an error, with long words of the service and a setting',
    open: async (window, person) => {
      const errorMessage = 'Ein sehrlangeswortdasnichtumbricht'.repeat(8);
      const words = {
        exception: 'MissingFieldException',
        code: 3,
        name: 'userIP',
        errorMessage,
        details: 'words '.repeat(60),
      };
      await person.fault({ path: INIT, kind: 'exception', times: 1, ...words });
      await submitUsername(window, 'alice');
      await onScreen(window, 'A setting is missing');
    },
  },
  {
    name: 'the doctor',
    open: async (window) => {
      await ready(window);
      await window.getByRole('button', { name: 'Something wrong?' }).click();
      // It may take as long as the network lets it.
      await window.getByRole('button', { name: 'Copy the report' }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'the doctor, for support',
    open: async (window) => {
      await ready(window);
      await window.getByRole('button', { name: 'Something wrong?' }).click();
      await window.getByRole('button', { name: 'Show for support' }).click({ timeout: 30_000 });
      await window.getByRole('region', { name: 'For support' }).waitFor();
    },
  },
  {
    name: 'long names',
    open: async (window, person) => {
      const merge = {
        applicationName: 'Payroll and personnel '.repeat(10),
        companyName: 'x'.repeat(300),
      };
      await person.fault({ path: INIT, kind: 'body', times: 1, merge });
      await submitUsername(window, 'alice');
      await onScreen(window, 'Confirm it is you');
    },
  },
];

/** Screens from which only the end of the program leads on. */
export const LAST_SCREENS: readonly Screen[] = [
  {
    name: 'bypassed',
    open: async (window) => {
      await submitUsername(window, 'bypassed');
      await onScreen(window, 'No verification needed');
    },
  },
  {
    name: 'succeeded',
    open: async (window, person) => {
      await chooseMethod(window, 'alice', METHOD_NAMES.phoneCall);
      await person.approve((await person.delivered('alice', 'phoneCall')).tid);
      await onScreen(window, 'You are signed in');
    },
  },
];

/** Home, whatever is on the screen. */
export async function goHome(window: Page): Promise<void> {
  const back = window.getByRole('button', { name: 'Back', exact: true });
  if (await window.getByRole('heading', { name: 'Connection check' }).isVisible())
    await back.click();
  await window.evaluate(() => self.gatehouse?.login.cancel({}));
  await onScreen(window, 'Who is signing in?');
}
