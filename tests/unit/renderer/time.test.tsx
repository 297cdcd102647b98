// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LEAVES_AFTER_MS } from '../../../renderer/screens/SucceededScreen.tsx';
import { FOCUS_FIRST_MS } from '../../../renderer/store/narration.ts';
import { failure } from '../../../shared/result.ts';
import {
  approvalView,
  codeView,
  failedView,
  keyView,
  methodsView,
  smsView,
  succeededView,
  usernameView,
} from './fixtures.ts';
import {
  button,
  listen,
  onScreen,
  opening,
  openWindow,
  pass,
  polite,
  press,
  setReducedMotion,
  settle,
  timer,
} from './window.tsx';
import { en } from '../../support/strings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const isOff = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true';

describe('the caller’s limit, on a screen that has no time of its own', () => {
  it.each([
    ['the username', usernameView({ endsInMs: 31_000 })],
    ['an end', failedView('network-unreachable', { endsInMs: 31_000 })],
  ] as const)(
    'says the limit of the caller in time on %s, and shows it when it is short',
    async (_name, view) => {
      await openWindow(view);
      expect(screen.queryByRole('timer')).toBeNull();
      await pass(1000);
      expect(polite()).toBe('30 seconds left.');
      expect(timer()).toBe('30 seconds left');
      await pass(20_000);
      expect(polite()).toBe('10 seconds left.');
    },
  );

  it('says the limit of the caller once beneath the connection check, and shows it there', async () => {
    await openWindow(usernameView({ endsInMs: 31_000 }));
    await press('Something wrong?');
    await pass(1000);
    expect(polite()).toBe('30 seconds left.');
    const spoken = [...screen.getByRole('status').children].map(({ textContent }) => textContent);
    expect(spoken.filter((sentence) => sentence === '30 seconds left.')).toHaveLength(1);
    expect(screen.getAllByRole('timer')).toHaveLength(1);
  });

  it('offers "More time" in the connection check over a wait', async () => {
    const { main } = await openWindow(
      approvalView({ remainingMs: 30_000, reference: 'approval-pending' }),
    );
    await press('Something wrong?');
    await press('More time');
    expect([timer(), main.commands().at(-1)?.name]).toEqual([
      '30 seconds left',
      'login:keep-waiting',
    ]);
  });

  it('says and shows no time without a limit', async () => {
    await openWindow(usernameView());
    const heard = listen('status');
    await pass(120_000);
    expect(heard()).toEqual([]);
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('the time that is left', () => {
  it('counts the time down second by second from the moment the view came', async () => {
    const { main } = await openWindow(approvalView({ remainingMs: 62_500 }));
    expect(timer()).toBe('Less than 2 minutes left');
    await pass(2499);
    expect(timer()).toBe('Less than 2 minutes left');
    await pass(1);
    expect(timer()).toBe('60 seconds left');
    await pass(1000);
    expect(timer()).toBe('59 seconds left');
    await pass(58_000);
    expect(timer()).toBe('1 second left');
    await pass(10_000);
    expect(timer()).toBe('0 seconds left');
    expect(main.commands()).toEqual([]);
  });

  it('starts the time anew with each view', async () => {
    const { show } = await openWindow(approvalView({ remainingMs: 20_000 }));
    await pass(5000);
    expect(timer()).toBe('15 seconds left');
    await pass(500);
    await show(approvalView({ remainingMs: 50_000 }));
    expect(timer()).toBe('50 seconds left');
    await pass(1000);
    expect(timer()).toBe('49 seconds left');
  });

  const left = (): string | null | undefined =>
    document.querySelector('.ring__left')?.getAttribute('stroke-dasharray');
  const typeFor = async (ms: number): Promise<void> => {
    for (let typedMs = 0; typedMs < ms; typedMs += 100) {
      fireEvent.keyDown(document.body, { key: '1' });
      await pass(100);
    }
  };

  it('counts the time down while a person types', async () => {
    await openWindow(codeView({ remainingMs: 59_000, totalMs: 59_000 }));
    const before = left();
    await typeFor(3_000);
    expect(timer()).toBe('56 seconds left');
    expect(left()).not.toBe(before);
  });

  it('leaves no timer behind at the end', async () => {
    const { show } = await openWindow(approvalView({ remainingMs: 60_000 }));
    await show(failedView('expired'));
    // The first picture, after which the window may be seen.
    await pass(20);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows "More time" from 30 seconds on', async () => {
    await openWindow(approvalView({ remainingMs: 31_000 }));
    expect(button('More time').classList.contains('seen-on-focus')).toBe(true);
    await pass(1000);
    expect(button('More time').classList.contains('seen-on-focus')).toBe(false);
  });

  it('replaces the time by the current activity', async () => {
    const { show } = await openWindow(approvalView({ isVerifying: true }));
    expect(screen.queryByRole('timer')).toBeNull();
    expect(onScreen().getByText(en.formatMessage('window.wait.verifying'))).toBeDefined();
    await show(codeView({ busy: true }));
    expect(screen.queryByRole('timer')).toBeNull();
    expect(onScreen().getByText(en.common.working)).toBeDefined();
  });
});

describe('cool-downs', () => {
  it('turns "Send it again" on after a running clock, and says so with the focus on it', async () => {
    const { main } = await openWindow(approvalView({ againInMs: 2000 }));
    button('Send it again').focus();
    expect(isOff('Send it again')).toBe(true);
    expect(button('Send it again').textContent).toContain('0:02');
    await press('Send it again');
    await pass(1000);
    expect(button('Send it again').textContent).toContain('0:01');
    await pass(1000);
    expect([isOff('Send it again'), polite()]).toEqual([false, 'You can try again now.']);
    await press('Send it again');
    expect(main.commands()).toEqual([
      { name: 'login:choose-method', argument: { method: 'push' } },
    ]);
  });

  it('turns "Send it again" off while a code is checked', async () => {
    const { main } = await openWindow(smsView({ busy: true }));
    expect(isOff('Send it again')).toBe(true);
    await press('Send it again');
    expect(main.commands()).toEqual([]);
  });

  it('tells the pause of a button in its description, not in its name', async () => {
    await openWindow(smsView({ againInMs: 24_000 }));
    const again = button('Send it again');
    const reason = document.getElementById(again.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Possible again in 30 seconds.');
    await pass(15_000);
    expect(reason?.textContent).toBe('Possible again in 10 seconds.');
  });

  it('makes only the method with too many tries wait, and says until when', async () => {
    const { main } = await openWindow(
      methodsView({
        choices: [
          { method: 'push', availableInMs: 3000 },
          { method: 'totp', availableInMs: 0 },
        ],
        notice: { kind: 'too-many', method: 'push', waitMs: 3000, serviceText: null },
      }),
    );
    const row = screen.getByRole('button', { name: en.methods.push.name });
    const detail = (): string | null | undefined => row.querySelector('.row__detail')?.textContent;
    expect(detail()).toBe('Again in 0:03');
    expect(screen.getByRole('main').textContent).toContain(
      `Too many attempts with “${en.methods.push.name}”. There is a pause before the next one. Next try in 0:03`,
    );
    await press(en.methods.push.name);
    expect(main.commands()).toEqual([]);
    await pass(1000);
    expect(detail()).toBe('Again in 0:02');
    await press(en.methods.totp.name);
    expect(main.commands()).toEqual([
      { name: 'login:choose-method', argument: { method: 'totp' } },
    ]);
    await pass(2000);
    expect([isOff(en.methods.push.name), detail()]).toEqual([false, en.methods.push.whatHappens]);
  });

  it('chooses a method by its number key once its pause is over, and says why before', async () => {
    const choices = [
      { method: 'push', availableInMs: 3000 },
      { method: 'totp', availableInMs: 0 },
      { method: 'sms', availableInMs: null },
    ] as const;
    const notice = { kind: 'too-many', method: 'push', waitMs: 3000, serviceText: null } as const;
    const { main } = await openWindow(methodsView({ choices, notice }));
    const key = async (digit: number): Promise<void> => {
      fireEvent.keyDown(window, { code: `Digit${digit}`, ctrlKey: true });
      await settle();
    };
    const chosen = (method: string) => ({ name: 'login:choose-method', argument: { method } });
    await key(1);
    expect([main.commands(), polite()]).toEqual([[], 'Possible again in 3 seconds.']);
    await key(3);
    expect([main.commands(), polite()]).toEqual([[], 'Used up for this sign-in.']);
    await key(2);
    expect(main.commands()).toEqual([chosen('totp')]);
    await pass(3000);
    await key(1);
    expect(main.commands()).toEqual([chosen('totp'), chosen('push')]);
  });

  it('makes the field and the button wait after too many codes', async () => {
    await openWindow(
      codeView({ problem: { kind: 'too-many', waitMs: 45_000, serviceText: null } }),
    );
    const code = screen.getByRole<HTMLInputElement>('textbox');
    expect([code.readOnly, isOff('Continue')]).toEqual([true, true]);
    expect(button('Continue').textContent).toContain('0:45');
    await pass(45_000);
    expect([code.readOnly, isOff('Continue')]).toEqual([false, false]);
  });

  it('makes the advice of an end wait', async () => {
    const { main } = await openWindow(failedView('too-many-attempts', { waitMs: 61_000 }));
    expect(button('Start again').textContent).toContain('in 1:01');
    await press('Start again');
    await pass(61_000);
    expect(isOff('Start again')).toBe(false);
    await press('Start again');
    expect(main.commands()).toEqual([{ name: 'login:retry', argument: {} }]);
  });
});

describe('a pause after too many tries', () => {
  const onCode = codeView({ problem: { kind: 'too-many', waitMs: 45_000, serviceText: null } });
  const onList = methodsView({
    notice: { kind: 'too-many', method: 'push', waitMs: 45_000, serviceText: null },
  });
  const onEnd = failedView('too-many-attempts', { waitMs: 45_000 });

  it.each([
    ['the code', onCode],
    ['the list', onList],
    ['an end', onEnd],
  ])('says the length of a pause at %s, and says and shows its end', async (_name, view) => {
    const { show } = await openWindow(approvalView());
    await show(view);
    expect(opening()).toContain('Possible again in 45 seconds.');
    await pass(44_000);
    expect(polite()).not.toContain(en.formatMessage('pause.over'));
    await pass(1000);
    expect(polite()).toBe('You can try again now.');
    const seen = [...document.querySelectorAll('main p')]
      .map(({ textContent }) => textContent)
      .join(' ');
    expect(seen).toContain('You can try again now.');
    expect(seen).not.toContain('There is a pause');
  });

  it('says a pause only once if it is told again with another rest', async () => {
    const { show } = await openWindow(onCode);
    expect(opening()).toContain('Possible again in 45 seconds.');
    await pass(5000);
    const [heard, heardAtOnce] = [listen('status'), listen('alert')];
    await show(
      codeView({
        link: 'reconnecting',
        remainingMs: 95_000,
        problem: { kind: 'too-many', waitMs: 40_000, serviceText: null },
      }),
    );
    await pass(FOCUS_FIRST_MS);
    expect(heard()).toEqual(['The connection to the service was lost. Reconnecting.']);
    expect(heardAtOnce()).toEqual([]);
  });
});

describe('the time of the whole login, on the list', () => {
  it('says the time of the whole login on the list, shows it from 30 seconds on, and puts it off by "More time"', async () => {
    const { main, show } = await openWindow(methodsView({ remainingMs: 61_000 }));
    expect(screen.queryByRole('timer')).toBeNull();
    expect(button('More time').classList.contains('seen-on-focus')).toBe(true);
    await pass(1000);
    expect(polite()).toBe('60 seconds left. Choose “More time” to keep waiting.');
    await pass(31_000);
    expect(timer()).toBe('29 seconds left');
    expect(button('More time').classList.contains('seen-on-focus')).toBe(false);
    button('More time').focus();
    await press('More time');
    expect(main.commands()).toEqual([{ name: 'login:keep-waiting', argument: {} }]);
    await show(methodsView({ remainingMs: 240_000 }));
    expect(polite()).toBe('The time starts again. Less than 4 minutes left.');
    expect(document.activeElement).toBe(button('More time'));
  });

  it.each([
    methodsView({ remainingMs: 31_000, canExtend: false }),
    approvalView({ remainingMs: 31_000, canExtend: false }),
  ])('offers no "More time" if the caller set a limit: $screen', async (view) => {
    await openWindow(view);
    await pass(1000);
    expect(polite()).toBe('30 seconds left.');
    expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
  });
});

describe('a right code without its confirmation', () => {
  it.each([
    [
      'code',
      codeView({
        remainingMs: 61_000,
        isAccepted: true,
        notice: { kind: 'code-accepted-no-event' },
      }),
    ],
    [
      'key',
      keyView({
        remainingMs: 61_000,
        isAccepted: true,
        notice: { kind: 'code-accepted-no-event' },
      }),
    ],
  ])(
    'shows the time and "More time" again if a right %s has no confirmation',
    async (_name, view) => {
      const { main } = await openWindow(view);
      expect(screen.queryByText(en.formatMessage('window.code.accepted'))).toBeNull();
      await pass(1000);
      expect(timer()).toBe('60 seconds left');
      expect(polite()).toContain('60 seconds left');
      await press('More time');
      expect(main.commands()).toEqual([{ name: 'login:keep-waiting', argument: {} }]);
    },
  );
});

describe('success', () => {
  it.each([
    ['why, in a gate', true, en.formatMessage('finishing')],
    ['nothing outside a gate', false, ''],
  ])('says at a success that is shown for longer %s', async (_where, isGate, said) => {
    await openWindow(succeededView(), { isGate });
    expect(screen.queryAllByText(en.formatMessage('finishing'))).toHaveLength(0);
    await pass(LEAVES_AFTER_MS);
    expect([polite(), document.querySelector('main .lead + p')?.textContent ?? '']).toEqual([
      said,
      said,
    ]);
  });

  it('leaves a success by itself after 900 ms', async () => {
    const { main } = await openWindow(succeededView());
    expect(LEAVES_AFTER_MS).toBe(900);
    await pass(899);
    expect(main.commands()).toEqual([]);
    await pass(1);
    expect(main.commands()).toEqual([{ name: 'login:finish', argument: {} }]);
    await pass(10_000);
    expect(main.commands()).toHaveLength(1);
  });

  it('stays at a success until acted on if less motion is wanted', async () => {
    setReducedMotion(true);
    const { main } = await openWindow(succeededView());
    await pass(60_000);
    expect(main.commands()).toEqual([]);
    await press('Continue');
    expect(main.commands()).toEqual([{ name: 'login:finish', argument: {} }]);
  });

  it('finishes at once with Continue, and not again by the timer', async () => {
    const { main } = await openWindow(succeededView());
    main.answer('login:finish', () => new Promise(() => undefined));
    await press('Continue');
    await pass(5000);
    expect(main.commands()).toHaveLength(1);
  });

  it('stays at a success and says so if finishing is refused', async () => {
    const { main } = await openWindow(succeededView());
    main.answer('login:finish', () => Promise.resolve(failure({ code: 'internal', message: '' })));
    await pass(900);
    expect(screen.getByRole('main').textContent).toContain(en.trouble.internal);
    expect(button('Continue')).toBeDefined();
  });

  it.each(['bypassed', 'allowed-unreachable'] as const)(
    'never leaves %s by itself',
    async (outcome) => {
      const { main } = await openWindow(succeededView({ outcome }));
      await pass(60_000);
      expect(main.commands()).toEqual([]);
    },
  );
});
