// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { announce, NO_MEMORY, type Sentences } from '../../../renderer/app/announcements.ts';
import { en } from '../../../renderer/strings/en.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../../shared/errors/error-catalog.ts';
import type { LoginView } from '../../../shared/login/login-view.ts';
import {
  approvalView,
  codeView,
  failedView,
  FIXTURES,
  keyView,
  methodsView,
  smsView,
  succeededView,
  usernameView,
  WORDS,
} from './fixtures.ts';
import { assertive, enter, openWindow, polite, press, settle, type } from './window.tsx';

/** What is said over a whole login: one line per sentence that a view brings. */
function transcript(...views: readonly (readonly [atMs: number, view: LoginView])[]): readonly string[] {
  let memory = NO_MEMORY;
  const lines: string[] = [];
  for (const [atMs, view] of views) {
    const step: Readonly<{ memory: typeof memory; sentences: Sentences }> = announce(
      memory,
      { view, atEpochMs: atMs },
      en,
    );
    memory = step.memory;
    if (step.sentences.polite !== '') lines.push(`polite: ${step.sentences.polite}`);
    if (step.sentences.assertive !== '') lines.push(`assertive: ${step.sentences.assertive}`);
  }
  return lines;
}

const push = (elapsedMs: number, change: Parameters<typeof approvalView>[0] = {}): LoginView =>
  approvalView({ elapsedMs, remainingMs: 120_000 - elapsedMs, ...change });

describe('the transcript of a login', () => {
  test('by push, with a lost line', () => {
    expect(
      transcript(
        [0, usernameView()],
        [5000, usernameView({ username: 'alice', busy: true })],
        [6000, methodsView()],
        [9000, methodsView({ starting: 'push' })],
        [10_000, push(0)],
        [20_000, push(10_000, { link: 'reconnecting' })],
        [25_000, push(15_000, { notice: { kind: 'possibly-missed' } })],
        [30_000, push(20_000, { isVerifying: true })],
        [30_500, succeededView()],
      ),
    ).toEqual([
      'polite: Asking the service…',
      'polite: Starting: Approve on your phone.',
      'polite: A question was sent to your phone. Waiting for your answer. Less than 2 minutes left.',
      'polite: The connection to the service was lost. Reconnecting.',
      'polite: The connection to the service is back. The connection was interrupted. Your approval may have been missed: if you gave it, choose “Send it again”.',
      'polite: Your answer is here. It is being checked with the service.',
      'polite: alice is confirmed for Payroll, Northwind Trading.',
    ]);
  });

  test('sent again, also by way of the list', () => {
    expect(
      transcript(
        [0, push(0)],
        [40_000, methodsView({ starting: 'push' })],
        [41_000, push(0)],
        [80_000, push(0)],
      ).slice(1),
    ).toEqual([
      'polite: Starting: Approve on your phone.',
      'polite: The question was sent to your phone again. Waiting for your answer. Less than 2 minutes left.',
      'polite: The question was sent to your phone again. Waiting for your answer. Less than 2 minutes left.',
    ]);
  });

  test('another way is not "again"', () => {
    expect(transcript([0, push(0)], [5000, methodsView()], [9000, smsView({ elapsedMs: 0 })]).at(-1)).toBe(
      'polite: A text message with a code was sent. Waiting for your answer. Less than 2 minutes left.',
    );
  });

  test('a code that is accepted', () => {
    const code = (change: Parameters<typeof codeView>[0]): LoginView => codeView({ elapsedMs: 0, ...change });
    expect(
      transcript([0, code({})], [0, code({ busy: true })], [0, code({ isAccepted: true })]).slice(1),
    ).toEqual(['polite: The code is right. The service is confirming it.']);
  });

  test('more time', () => {
    const more = push(100_000, { remainingMs: 119_000 });
    expect(
      transcript([0, push(95_000)], [5000, more], [6000, push(101_000, { remainingMs: 118_000 })]).slice(1),
    ).toEqual(['polite: The time starts again. Less than 2 minutes left.']);
  });

  test('the same view twice says nothing more', () => {
    expect(transcript([0, push(0)], [1000, push(1000)], [2000, push(2000)])).toHaveLength(1);
    expect(transcript([0, failedView('expired')], [0, failedView('expired')])).toHaveLength(1);
    expect(transcript([0, succeededView()], [0, succeededView()])).toHaveLength(1);
  });

  test('asking that the person stopped is said', () => {
    expect(transcript([0, usernameView({ busy: true })], [1, usernameView()])).toEqual([
      'polite: Asking the service…',
      'polite: Stopped. Nobody was signed in.',
    ]);
    const wrong = usernameView({ problem: 'too-long' });
    expect(transcript([0, usernameView({ busy: true })], [1, wrong])).toHaveLength(1);
  });

  test('an end that turns into the end of the whole login is said once', () => {
    const open = failedView('timed-out', { advice: 'same-method', canChooseMethod: true });
    const over = failedView('timed-out', { advice: 'restart', canChooseMethod: false });
    expect(transcript([0, open], [1, over], [2, over]).slice(1)).toEqual([
      'assertive: The time for this login has passed. Start again: your name is kept.',
    ]);
    // The other way round it has begun anew, and was never over.
    expect(transcript([0, over], [1, { ...over, reference: 'other' }]).slice(1)).toEqual([]);
  });

  test('notices beside the list', () => {
    expect(
      transcript([0, methodsView()], [1, methodsView({ notice: { kind: 'choose-again', words: null } })]),
    ).toEqual(['polite: That took too long and is no longer valid. Choose a way once more.']);
  });

  test('only denied, errors and expired are assertive, and they are whole sentences', () => {
    for (const [name, view] of Object.entries(FIXTURES)) {
      const lines = transcript([0, usernameView()], [1, view]);
      const isAssertive = lines.some((line) => line.startsWith('assertive'));
      expect([name, isAssertive]).toEqual([name, view.screen === 'failed']);
      for (const line of lines) expect(line).toMatch(/[.…]$/);
    }
    for (const code of ERROR_CODES) {
      expect(transcript([0, failedView(code)])).toEqual([
        `assertive: ${en.errors[code].whatHappened} ${en.whatToDo(code, ERROR_CATALOG[code].advice)}`,
      ]);
    }
  });
});

describe('the live regions', () => {
  test('are there before anything is said, and empty', async () => {
    await openWindow(usernameView());
    expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
    expect(screen.getByRole('alert').getAttribute('aria-live')).toBe('assertive');
    expect([polite(), assertive()]).toEqual(['', '']);
  });

  test('stay the same nodes over all screens', async () => {
    const { show } = await openWindow(usernameView());
    const regions = [screen.getByRole('status'), screen.getByRole('alert')];
    await show(approvalView());
    await show(failedView('expired'));
    expect([screen.getByRole('status'), screen.getByRole('alert')]).toEqual(regions);
    expect(assertive()).toBe(
      'Nothing happened for a while, so the login service ended it. Start again. Your name is kept.',
    );
  });

  test('a wrong code is said at once, and the next wrong one again as a new node', async () => {
    const wrong = (tries: number): LoginView => codeView({ problem: { kind: 'wrong', words: null, tries } });
    const { show } = await openWindow(codeView());
    await show(wrong(1));
    const first = screen.getByRole('alert').firstChild;
    expect(assertive()).toBe('Not right. Type the code it shows now.');
    await show(codeView({ busy: true }));
    await show(wrong(2));
    expect(assertive()).toBe('Not right. Type the code it shows now.');
    expect(screen.getByRole('alert').firstChild).not.toBe(first);
  });

  test('an empty code that is sent twice is said twice', async () => {
    const { main } = await openWindow(codeView({ problem: { kind: 'empty', tries: 1 } }));
    const first = screen.getByRole('alert').firstChild;
    await enter('Code');
    expect(main.commands()).toHaveLength(1);
    expect(assertive()).toBe('Type the code first.');
    expect(screen.getByRole('alert').firstChild).not.toBe(first);
  });

  test('a problem with the name is said, described and marked', async () => {
    const { show } = await openWindow(usernameView());
    type('Username', 'x');
    await show(usernameView({ username: 'x', problem: 'too-long' }));
    expect(assertive()).toBe(en.usernameProblem['too-long']);
    expect(document.getElementById('username-problem')?.textContent).toBe(en.usernameProblem['too-long']);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  test('a security key that was refused is asked for again', async () => {
    await openWindow(keyView({ problem: { kind: 'wrong', words: null, tries: 1 } }));
    expect(assertive()).toBe('The service did not accept that. Touch the key once more.');
  });

  test('hold no stale sentence: not of the other region, not of the screen before', async () => {
    const { show } = await openWindow(codeView({ problem: { kind: 'empty', tries: 1 } }));
    expect(assertive()).toBe('Type the code first.');
    await show(codeView({ link: 'reconnecting' }));
    expect([polite(), assertive()]).toEqual(['The connection to the service was lost. Reconnecting.', '']);
    await show(methodsView());
    expect([polite(), assertive()]).toEqual(['', '']);
  });

  test('two sentences of one change both stand', async () => {
    const { show } = await openWindow(codeView());
    await show(codeView({ link: 'reconnecting', problem: { kind: 'wrong', words: null, tries: 1 } }));
    expect([polite(), assertive()]).toEqual([
      'The connection to the service was lost. Reconnecting.',
      'Not right. Type the code it shows now.',
    ]);
  });

  test('say the service’s own words as such', async () => {
    const { show } = await openWindow(
      codeView({ problem: { kind: 'wrong', words: { message: 'Too old', details: null }, tries: 1 } }),
    );
    expect(assertive()).toBe('Not right. Type the code it shows now. The service says: Too old.');
    await show(failedView('licence', { words: WORDS }));
    expect(assertive()).toMatch(/The service says: Passcode is invalid\. Log in again .*3\.$/);
    await show(methodsView({ notice: { kind: 'choose-again', words: WORDS } }));
    expect(polite()).toContain('The service says: Passcode is invalid.');
  });

  test('"Check again" stays on its screen, and says what came of it', async () => {
    const waiting = FIXTURES['account-waiting'] as LoginView;
    const { show } = await openWindow(waiting);
    screen.getByRole('button', { name: 'Check again' }).focus();
    await show(usernameView({ username: 'walter', busy: true }));
    expect(polite()).toBe('Asking the service…');
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
    await show({ ...waiting });
    expect(polite()).toBe('Still not approved.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Check again' }));
  });

  test('copying is confirmed', async () => {
    await openWindow(failedView('expired'));
    await press('Copy the reference');
    expect(polite()).toBe('Copied.');
  });

  test('milestones are spoken at 60, 30 and 10 seconds, once each, and the clock itself is silent', async () => {
    vi.useFakeTimers();
    await openWindow(approvalView({ remainingMs: 100_000 }));
    const timer = screen.getByRole('timer');
    expect(timer.getAttribute('aria-live')).toBe('off');
    const spoken: string[] = [];
    let last = polite();
    for (let second = 0; second < 101; second += 1) {
      act(() => void vi.advanceTimersByTime(1000));
      await settle();
      if (polite() !== last) spoken.push(`${99 - second}: ${polite()}`);
      last = polite();
    }
    expect(spoken).toEqual([
      '60: 60 seconds left. Choose More time to keep waiting.',
      '30: 30 seconds left. Choose More time to keep waiting.',
      '10: 10 seconds left. Choose More time to keep waiting.',
    ]);
  });

  test('no milestone is spoken while an answer is being checked', async () => {
    vi.useFakeTimers();
    await openWindow(approvalView({ remainingMs: 70_000, isVerifying: true }));
    const before = polite();
    act(() => void vi.advanceTimersByTime(70_000));
    expect(polite()).toBe(before);
  });
});
