// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problemsFirst, type DoctorReport } from '../../../../shared/doctor/report.ts';
import { ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import type { IpcAnswer } from '../../../../shared/ipc/contract.ts';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import { success } from '../../../../shared/result.ts';
import { refusal, SUPPORT_FILE } from '../fake-bridge.ts';
import { approvalView, failedView, FIXTURES, methodsView, usernameView } from '../fixtures.ts';
import { REPORTS } from '../reports.ts';
import {
  assertive,
  button,
  field,
  heading,
  key,
  opening,
  onScreen,
  saidAtOnce,
  openWindow,
  polite,
  press,
  settle,
  type,
  type TestWindow,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

const OPEN = 'Something wrong?';
const HEADING = 'Connection check';
const FAILED = failedView('network-unreachable');

/** Runs that the test answers itself, in the order in which they were asked for. */
function heldRuns({ main }: TestWindow) {
  const runs: ((report: DoctorReport) => Promise<void>)[] = [];
  main.answer(
    'app:run-doctor',
    () =>
      new Promise<IpcAnswer<never>>((resolve) => {
        runs.push(async (report) => {
          resolve(success(report) as IpcAnswer<never>);
          await settle();
        });
      }),
  );
  return runs;
}

/** The window with the doctor's screen over an error, and its report. */
async function opened(report: DoctorReport, view: LoginView = FAILED): Promise<TestWindow> {
  const window = await openWindow(view);
  const runs = heldRuns(window);
  await press(OPEN);
  await runs[0]?.(report);
  return window;
}

const rows = (): HTMLElement[] =>
  within(screen.getByRole('list', { name: 'What was checked' })).getAllByRole('listitem');

describe('the offer of the connection check', () => {
  it.each(ERROR_CODES)(
    'offers the connection check at every error but an invalid configuration: %s',
    async (code) => {
      await openWindow(failedView(code));
      expect(screen.queryByRole('button', { name: OPEN }) === null).toBe(
        code === 'configuration-invalid',
      );
    },
  );

  it.each(Object.keys(FIXTURES).filter((name) => name.startsWith('username')))(
    'offers the connection check last in the tab order: %s',
    async (name) => {
      await openWindow(FIXTURES[name] ?? usernameView());
      expect(screen.getAllByRole('button').at(-1)).toBe(button(OPEN));
    },
  );

  it('opens the connection check over a wait that goes on, whose end closes it', async () => {
    const window = await openWindow(approvalView({ reference: 'approval-pending (person: push)' }));
    const runs = heldRuns(window);
    await press(OPEN);
    expect(heading()).toBe(HEADING);
    expect(onScreen().getByText('approval-pending (person: push)')).toBeDefined();
    await window.show(FIXTURES['succeeded'] ?? usernameView());
    expect(heading()).not.toBe(HEADING);
    expect(window.main.commands().map(({ name }) => name)).toEqual(['app:run-doctor']);
    expect(runs).toHaveLength(1);
  });

  it.each(['methods', 'push', 'totp', 'succeeded', 'account-waiting'])(
    'offers no connection check on %s',
    async (name) => {
      await openWindow(FIXTURES[name] ?? usernameView());
      expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
    },
  );
});

describe('the connection check that looks', () => {
  it('says in words and aloud that it checks, takes the focus, and names the window', async () => {
    const window = await openWindow(FAILED);
    heldRuns(window);
    await press(OPEN);
    expect(heading()).toBe(HEADING);
    expect(screen.getByRole('main')).toBe(document.activeElement);
    expect(document.title).toBe(`${HEADING} – Gatehouse`);
    expect(onScreen().getByText('Checking…')).toBeDefined();
    expect(opening()).toBe(
      'Connection check Checking… This takes up to 20 seconds. You can go back at any time.',
    );
    expect(polite()).toBe('');
    expect(button('Check again').getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Copy the report' })).toBeNull();
    expect(window.main.commands().map(({ name }) => name)).toEqual(['app:run-doctor']);
  });

  it.each(['Back', 'Escape'])(
    'leaves the connection check with %s, without a command to the login',
    async (way) => {
      const window = await openWindow(FAILED);
      const runs = heldRuns(window);
      await press(OPEN);
      if (way === 'Back') await press(way);
      else await key({ key: way });
      expect(heading()).toBe(en.errors['network-unreachable'].title);
      expect(document.title).toBe(`${en.errors['network-unreachable'].title} – Gatehouse`);
      // Focus the screen, not its button: a screen is announced in the same way when the person
      // returns to it.
      expect(document.activeElement).toBe(screen.getByRole('main'));
      expect(polite()).toBe('');
      await runs[0]?.(REPORTS.secret);
      expect(polite()).toBe('');
      expect(heading()).toBe(en.errors['network-unreachable'].title);
      expect(window.main.commands().map(({ name }) => name)).toEqual(['app:run-doctor']);
    },
  );

  it('drops the report of an earlier connection check', async () => {
    const window = await openWindow(FAILED);
    const runs = heldRuns(window);
    await press(OPEN);
    await press('Back');
    await press(OPEN);
    await runs[0]?.(REPORTS.secret);
    expect(onScreen().getByText('Checking…')).toBeDefined();
    await runs[1]?.(REPORTS.healthy);
    expect(polite()).toBe('Everything is OK.');
    await runs[0]?.(REPORTS.secret);
    expect(onScreen().getByText('Everything is OK.')).toBeDefined();
  });

  it('keeps the typed text beneath the connection check', async () => {
    await openWindow(usernameView());
    type('Username', 'ali');
    await press(OPEN);
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Back');
    expect(field('Username').value).toBe('ali');
  });

  it('says in plain words that main refused or rejected the connection check, which can be made again', async () => {
    const window = await openWindow(FAILED);
    for (const how of [refusal('internal'), () => Promise.reject(new Error('inside'))]) {
      window.main.answer('app:run-doctor', how);
      if (heading() === HEADING) await press('Check again');
      else await press(OPEN);
      expect(onScreen().getByText(en.trouble.internal)).toBeDefined();
      expect(assertive()).toBe(en.trouble.internal);
      expect(onScreen().queryByText('Checking…')).toBeNull();
      expect(button('Check again').getAttribute('aria-disabled')).toBeNull();
    }
    await press('Back');
    expect(onScreen().queryByText(en.trouble.internal)).toBeNull();
  });

  it('shows no rejection of a connection check that was left', async () => {
    const window = await openWindow(FAILED);
    let reject: (reason: Error) => void = () => undefined;
    window.main.answer('app:run-doctor', () => new Promise((_resolve, no) => (reject = no)));
    await press(OPEN);
    await press('Back');
    reject(new Error('late'));
    await settle();
    expect(assertive()).toBe('');
    expect(screen.queryByText(en.trouble.internal)).toBeNull();
  });
});

describe('the connection check over a login that goes on', () => {
  it.each([
    ['another screen', approvalView()],
    ['another end', failedView('expired')],
    ['the start', usernameView()],
  ] as const)('closes the connection check for %s, which has the focus', async (_what, next) => {
    const window = await opened(REPORTS.secret);
    await window.show(next);
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    expect(heading()).not.toBe('');
    expect(screen.getByRole('main').contains(document.activeElement)).toBe(true);
  });

  it('keeps the connection check open over the same screen', async () => {
    const window = await opened(REPORTS.secret);
    await window.show({ ...FAILED, waitMs: 5000 });
    expect(heading()).toBe(HEADING);
    await press('Back');
    expect(heading()).toBe(en.errors['network-unreachable'].title);
  });

  it('says an end of the login behind the connection check, which stays', async () => {
    const open = { ...FAILED, advice: 'same-method', canChooseMethod: true } as const;
    const window = await opened(REPORTS.secret, open);
    await window.show({ ...open, advice: 'restart', canChooseMethod: false });
    const sentence = 'This sign-in has expired. Start again. Your username is kept.';
    await saidAtOnce(sentence);
    expect(heading()).toBe(HEADING);
    // Shown for a person who does not hear it, and also on the screen beneath.
    const shown = (): boolean => screen.getByRole('main').textContent.includes(sentence);
    expect(shown()).toBe(true);
    await press('Back');
    expect(shown()).toBe(true);
    await window.show(failedView('expired'));
    expect(shown()).toBe(false);
  });

  it('keeps the connection check closed when its screen comes back', async () => {
    const window = await opened(REPORTS.secret);
    await window.show(methodsView());
    await window.show(FAILED);
    expect(heading()).toBe(en.errors['network-unreachable'].title);
  });
});

describe('the report of the connection check', () => {
  it('says and shows the first problem of the report', async () => {
    await opened(REPORTS.secret);
    const { found, toDo } = en.doctor.words.findings['secret-wrong'];
    expect(polite()).toBe(`First problem: ${found} ${toDo}`);
    expect(assertive()).toBe('');
    expect(onScreen().getByText(`First problem: ${found}`)).toBeDefined();
  });

  it.each([
    ['healthy', 'Everything is OK.'],
    [
      'websocket',
      'Signing in should work. There is a warning: Receiving your approval by websocket. You do not have to do anything.',
    ],
  ] as const)('says of the report "%s" in one sentence: %s', async (name, sentence) => {
    await opened(REPORTS[name]);
    expect(polite()).toBe(sentence);
  });

  it('lists problems first in the report, each state by sign and word, with the evidence and the code', async () => {
    await opened(REPORTS.unknown);
    const found = problemsFirst(REPORTS.unknown.findings);
    expect(found).not.toEqual(REPORTS.unknown.findings);
    expect(rows().map((row) => within(row).getByRole('heading', { level: 2 }).textContent)).toEqual(
      found.map(
        ({ check, verdict }) =>
          `${en.doctor.words.checks[check]}: ${en.doctor.words.verdicts[verdict]}`,
      ),
    );
    for (const [index, { verdict, code, tried, evidence }] of found.entries()) {
      const row = rows()[index] as HTMLElement;
      expect(within(row).getByText(en.doctor.words.verdicts[verdict])).toBeDefined();
      expect(row.querySelector('svg[aria-hidden="true"]')).not.toBeNull();
      expect(within(row).queryByText(code) === null).toBe(verdict === 'well');
      for (const text of [tried, evidence]) {
        if (text !== '') expect(within(row).getByText(text)).toBeDefined();
      }
      const { toDo } = en.doctor.words.findings[code];
      if (toDo !== '') expect(within(row).getByText(toDo)).toBeDefined();
    }
    expect(new Set(rows().map((row) => row.querySelector('svg')?.innerHTML)).size).toBe(3);
  });

  it('lists the checks that were not tried in one line', async () => {
    await opened(REPORTS.name);
    expect(rows()).toHaveLength(4);
    expect(
      onScreen().getByText(
        /^Not tried: Connection, Certificate, .+, and Protocol for receiving your approval\.$/,
      ),
    ).toBeDefined();
  });

  it('copies the report of the connection check by its name', async () => {
    const { main } = await opened(REPORTS.proxy);
    await press('Copy the report');
    expect(main.commands().at(-1)).toEqual({
      name: 'app:copy-text',
      argument: { what: 'doctor-report' },
    });
    expect(polite()).toBe('Copied.');
  });

  it('forgets the report when it checks again, and keeps the focus on the button', async () => {
    const window = await opened(REPORTS.secret);
    const runs = heldRuns(window);
    button('Check again').focus();
    await press('Check again');
    expect(screen.queryByRole('list')).toBeNull();
    expect(button('Check again')).toBe(document.activeElement);
    await runs[0]?.(REPORTS.healthy);
    expect(rows()).toHaveLength(13);
    expect(button('Check again')).toBe(document.activeElement);
  });

  it('shows what is for support before it saves it, by one button that keeps the focus', async () => {
    const { main } = await opened(REPORTS.secret);
    const support = button('Show for support');
    support.focus();
    await press('Show for support');
    expect(screen.getByRole('region', { name: 'For support' }).textContent).toBe(SUPPORT_FILE.text);
    expect(polite()).toMatch(/^Read this before you pass it on\..+~\/Downloads\/support\.json\.$/);
    expect(main.commands().at(-1)?.name).toBe('app:make-support-file');
    await press('Save for support');
    expect(main.commands().at(-1)?.name).toBe('app:save-support-file');
    expect(polite()).toMatch(/Saved as ~\/Downloads\/support\.json\.$/);
    const saved = button('Save for support');
    expect([saved, document.activeElement]).toEqual([support, support]);
    expect(saved.getAttribute('aria-disabled')).toBe('true');
    expect(saved.textContent).toContain('Saved');
  });

  it('says that the file for support could not be saved, and can save it again', async () => {
    const { main } = await opened(REPORTS.secret);
    await press('Show for support');
    main.answer('app:save-support-file', refusal('not-saved'));
    await press('Save for support');
    expect(assertive()).toBe(en.trouble['not-saved']);
    expect(button('Save for support').getAttribute('aria-disabled')).toBeNull();
  });

  it('shows nothing for support any longer once it checked again', async () => {
    const window = await opened(REPORTS.secret);
    await press('Show for support');
    const runs = heldRuns(window);
    await press('Check again');
    await runs[0]?.(REPORTS.healthy);
    expect(screen.queryByRole('region', { name: 'For support' })).toBeNull();
    expect(button('Show for support')).toBeDefined();
  });

  it('says that nothing could be checked if the report is empty', async () => {
    await opened({ ...REPORTS.healthy, findings: [] });
    expect(polite()).toBe('Nothing could be checked.');
    expect(screen.queryByRole('list')).toBeNull();
  });
});
