// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOG, ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import {
  accountWaitingView,
  failedView,
  FIXTURES,
  browserPageView,
  REQUESTER,
  succeededView,
  WORDS,
} from '../fixtures.ts';
import { INFO } from '../fake-bridge.ts';
import {
  button,
  heading,
  onScreen,
  openWindow,
  press,
  saidAtOnce,
  setReducedMotion,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

describe('account waiting', () => {
  it('shows the address of the enrolment in full, and sends a command for each of its buttons', async () => {
    const view = accountWaitingView();
    const { main } = await openWindow(view);
    expect(onScreen().getByText(view.webUri ?? '')).toBeDefined();
    await press('Copy the address');
    await press('Open in the browser');
    await press('Check again');
    await press('Cancel');
    expect(main.commands()).toEqual([
      { name: 'app:copy-text', argument: { what: 'enrolment-address' } },
      { name: 'app:open-enrolment', argument: {} },
      { name: 'login:retry', argument: {} },
      { name: 'login:cancel', argument: {} },
    ]);
  });

  it('offers only to copy an address that may not be opened', async () => {
    await openWindow(accountWaitingView({ canOpen: false }));
    expect(screen.queryByRole('button', { name: 'Open in the browser' })).toBeNull();
    expect(button('Copy the address')).toBeDefined();
  });
});

describe('the page of a prompt-capable application in the browser', () => {
  it('shows the address of the page in full, and sends a command for each of its buttons', async () => {
    const view = browserPageView();
    const { main } = await openWindow(view);
    expect(heading()).toBe('Confirm on the service’s page');
    expect(onScreen().getByText(view.address)).toBeDefined();
    await press('Open the page again');
    await press('Copy the address');
    await press('More time');
    await press('Cancel');
    expect(main.commands()).toEqual([
      { name: 'login:show-page-again', argument: {} },
      { name: 'app:copy-text', argument: { what: 'page-address' } },
      { name: 'login:keep-waiting', argument: {} },
      { name: 'login:cancel', argument: {} },
    ]);
  });

  it('states a denial and a pending approval in one sentence, without a timer', async () => {
    await openWindow(FIXTURES['hosted-page-denied'] as LoginView);
    expect(heading()).toBe('You cannot sign in now');
    expect(onScreen().getByText(/denies access, or an administrator has to approve/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('shows and announces the alternative if no browser starts', async () => {
    const { show } = await openWindow(browserPageView());
    await show(browserPageView({ isUnopened: true }));
    const alternative = /^The page could not be opened in your browser\. Copy the address/;
    expect(onScreen().getByText(alternative)).toBeDefined();
    await saidAtOnce(alternative);
  });

  it('turns the button that opens the page again off while its answer is checked', async () => {
    await openWindow(FIXTURES['hosted-page-verifying'] as LoginView);
    expect(button('Open the page again').getAttribute('aria-disabled')).toBe('true');
    expect(onScreen().getByText('Response received. Checking it…')).toBeDefined();
  });
});

describe('failed', () => {
  it.each(['denied', 'denied-by-person'] as const)(
    'shows exactly Access Denied! at %s',
    async (code) => {
      const { main } = await openWindow(failedView(code));
      expect(heading()).toBe('Access Denied!');
      const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
      expect(buttons).toEqual([
        'Close',
        en.formatMessage('window.failed.copy'),
        'Something wrong?',
      ]);
      await press('Close');
      expect(main.commands()).toEqual([{ name: 'app:quit', argument: {} }]);
    },
  );

  it('shows advice, contact and reference for a login the person did not start', async () => {
    const { main } = await openWindow(FIXTURES['not-started-by-person'] as LoginView, {
      brand: { ...INFO.brand, help: 'Help desk, floor 3', helpAddress: '4711' },
    });
    expect(heading()).toBe('You did not start this sign-in');
    expect(onScreen().getByText('The sign-in was stopped. Nobody was signed in.')).toBeDefined();
    expect(onScreen().getByText(/Change it, and tell your administrator now/)).toBeDefined();
    expect(onScreen().getByText('not-started-by-person (person: push)')).toBeDefined();
    expect(screen.getByRole('contentinfo').textContent).toContain('Help desk, floor 3 4711');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await press('Close');
    expect(main.commands()).toEqual([{ name: 'app:quit', argument: {} }]);
  });

  it.each(ERROR_CODES)(
    'explains the failure, gives advice, and has a way out: %s',
    async (code) => {
      await openWindow(failedView(code));
      expect(heading()).toBe(en.errors[code].title);
      expect(screen.getByRole('main').textContent).toContain(en.errors[code].whatHappened);
      expect(screen.getByRole('main').textContent).toContain(
        en.whatToDo(code, ERROR_CATALOG[code].advice),
      );
      expect(screen.getAllByRole('button').length).toBeGreaterThan(0);
    },
  );

  it.each(ERROR_CODES)('puts the actions before the copy of the reference: %s', async (code) => {
    await openWindow(failedView(code, { canChooseMethod: true }));
    const words = screen.getAllByRole('button').map(({ textContent }) => textContent);
    const copy = words.indexOf(en.formatMessage('window.failed.copy'));
    const [before, behind] = [words.slice(0, copy), words.slice(copy + 1)];
    expect(before).toContain(en.formatMessage(`advice.${ERROR_CATALOG[code].advice}`));
    // The footer of every screen comes after it.
    expect(behind.filter((word) => word !== 'Something wrong?')).toEqual([]);
  });

  it.each(
    (
      [
        [failedView('timed-out', { method: 'push' }), 'Send it again', 'login:retry'],
        [failedView('timed-out', { method: 'phoneCall' }), 'Call again', 'login:retry'],
        [failedView('timed-out', { method: 'totp' }), 'Try again', 'login:retry'],
        [failedView('timed-out'), 'Try again', 'login:retry'],
        [failedView('expired'), 'Start again', 'login:retry'],
        [failedView('no-usable-method'), 'Start again', 'login:retry'],
        [
          failedView('method-not-offered', { canChooseMethod: true }),
          'Choose another method',
          'login:go-back',
        ],
        [
          failedView('timed-out', { canChooseMethod: true }),
          'Choose another method',
          'login:go-back',
        ],
        [failedView('licence'), 'Close', 'app:quit'],
        [failedView('expired'), 'Cancel', 'login:cancel'],
      ] as const
    ).map(([view, name, command]) => ({ view, name, command })),
  )('sends $command by $name at $view.code', async ({ view, name, command }) => {
    const { main } = await openWindow(view);
    await press(name);
    expect(main.commands()).toEqual([{ name: command, argument: {} }]);
  });

  it('shows the reference, has main copy it, and names the missing setting', async () => {
    const view = failedView('field-missing', { configKey: 'login.userEmail' });
    const { main } = await openWindow(view);
    expect(onScreen().getByText(view.reference)).toBeDefined();
    expect(onScreen().getByText('login.userEmail')).toBeDefined();
    await press('Copy the reference');
    expect(main.commands()).toEqual([
      { name: 'app:copy-text', argument: { what: 'error-reference' } },
    ]);
    expect(button('Copy the reference').textContent).toContain('Copied');
  });

  it('quotes the service as the service, its message above its details', async () => {
    await openWindow(failedView('unknown-exception', { serviceText: WORDS }));
    const quote = screen.getByRole('figure');
    expect(quote.textContent).toBe(`The service says${WORDS.message}${WORDS.details ?? ''}`);
  });
});

describe('let in', () => {
  it.each([
    ['alice is confirmed for Payroll, Northwind Trading.', REQUESTER],
    ['alice is confirmed for Payroll.', { application: 'Payroll', company: '' }],
    ['alice is confirmed for Northwind.', { application: '', company: 'Northwind' }],
    ['alice is confirmed.', { application: '', company: '' }],
  ])('says at a success as much as the service named: %s', async (sentence, requester) => {
    setReducedMotion(true);
    await openWindow(succeededView({ requester }));
    expect(onScreen().getByText(/is confirmed/).textContent).toBe(sentence);
  });

  it.each([
    ['bypassed', 'No verification needed'],
    ['allowed-unreachable', 'Signed in without verification'],
  ] as const)(
    'shows %s without the word "confirmed", and waits for Continue',
    async (outcome, title) => {
      const { main } = await openWindow(
        succeededView({ outcome, serviceText: { message: 'User bypassed', details: null } }),
      );
      expect(heading()).toBe(title);
      expect(screen.queryByText(/confirmed/)).toBeNull();
      await press('Continue');
      expect(main.commands()).toEqual([{ name: 'login:finish', argument: {} }]);
    },
  );
});
