// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openingFor, sentencesFor } from '../../../../renderer/view/announcements.ts';
import { ANNOUNCEMENT_MS } from '../../../../renderer/store/announcer.ts';
import { createMirror, receiveView } from '../../../../renderer/store/mirror.ts';
import { AT_WORK_MS, FOCUS_FIRST_MS } from '../../../../renderer/store/narration.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import {
  accountWaitingView,
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
} from '../fixtures.ts';
import {
  assertive,
  listen,
  opening,
  openWindow,
  PAGE,
  pass,
  polite,
  saidAtOnce,
  settle,
  type,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

/**
 * The announcements of a whole login: one line per sentence of a view, `opens` with a new screen's
 * heading.
 */
function transcript(
  ...views: readonly (readonly [atMs: number, view: LoginView])[]
): readonly string[] {
  const mirror = createMirror(PAGE);
  return views.flatMap(([atMs, view], index) => {
    const received = receiveView(mirror, { revision: index, atMs, view });
    if (received === null) return ['ignored'];
    const { polite: quietly, assertive: atOnce } = sentencesFor(received.news, en);
    if (received.isNewScreen) return [`opens: ${openingFor(received.news, en)}`];
    return [
      ...(quietly === '' ? [] : [`polite: ${quietly}`]),
      ...(atOnce === '' ? [] : [`assertive: ${atOnce}`]),
    ];
  });
}

const push = (elapsedMs: number, change: Parameters<typeof approvalView>[0] = {}): LoginView =>
  approvalView({ elapsedMs, remainingMs: 120_000 - elapsedMs, ...change });

describe('the transcript of a login', () => {
  it('announces a login by push with a lost line', () => {
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
      'opens: Signing in as alice. Choose one of 5 methods.',
      'polite: Starting: Approve on your phone.',
      'opens: A request was sent to your phone. Open your app and tap “Approve”. If the details are different, tap “Deny”. Or type a code from your app. Waiting for your response. Less than 2 minutes left.',
      'polite: The connection to the service was lost. Reconnecting.',
      'polite: The connection was interrupted, and your approval may not have arrived. If you already approved, choose “Send it again”.',
      'polite: Response received. Checking it with the service.',
      'opens: alice is confirmed for Payroll, Northwind Trading. Choose “Continue”.',
    ]);
  });

  it('announces that a request was sent again, also by way of the list', () => {
    expect(
      transcript(
        [0, push(0)],
        [40_000, methodsView({ starting: 'push' })],
        [41_000, push(0, { challenge: 2 })],
        [80_000, methodsView()],
        [81_000, methodsView({ starting: 'push' })],
        [82_000, push(0, { challenge: 3 })],
      ).slice(1),
    ).toEqual([
      'polite: Starting: Approve on your phone.',
      'polite: The request was sent to your phone again. Waiting for your response. Less than 2 minutes left.',
      'opens: Signing in as alice. Choose one of 5 methods.',
      'polite: Starting: Approve on your phone.',
      'opens: The request was sent to your phone again. Open your app and tap “Approve”. If the details are different, tap “Deny”. Or type a code from your app. Waiting for your response. Less than 2 minutes left.',
    ]);
  });

  it('announces another method not as sent again', () => {
    const sms = smsView({ elapsedMs: 0, challenge: 2 });
    expect(transcript([0, push(0)], [5000, methodsView()], [9000, sms]).at(-1)).toBe(
      'opens: A text message with a code was sent. Less than 2 minutes left.',
    );
  });

  it('announces that a code is accepted', () => {
    const code = (change: Parameters<typeof codeView>[0]): LoginView =>
      codeView({ elapsedMs: 0, ...change });
    expect(
      transcript([0, code({})], [0, code({ busy: true })], [0, code({ isAccepted: true })]).slice(
        1,
      ),
    ).toEqual([
      'polite: Asking the service…',
      'polite: The code is right. The service is confirming it.',
    ]);
  });

  it('announces more time once', () => {
    const more = push(100_000, { remainingMs: 119_000 });
    expect(
      transcript(
        [0, push(95_000)],
        [5000, more],
        [6000, push(101_000, { remainingMs: 118_000 })],
      ).slice(1),
    ).toEqual(['polite: The time starts again. Less than 2 minutes left.']);
  });

  it('adds no line to the announcements for the same view again', () => {
    expect(transcript([0, push(0)], [1000, push(1000)], [2000, push(2000)])).toHaveLength(1);
    expect(transcript([0, failedView('expired')], [0, failedView('expired')])).toHaveLength(1);
    expect(transcript([0, succeededView()], [0, succeededView()])).toHaveLength(1);
  });

  it('announces that the person stopped the asking', () => {
    expect(transcript([0, usernameView({ busy: true })], [1, usernameView()])).toEqual([
      'polite: Asking the service…',
      'polite: Stopped. Nobody was signed in.',
    ]);
    const waiting = accountWaitingView();
    expect(
      transcript([0, waiting], [1, usernameView({ busy: true })], [2, usernameView()]).at(-1),
    ).toBe('opens: Stopped. Nobody was signed in.');
  });

  it('announces once that an end turned into the end of the whole login', () => {
    const open = failedView('timed-out', { advice: 'same-method', canChooseMethod: true });
    const over = failedView('timed-out', { advice: 'restart', canChooseMethod: false });
    expect(transcript([0, open], [1, over], [2, over]).slice(1)).toEqual([
      'assertive: This sign-in has expired. Start again. Your username is kept.',
    ]);
    // The other way round it has begun anew, and was never over.
    expect(transcript([0, over], [1, { ...over, reference: 'other' }]).slice(1)).toEqual([]);
  });

  it('announces each notice beside the list, also behind another one', () => {
    expect(
      transcript(
        [0, methodsView()],
        [1, methodsView({ notice: { kind: 'choose-again', serviceText: null } })],
        [2, methodsView({ notice: { kind: 'approval-refused' } })],
      ).slice(1),
    ).toEqual([
      'polite: That took too long. Choose a method again.',
      'polite: A response arrived, but the service rejected it. Still waiting for yours.',
    ]);
  });

  it('announces why a method could not be started, with the list that is open again', () => {
    const refused = methodsView({
      notice: { kind: 'method-refused', method: 'push', serviceText: null },
    });
    const started = [0, methodsView({ starting: 'push' })] as const;
    expect(transcript([0, methodsView()], started, [1, refused]).at(-1)).toBe(
      'polite: “Approve on your phone” does not work at the moment. Choose another method.',
    );
    expect(transcript([0, methodsView()], started, [1, methodsView()]).at(-1)).toBe(
      'polite: Confirm it is you.',
    );
    // Started by itself, the list was never led to.
    expect(transcript(started, [1, refused])).toEqual([
      'polite: Starting: Approve on your phone.',
      'opens: Signing in as alice. Choose one of 5 methods. “Approve on your phone” does not work at the moment. Choose another method.',
    ]);
  });

  it('announces an opened screen in whole sentences with its heading, and not by a live region', () => {
    for (const [name, view] of Object.entries(FIXTURES)) {
      const lines = transcript([0, methodsView({ username: 'other' })], [1, view]).slice(1);
      for (const line of lines)
        expect([name, line]).toEqual([name, expect.stringMatching(/[.…]$|^opens: $/)]);
    }
    for (const code of ERROR_CODES) {
      expect(transcript([0, failedView(code)])).toEqual([
        `opens: ${en.errors[code].whatHappened} ${en.whatToDo(code, ERROR_CATALOG[code].advice)}`,
      ]);
    }
  });
});

describe('the live regions', () => {
  it('begins with both live regions empty, before anything is said', async () => {
    await openWindow(usernameView());
    expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
    expect(screen.getByRole('alert').getAttribute('aria-live')).toBe('assertive');
    expect([polite(), assertive()]).toEqual(['', '']);
  });

  it('keeps the nodes of the live regions over all screens', async () => {
    const { show } = await openWindow(usernameView());
    const regions = [screen.getByRole('status'), screen.getByRole('alert')];
    await show(approvalView());
    await show(failedView('expired'));
    expect([screen.getByRole('status'), screen.getByRole('alert')]).toEqual(regions);
    expect(opening()).toBe(
      'This sign-in has expired Nothing happened for a while, so the login service ended it. Start again. Your username is kept.',
    );
  });

  it('says a wrong code at once, and the next wrong one again', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(codeView());
    const heard = listen('alert');
    for (const tries of [1, 2]) {
      await show(codeView({ problem: { kind: 'wrong', serviceText: null, tries } }));
      await pass(FOCUS_FIRST_MS);
      await show(codeView({ busy: true }));
    }
    expect(heard()).toEqual(Array(2).fill('Wrong code. Type the code that your app shows now.'));
  });

  it('says an empty code twice if it is sent twice', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(codeView());
    for (const tries of [1, 2]) {
      await show(codeView({ problem: { kind: 'empty', tries } }));
      act(() => void vi.advanceTimersByTime(FOCUS_FIRST_MS));
      expect(screen.getByRole('alert').children).toHaveLength(tries);
      expect(assertive()).toBe('Type the code first.');
      // A clock that runs beside it, or a line that breaks, makes it no other.
      await show(codeView({ problem: { kind: 'empty', tries }, link: 'reconnecting' }));
      act(() => void vi.advanceTimersByTime(FOCUS_FIRST_MS));
      expect(screen.getByRole('alert').children).toHaveLength(tries);
      await show(codeView({ problem: { kind: 'empty', tries } }));
    }
  });

  it('says a problem with the name, marks its field, and describes it on return', async () => {
    const { show } = await openWindow(usernameView());
    type('Username', 'x');
    await show(usernameView({ username: 'x', problem: 'too-long', tries: 1 }));
    await saidAtOnce(en.usernameProblem['too-long']);
    expect(document.getElementById('username-problem')?.textContent).toBe(
      en.usernameProblem['too-long'],
    );
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById('username-described');
    expect(described?.textContent).toBe('');
    act(() => screen.getByRole('button', { name: 'Continue' }).focus());
    expect(described?.textContent).toBe(en.usernameProblem['too-long']);
  });

  it('asks for a security key again that was refused', async () => {
    const { show } = await openWindow(keyView());
    await show(keyView({ problem: { kind: 'wrong', serviceText: null, tries: 1 } }));
    await saidAtOnce('The service did not accept that. Touch the key again.');
  });

  it('removes each sentence once it was taken in, and all with their screen', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(codeView());
    await show(codeView({ problem: { kind: 'empty', tries: 1 } }));
    act(() => void vi.advanceTimersByTime(FOCUS_FIRST_MS + ANNOUNCEMENT_MS - 1000));
    await show(
      codeView({ problem: { kind: 'empty', tries: 1 }, link: 'reconnecting', remainingMs: 96_000 }),
    );
    expect([polite(), assertive()]).toEqual([
      'The connection to the service was lost. Reconnecting.',
      'Type the code first.',
    ]);
    act(() => void vi.advanceTimersByTime(1000));
    expect([polite(), assertive()]).toEqual([
      'The connection to the service was lost. Reconnecting.',
      '',
    ]);
    await show(methodsView());
    expect([polite(), assertive()]).toEqual(['', '']);
    expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false');
  });

  it('says that the service is at work only if that takes longer', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(methodsView());
    await show(methodsView({ starting: 'push' }));
    act(() => void vi.advanceTimersByTime(AT_WORK_MS - 1));
    expect(screen.getByRole('status').children).toHaveLength(0);
    await show(approvalView());
    act(() => void vi.advanceTimersByTime(AT_WORK_MS));
    expect(screen.getByRole('status').children).toHaveLength(0);
    await show(methodsView());
    await show(methodsView({ starting: 'email' }));
    act(() => void vi.advanceTimersByTime(AT_WORK_MS));
    expect(polite()).toBe('Starting: Click a link in an email.');
    expect(screen.getByRole('status').children).toHaveLength(1);
  });

  it('stays silent for a chosen row, and keeps its description', async () => {
    const { show } = await openWindow(methodsView());
    const describing = (): string | null =>
      document.getElementById('method-push-detail')?.textContent ?? null;
    const before = describing();
    await show(methodsView({ starting: 'push' }));
    expect(describing()).toBe(before);
    expect(screen.getByText('Starting…')).toBeDefined();
  });

  it('says the text of a new screen once, and not again on return to its heading', async () => {
    const { show } = await openWindow(methodsView());
    await show(failedView('denied'));
    expect(opening()).toBe(
      `Access Denied! ${en.errors.denied.whatHappened} ${en.errors.denied.whatToDo}`,
    );
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    expect(opening()).toBe('Access Denied!');
  });

  it('says both sentences of one change', async () => {
    const { show } = await openWindow(codeView());
    await show(
      codeView({ link: 'reconnecting', problem: { kind: 'wrong', serviceText: null, tries: 1 } }),
    );
    expect(polite()).toBe('The connection to the service was lost. Reconnecting.');
    await saidAtOnce('Wrong code. Type the code that your app shows now.');
  });

  it('says the words of the service as such', async () => {
    const { show } = await openWindow(codeView());
    await show(
      codeView({
        problem: { kind: 'wrong', serviceText: { message: 'Too old', details: null }, tries: 1 },
      }),
    );
    await saidAtOnce(
      'Wrong code. Type the code that your app shows now. The service says: Too old.',
    );
    await show(failedView('licence', { serviceText: WORDS }));
    expect(opening()).toMatch(/The service says: Passcode is invalid\. Log in again .*3\.$/);
    await show(methodsView());
    await show(methodsView({ notice: { kind: 'choose-again', serviceText: WORDS } }));
    expect(polite()).toContain('The service says: Passcode is invalid.');
  });

  it('says the result of "Check again", which stays on its screen', async () => {
    const waiting = accountWaitingView();
    const { show } = await openWindow(waiting);
    screen.getByRole('button', { name: 'Check again' }).focus();
    vi.useFakeTimers();
    await show(usernameView({ username: 'walter', busy: true }));
    act(() => void vi.advanceTimersByTime(AT_WORK_MS));
    expect(polite()).toBe('Asking the service…');
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
    await show({ ...waiting });
    expect(polite()).toBe('Still not approved.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Check again' }));
  });

  it('says 60, 30 and 10 seconds left once each, beside a clock that is silent itself', async () => {
    vi.useFakeTimers();
    await openWindow(approvalView({ remainingMs: 100_000 }));
    const timer = screen.getByRole('timer');
    expect(timer.getAttribute('aria-live')).toBe('off');
    const spoken: string[] = [];
    let last = polite();
    for (let second = 0; second < 101; second += 1) {
      act(() => void vi.advanceTimersByTime(1000));
      await settle();
      if (polite() !== last && polite() !== '') spoken.push(`${99 - second}: ${polite()}`);
      last = polite();
    }
    expect(spoken).toEqual([
      '60: 60 seconds left. Choose “More time” to keep waiting.',
      '30: 30 seconds left. Choose “More time” to keep waiting.',
      '10: 10 seconds left. Choose “More time” to keep waiting.',
    ]);
  });

  it('says no time while an answer is being checked', async () => {
    vi.useFakeTimers();
    await openWindow(approvalView({ remainingMs: 70_000, isVerifying: true }));
    const heard = listen('status');
    await pass(70_000);
    expect(heard()).toEqual([]);
  });
});
