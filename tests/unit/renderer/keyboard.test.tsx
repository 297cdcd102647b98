// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { IpcAnswer } from '../../../shared/ipc/contract.ts';
import { failure } from '../../../shared/result.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import {
  approvalView,
  choicesOf,
  codeView,
  failedView,
  FIXTURES,
  keyView,
  methodsView,
  qrView,
  smsView,
  succeededView,
  usernameView,
} from './fixtures.ts';
import {
  button,
  described,
  enter,
  field,
  key,
  openWindow,
  setReducedMotion,
  settle,
  type,
} from './window.tsx';
import { en } from '../../support/strings.ts';

const NEVER = (): Promise<IpcAnswer<never>> => new Promise(() => undefined);

describe('single flight', () => {
  it('ignores a second Enter while the first is under way', async () => {
    const { main } = await openWindow(codeView());
    main.answer('login:submit-code', NEVER);
    type('Code', '123456');
    await enter('Code');
    await enter('Code');
    fireEvent.click(button('Continue'));
    expect(main.commands()).toHaveLength(1);
    expect(button('Continue').getAttribute('aria-disabled')).toBe('true');
  });

  it('sends once for two events in one turn', async () => {
    const { main } = await openWindow(usernameView({ username: 'alice' }));
    main.answer('login:submit-username', NEVER);
    const form = field('Username').form as HTMLFormElement;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await settle();
    expect(main.commands()).toHaveLength(1);
  });

  it('sends a refused call again at the next Enter', async () => {
    const { main } = await openWindow(codeView());
    main.answer('login:submit-code', () =>
      Promise.resolve(failure({ code: 'not-now', message: '' })),
    );
    await enter('Code');
    await enter('Code');
    expect(main.commands()).toHaveLength(2);
  });

  it('goes back at Escape while another call is on its way', async () => {
    const { main } = await openWindow(codeView());
    main.answer('login:submit-code', NEVER);
    await enter('Code');
    await key({ key: 'Escape' });
    expect(main.commands().map(({ name }) => name)).toEqual(['login:submit-code', 'login:go-back']);
  });

  it('stops the repeats of a held-down key on a button', async () => {
    await openWindow(approvalView());
    const again = button('Send it again');
    expect(fireEvent.keyDown(again, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(again, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(again, { key: ' ', repeat: true })).toBe(false);
  });

  it('stops the repeats of a held-down Enter in a field', async () => {
    await openWindow(codeView());
    expect(fireEvent.keyDown(field('Code'), { key: 'Enter', repeat: true })).toBe(false);
  });

  it('sends no command while main is busy', async () => {
    const { main } = await openWindow(usernameView({ username: 'alice', busy: true }));
    await enter('Username');
    fireEvent.click(button('Continue'));
    expect(main.commands()).toEqual([]);
  });
});

describe('Escape', () => {
  it.each([
    ['username', usernameView(), null],
    ['username, asking', usernameView({ busy: true }), 'login:cancel'],
    ['methods', methodsView(), 'login:go-back'],
    ['methods, starting', methodsView({ starting: 'push' }), 'login:go-back'],
    ['code', codeView(), 'login:go-back'],
    ['the only way', approvalView({ hasOtherMethods: false }), 'login:cancel'],
    ['qr', qrView(), 'login:go-back'],
    ['account waiting', FIXTURES['account-waiting'], 'login:cancel'],
    ['failed', failedView('expired'), 'login:cancel'],
    ['failed, other methods', failedView('timed-out', { canChooseMethod: true }), 'login:go-back'],
    ['denied', failedView('denied'), 'app:quit'],
    ['bypassed', succeededView({ outcome: 'bypassed' }), null],
    ['confirmed', succeededView(), null],
  ] as const)(
    'sends at Escape the command of the screen once, or none: %s',
    async (_name, view, expected) => {
      setReducedMotion(true);
      if (view === undefined) throw new Error('no such fixture');
      const { main } = await openWindow(view);
      await key({ key: 'Escape' });
      await key({ key: 'Escape', repeat: true });
      expect(main.commands()).toEqual(expected === null ? [] : [{ name: expected, argument: {} }]);
    },
  );

  it('ignores Escape while an input method composes', async () => {
    const { main } = await openWindow(codeView());
    await key({ key: 'Escape', isComposing: true });
    expect(main.commands()).toEqual([]);
  });
});

describe('number keys', () => {
  const view = methodsView({ choices: choicesOf('push', 'totp', 'sms'), remembered: 'sms' });

  it('ignores a digit without Ctrl, and shows no numbers', async () => {
    const { main } = await openWindow(view);
    await key({ key: '1', code: 'Digit1' });
    expect(main.commands()).toEqual([]);
    expect(screen.queryByText('1')).toBeNull();
  });

  it('shows numbers in the order on the screen while Ctrl is held, which choose a method', async () => {
    const { main } = await openWindow(view);
    await key({ key: 'Control', ctrlKey: true });
    expect(button(en.methods.sms.name).textContent).toContain('1');
    await key({ key: '1', code: 'Digit1', ctrlKey: true });
    expect(main.commands()).toEqual([{ name: 'login:choose-method', argument: { method: 'sms' } }]);
    fireEvent.keyUp(window, { key: 'Control' });
    expect(button(en.methods.sms.name).textContent).not.toContain('1');
  });

  it.each(METHODS.map((method, index) => [method, index + 1] as const))(
    'chooses each method by its number key: %s',
    async (method, digit) => {
      const { main } = await openWindow(
        methodsView({ choices: choicesOf(...METHODS), remembered: null }),
      );
      await key({ key: String(digit), code: `Digit${String(digit)}`, ctrlKey: true });
      expect(main.commands()).toEqual([{ name: 'login:choose-method', argument: { method } }]);
    },
  );

  it('chooses no method that is off or absent by its number key', async () => {
    const { main } = await openWindow(
      methodsView({
        choices: [
          { method: 'push', availableInMs: 5000 },
          { method: 'sms', availableInMs: null },
        ],
      }),
    );
    for (const digit of [1, 2, 3, 8])
      await key({ key: `${digit}`, code: `Digit${digit}`, ctrlKey: true });
    expect(main.commands()).toEqual([]);
  });

  it('hides the numbers when the window loses the keyboard', async () => {
    await openWindow(view);
    await key({ key: 'Control', ctrlKey: true });
    fireEvent.blur(window);
    expect(button(en.methods.sms.name).textContent).not.toContain('1');
  });
});

describe('focus', () => {
  const active = (): Element | null => document.activeElement;
  const title = (): HTMLElement => screen.getByRole('heading', { level: 1 });

  it.each([
    ['username', usernameView(), 'Username'],
    ['code', codeView(), 'Code'],
    ['security key', keyView(), 'Code from the key'],
  ] as const)(
    'moves the focus to the first field of the screen: %s',
    async (_name, view, label) => {
      const { show } = await openWindow(failedView('expired'));
      await show(view);
      expect(active()).toBe(field(label));
    },
  );

  it.each([
    ['methods', methodsView()],
    ['approval', approvalView()],
    ['qr', qrView()],
    ['account waiting', FIXTURES['account-waiting']],
    ['denied', failedView('denied')],
    ['failed', failedView('expired')],
    ['bypassed', succeededView({ outcome: 'bypassed' })],
  ] as const)(
    'moves the focus to the screen itself, which is named by its heading: %s',
    async (_name, view) => {
      if (view === undefined) throw new Error('no such fixture');
      const { show } = await openWindow(usernameView());
      await show(view);
      expect(active()).toBe(screen.getByRole('main'));
      expect(active()?.getAttribute('aria-labelledby')).toBe(title().id);
    },
  );

  it('keeps the focus while the same screen changes', async () => {
    const { show } = await openWindow(approvalView());
    button('Other methods').focus();
    await show(approvalView({ link: 'reconnecting' }));
    expect(active()).toBe(button('Other methods'));
  });

  it('keeps the focus on "More time" while an answer is checked', async () => {
    const { main, show } = await openWindow(approvalView());
    button('More time').focus();
    await show(approvalView({ isVerifying: true }));
    expect(active()).toBe(button('More time'));
    fireEvent.click(button('More time'));
    expect(main.commands()).toEqual([]);
  });

  it('moves the focus to the screen when the control that had it is gone', async () => {
    const { show } = await openWindow(approvalView());
    button('Other methods').focus();
    await show(approvalView({ hasOtherMethods: false }));
    expect(active()).toBe(screen.getByRole('main'));
  });

  it('keeps the focus off the controls after a click beside them', async () => {
    const { show } = await openWindow(codeView());
    field('Code').blur();
    await show(codeView({ link: 'reconnecting' }));
    expect(active()).toBe(document.body);
  });

  it('moves the focus to the username only when a new start is no longer under way', async () => {
    const { show } = await openWindow(failedView('expired'));
    await show(usernameView({ username: 'alice', busy: true }));
    expect(active()).toBe(document.body);
    await show(usernameView({ username: 'alice' }));
    expect(active()).toBe(field('Username'));
  });

  it('starts a new screen at its top, and leaves the same one where it is', async () => {
    const { show } = await openWindow(methodsView());
    document.documentElement.scrollTop = 300;
    await show(methodsView({ remainingMs: 1000 }));
    expect(document.documentElement.scrollTop).toBe(300);
    await show(approvalView());
    expect(document.documentElement.scrollTop).toBe(0);
  });

  it.each(['possibly-missed', 'approval-refused'] as const)(
    'moves the focus to the button that repeats after %s, unless the person is at something else',
    async (kind) => {
      const { show } = await openWindow(approvalView());
      await show(approvalView({ notice: { kind } }));
      expect(active()).toBe(button('Send it again'));
      await show(approvalView());
      button('Cancel').focus();
      await show(approvalView({ notice: { kind } }));
      expect(active()).toBe(button('Cancel'));
    },
  );

  it('keeps the focus on a code that is not accepted, and moves it to the repair of an accepted one', async () => {
    const { show } = await openWindow(codeView());
    await show(codeView({ notice: { kind: 'possibly-missed' } }));
    expect(active()).toBe(field('Code'));
    await show(codeView({ isAccepted: true, notice: { kind: 'possibly-missed' } }));
    expect(active()).toBe(button('Start over'));
  });

  it('describes the field of a code by its instructions', async () => {
    const { show } = await openWindow(smsView());
    expect(described(field('Code'))).toContain('It is in the newest text message.');
    expect(described(field('Code'))).toContain('Sent to +49 ••• ••• 42');
    await show(keyView());
    expect(described(field('Code from the key'))).toContain('Plug it in and touch it.');
  });

  it('selects a remembered name, so that typing replaces it', async () => {
    await openWindow(usernameView({ username: 'alice' }));
    expect([field('Username').selectionStart, field('Username').selectionEnd]).toEqual([0, 5]);
  });

  it('returns the focus to the field after a wrong code, selects it, and describes the problem later', async () => {
    const { show } = await openWindow(codeView());
    type('Code', '111111');
    button('Other methods').focus();
    await show(codeView({ busy: true }));
    await show(codeView({ problem: { kind: 'wrong', serviceText: null, tries: 1 } }));
    const code = field('Code');
    expect(active()).toBe(code);
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]);
    expect(code.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('code-problem')?.textContent).toContain('Wrong code.');
    // Under the focus a description that changes is read, and the problem was said: not twice.
    const beside = document.getElementById('code-described');
    expect(code.getAttribute('aria-describedby')).toContain('code-described');
    expect(beside?.textContent).toBe('');
    act(() => button('Other methods').focus());
    expect(beside?.textContent).toBe('Wrong code. Type the code that your app shows now.');
    act(() => code.focus());
    await show(codeView({ busy: true }));
    expect(beside?.textContent).toBe('Wrong code. Type the code that your app shows now.');
    act(() => button('Other methods').focus());
    expect(beside?.textContent).toBe('');
  });

  it('keeps a code that is being typed, and its selection, while the event channel changes', async () => {
    const wrong = codeView({ problem: { kind: 'wrong', serviceText: null, tries: 1 } });
    const { show } = await openWindow(wrong);
    type('Code', '12');
    field('Code').setSelectionRange(2, 2);
    await show({ ...wrong, link: 'reconnecting' });
    expect(field('Code').value).toBe('12');
    expect([field('Code').selectionStart, field('Code').selectionEnd]).toEqual([2, 2]);
  });

  it('keeps a button that is off in the tab order', async () => {
    await openWindow(smsView({ againInMs: 20_000 }));
    const again = button('Send it again');
    expect(again.getAttribute('aria-disabled')).toBe('true');
    expect(again.hasAttribute('disabled')).toBe(false);
    again.focus();
    expect(active()).toBe(again);
  });

  it('keeps the focus on the field of the key after a click beside it, but not after one on a control', async () => {
    await openWindow(keyView());
    title().focus();
    fireEvent.click(title());
    expect(active()).toBe(field('Code from the key'));
    button('Other methods').focus();
    fireEvent.click(button('More time'));
    expect(active()).toBe(button('Other methods'));
  });

  it('lets "More time" have the focus from the start of the wait', async () => {
    await openWindow(approvalView({ remainingMs: 100_000 }));
    button('More time').focus();
    expect(active()).toBe(button('More time'));
  });
});
