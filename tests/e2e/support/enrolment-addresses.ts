import { expect, type Page } from '@playwright/test';
import type { Person } from '../../../lab/person.ts';
import { heading, submitUsername, viewNow } from './screens.ts';

const INIT = '/api/transaction/init';

/**
 * Lets the service send this enrolment address, asks over the bridge that it be opened, and goes
 * back to the username.
 *
 * @returns main's answer, `done` or an error's code, and the address as the person sees it
 */
export async function openEnrolmentAt(
  webURI: string,
  window: Page,
  person: Person,
): Promise<Readonly<{ code: string; shown: string | null }>> {
  await person.clearFaults();
  await person.fault({ path: INIT, kind: 'body', merge: { webURI } });
  await submitUsername(window, 'waiting');
  await expect(heading(window)).not.toHaveText('Who is signing in?');
  const answer = await window.evaluate(() => self.gatehouse?.app.openEnrolment({}));
  const view = await viewNow(window);
  const canPress = await window.getByRole('button', { name: 'Open in the browser' }).isVisible();
  if (answer?.ok === true) expect(canPress, webURI).toBe(true);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(window)).toHaveText('Who is signing in?');
  const code = answer?.ok === false ? answer.error.code : 'done';
  return { code, shown: view.screen === 'account-waiting' ? view.webUri : null };
}

/**
 * Addresses that must not be opened, one of each kind (unit/electron/electron-api/outside.test.ts
 * has the others).
 */
export const REFUSED_ADDRESSES = [
  'http://mfa.example.com/enrol',
  'file:///etc/passwd',
  'https:\\\\mfa.example.com',
  'https://mfa.example.com@evil.example/',
];

export const DISGUISED_ADDRESSES = [
  'https://mfa.example.com\r\n.evil.example/',
  'https://evil.example/\u202emoc.elpmaxe.afm',
];

export const CLEAN_ADDRESS = 'https://mfa.example.com:8443/a%20b?for=alice#top';
