import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../../emulator/emulator.ts';
import type { Person } from '../../../lab/person.ts';
import { METHOD_NAMES } from '../scenarios.ts';
import { canariesIn, filesBelow, heapOf, type Canaries } from './canaries.ts';
import { hasProc, processTree } from '../../../lab/processes.ts';
import { chooseMethod, heading } from './screens.ts';

/** The values that a login has used, by description. */
export type LoginCanaries = Readonly<{
  /** Never known to the page. */
  ofTheService: Canaries;
  /** Typed, or to be typed, into the page. */
  typed: Canaries;
}>;

export type CanaryLogin = Readonly<{
  app: ElectronApplication;
  window: Page;
  person: Person;
  emulator: Pick<Emulator, 'secretKey' | 'systemToken'>;
}>;

/** Goes through a login of alice that uses a code of each kind, to its end. */
export async function loginWithEveryCode({
  window,
  person,
  emulator,
}: CanaryLogin): Promise<LoginCanaries> {
  await window.evaluate(() => {
    const views: unknown[] = [];
    Object.assign(self, { views });
    self.gatehouse?.login.onViewChanged((changed) => views.push(changed));
    localStorage.setItem('marker', 'left-by-the-page');
  });
  const { totp, yotp } = await person.codes('alice');
  await chooseMethod(window, 'alice', METHOD_NAMES.totp);
  await window.getByRole('textbox', { name: 'Code' }).pressSequentially('918273');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('textbox', { name: 'Code' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await window.getByRole('button', { name: 'Other methods' }).click();
  await window.getByRole('button', { name: METHOD_NAMES.sms }).click();
  const { code = '' } = await person.delivered('alice', 'sms');
  await window.getByRole('button', { name: 'Other methods' }).click();
  await window.getByRole('button', { name: METHOD_NAMES.yotp }).click();
  await window.getByRole('textbox', { name: 'Code from the key' }).pressSequentially(yotp);
  await window.keyboard.press('Enter');
  await expect(heading(window)).toHaveText('You are signed in');

  const asked = await person.log();
  const sent = (endpoint: string, field: string): string => {
    const body = asked.filter(({ path }) => path.endsWith(`/${endpoint}`)).at(-1)?.body;
    const value = body?.[field];
    if (typeof value !== 'string' || value === '')
      throw new Error(`${endpoint} was not sent a ${field}`);
    return value;
  };
  return {
    ofTheService: new Map([
      ['secret key', emulator.secretKey],
      ['system token', emulator.systemToken],
      ['transaction', sent('methodSSH', 'tid')],
      ['key token', sent('confirmSecurityKeySSH', 'accessToken')],
      ['access token', sent('credentials', 'accessToken')],
    ]),
    typed: new Map([
      ['wrong passcode', sent('confirmCode', 'vericode')],
      ['passcode', totp],
      ['text message', code],
      ['one-time password', yotp],
    ]),
  };
}

/**
 * Looks for canaries in the running program: the page's content and messages, everything its script
 * can reach, and the command lines, which all accounts may read.
 *
 * @returns the canaries found, and their places; empty if all is well
 */
export async function canariesInProgram(
  { app, window }: CanaryLogin,
  { ofTheService, typed }: LoginCanaries,
): Promise<readonly string[]> {
  const text = await window.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      (self as unknown as { views: unknown[] }).views,
    ]),
  );
  if (!text.includes('You are signed in'))
    throw new Error(`this is not the end of the login: ${text}`);
  const heap = await heapOf(window);
  if (!heap.includes('Methods to confirm with'))
    throw new Error('this is not the heap of the page');
  const commands = hasProc
    ? processTree(app.process().pid ?? 0).flatMap(({ command }) => command)
    : [];
  const all = new Map([...ofTheService, ...typed]);
  return [
    ...canariesIn(text, all).map((name) => `${name} in the page`),
    ...canariesIn(heap, ofTheService).map((name) => `${name} in the heap`),
    ...canariesIn(commands.join('\n'), all).map((name) => `${name} on a command line`),
  ];
}

/**
 * Looks for canaries in the program's traces: its log and the folder of its data.
 *
 * @param profile the folder of the data
 * @returns the canaries found, and their places; empty if all is well
 */
export function canariesLeft(
  profile: string,
  log: string,
  { ofTheService, typed }: LoginCanaries,
): readonly string[] {
  if (!log.includes('"outcome":"confirmed"'))
    throw new Error(`this is not the log of the login: ${log}`);
  const all = new Map([...ofTheService, ...typed]);
  const inFiles = new Map([...all, ['what the page stored', 'left-by-the-page']]);
  const files = filesBelow(profile);
  const isOpen = (path: string): boolean => (statSync(join(profile, path)).mode & 0o077) !== 0;
  return [
    ...canariesIn(log, new Map([...all, ['username', 'alice']])).map(
      (name) => `${name} in the log`,
    ),
    ...files.flatMap(({ path, text }) =>
      canariesIn(text, inFiles).map((name) => `${name} in ${path}`),
    ),
    // The one file that may name the person.
    ...files
      .filter(({ path, text }) => path !== 'preferences.json' && /alice/i.test(text))
      .map(({ path }) => `the username in ${path}`),
    ...files
      .filter(({ path }) => path === 'preferences.json' && isOpen(path))
      .map(({ path }) => `${path} can be read by others`),
  ];
}
