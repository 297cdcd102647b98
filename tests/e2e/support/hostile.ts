import { expect, type Page } from '@playwright/test';
import type { ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import type { Person } from '../../../lab/person.ts';
import { heading } from './screens.ts';
import { en } from '../../support/strings.ts';

/** The path of an endpoint. */
export const api = (endpoint: string): string => `/api/transaction/${endpoint}`;

/** A fault of the emulator, without its path. */
export type Fault = Readonly<Record<string, unknown>>;
/** A hostile answer, and the error it must end in. */
export type Row = readonly [what: string, fault: Fault, code: ErrorCode];

export const body = (change: Fault): Fault => ({ kind: 'body', ...change });
export const status = (code: number, more: Fault = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more,
});
export const exception = (name: string, code: unknown): Fault => ({
  kind: 'exception',
  exception: name,
  code,
});

/**
 * Expects the error screen: its title, its code to copy, a way on, and no admission. Then goes
 * home.
 */
export async function expectEnd(window: Page, code: ErrorCode, what: string): Promise<void> {
  await expect(heading(window), what).toHaveText(en.errors[code].title);
  const reference = window.getByText(new RegExp(`^${code} \\(`));
  if (code !== 'no-usable-method') await expect(reference, what).toBeVisible();
  await expect(window.getByRole('button', { name: 'Copy the reference' }), what).toBeVisible();
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(window), what).toHaveText('Who is signing in?');
}

/** One fault, set alone. */
export async function setFault(person: Person, endpoint: string, fault: Fault): Promise<void> {
  await person.clearFaults();
  await person.fault({ path: api(endpoint), ...fault });
}

/** Expects that no login in the log was admitted. */
export function expectNobodyIn(log: string): void {
  const ends = log.split('\n').filter((line) => line.includes('"login-outcome"'));
  expect(ends.length).toBeGreaterThan(0);
  expect(ends.filter((line) => /confirmed|bypassed|allowed/.test(line))).toEqual([]);
}
