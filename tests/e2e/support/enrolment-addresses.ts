import { expect, type Page } from '@playwright/test';
import type { Person } from '../../support/person.ts';
import { heading, submitUsername, viewNow } from './screens.ts';

const INIT = '/api/transaction/init';

/**
 * Lets the service send this enrolment address, asks over the bridge that it be opened, and goes back to the username.
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

/** Addresses that must not be opened. */
export const REFUSED_ADDRESSES = [
  'http://mfa.example.com/enrol',
  'HTTP://mfa.example.com/enrol',
  'file:///etc/passwd',
  'smb://host/share',
  '\\\\host\\share',
  'ms-msdt:/id PCWDiagnostic /skip force',
  'search-ms:query=x&crumb=location:\\\\host\\share',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vscode://file/etc/passwd',
  'gatehouse://x',
  '//mfa.example.com/enrol',
  'https:mfa.example.com/enrol',
  'https:/mfa.example.com/enrol',
  'https:\\\\mfa.example.com',
  'https://mfa.example.com\\@evil.example/',
  'https://mfa.example.com@evil.example/',
  'https://user:password@evil.example/',
  'https://',
  'https:///evil.example',
  'https://?x',
  'https://[::1',
  'https://mfa.ex%61mple.com/',
  'https://mfa.example.com:99999/',
  `https://mfa.example.com/${'x'.repeat(5000)}`,
];

export const DISGUISED_ADDRESSES = [
  ' https://mfa.example.com/enrol',
  'https://mfa.example.com/en rol',
  'https://mfa.exam ple.com/enrol',
  'https://mfa.example.com\r\n.evil.example/',
  'https://mfa.example.com\t.evil.example/',
  'https://mfa.example.com\u0000.evil.example/',
  'https://evil.example/\u202emoc.elpmaxe.afm',
  'https://mfa.example.com\u200b.evil.example/',
];

export const CLEAN_ADDRESSES = [
  'https://mfa.example.com/enrol?for=alice#top',
  'https://mfa.example.com:8443/a%20b',
  `https://mfa.example.com/${'x'.repeat(2000)}`,
];
