// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FOCUS_FIRST_MS } from '../../../../renderer/store/narration.ts';
import {
  approvalView,
  choicesOf,
  codeView,
  FIXTURES,
  keyView,
  methodsView,
  qrView,
  smsView,
  usernameView,
} from '../fixtures.ts';
import {
  assertive,
  button,
  described,
  enter,
  field,
  openWindow,
  opening,
  pass,
  polite,
  press,
  saidAtOnce,
  type,
} from '../window.tsx';

const NOT_STARTED = 'I did not start this';
const OTHERS =
  'No response so far. You can choose another method: Type a code from a text message.';
const sent = [
  ['push', approvalView()],
  ['email', approvalView({ method: 'email' })],
  ['smsLink', approvalView({ method: 'smsLink' })],
  ['phoneCall', approvalView({ method: 'phoneCall' })],
  ['sms', smsView()],
] as const;

describe('"I did not start this"', () => {
  it.each(sent)(
    'puts "I did not start this" last of all, as a plain button, on the screen of %s',
    async (_method, view) => {
      const { main } = await openWindow(view);
      const last = screen.getAllByRole('button').at(-1);
      expect(last?.textContent).toBe(NOT_STARTED);
      expect(last?.className).toContain('button--quiet');
      expect(last?.getAttribute('type')).toBe('button');
      expect(last?.hasAttribute('accesskey')).toBe(false);
      await press(NOT_STARTED);
      expect(main.commands()).toEqual([{ name: 'login:report-not-started', argument: {} }]);
    },
  );

  it.each([codeView(), keyView(), qrView(), methodsView(), usernameView()])(
    'offers no "I did not start this" without a sent request: $screen',
    async (view) => {
      await openWindow(view);
      expect(screen.queryByRole('button', { name: NOT_STARTED })).toBeNull();
    },
  );

  it('reports no login as not started by a key from elsewhere', async () => {
    const { main } = await openWindow(approvalView());
    for (const key of ['Escape', 'Enter', ' ', 'n', 'i', 'Backspace', 'Delete']) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      fireEvent.keyUp(document.activeElement ?? document.body, { key });
    }
    expect(main.commands().map(({ name }) => name)).not.toContain('login:report-not-started');
  });

  it('reports a login as not started while the same method is started again', async () => {
    const { main, show } = await openWindow(approvalView());
    await show(methodsView({ starting: 'push' }));
    await press(NOT_STARTED);
    expect(main.commands()).toEqual([{ name: 'login:report-not-started', argument: {} }]);
  });
});

describe('the other methods beside a wait', () => {
  const place = () => document.querySelector('.others');

  it('keeps room for other methods from the beginning, which can be used when they are offered', async () => {
    vi.useFakeTimers();
    const { main, show } = await openWindow(approvalView());
    expect(place()?.hasAttribute('inert')).toBe(true);
    const before = screen.getByRole('main').innerHTML.replace(' inert=""', '');
    const { activeElement } = document;
    await show(approvalView({ areOthersOffered: true }));
    expect(screen.getByRole('main').innerHTML).toBe(before);
    expect(place()?.hasAttribute('inert')).toBe(false);
    expect(document.activeElement).toBe(activeElement);
    await pass(FOCUS_FIRST_MS);
    expect([polite(), assertive()]).toEqual([OTHERS, '']);
    await press('Type a code from a text message');
    expect(main.commands()).toEqual([{ name: 'login:choose-method', argument: { method: 'sms' } }]);
  });

  it('offers two other methods that can be chosen now, beside the button for all', async () => {
    const others = [
      { method: 'sms', availableInMs: 9_000 },
      ...choicesOf('totp', 'qrcode', 'yotp', 'email'),
    ] as const;
    await openWindow(approvalView({ others, areOthersOffered: true, codeBeside: null }));
    const rows = within(place() as HTMLElement).getAllByRole('button');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Type a code from your app',
      'Scan with your phone',
    ]);
    expect(button('Other methods')).toBeDefined();
  });

  it('hides the other methods for a notice, and if there are none', async () => {
    const { show } = await openWindow(approvalView({ notice: { kind: 'possibly-missed' } }));
    expect(place()).toBeNull();
    await show(approvalView({ others: [], hasOtherMethods: false }));
    expect(place()).toBeNull();
  });

  it('chooses no other method while an answer is checked', async () => {
    const { main } = await openWindow(approvalView({ areOthersOffered: true, isVerifying: true }));
    await press('Type a code from a text message');
    expect(main.commands()).toEqual([]);
  });
});

describe('a code beside a push', () => {
  const LABEL = 'Or type a code from your app';

  it('speaks of the code beside a push when its screen opens', async () => {
    await openWindow(approvalView());
    expect(opening()).toContain('tap “Deny”. Or type a code from your app. Waiting');
  });

  it('leaves the focus where it is beside a code, which is sent with Enter or the button', async () => {
    const { main } = await openWindow(approvalView());
    expect(document.activeElement).not.toBe(field(LABEL));
    type(LABEL, '918 273');
    await enter(LABEL);
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '918 273' } }]);
    expect(button('Continue').getAttribute('type')).toBe('submit');
  });

  it('says the problem of a code beside a push at once, marks its field, and moves the focus there', async () => {
    const { show } = await openWindow(approvalView());
    await show(approvalView({ codeBeside: { problem: { kind: 'empty', tries: 1 } } }));
    await saidAtOnce('Type the code first.');
    expect(document.activeElement).toBe(field(LABEL));
    expect(field(LABEL).getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('code-problem')?.textContent).toBe('Type the code first.');
  });

  it('keeps a code beside a push while the view changes, and sends none while an approval is checked', async () => {
    const { main, show } = await openWindow(approvalView());
    type(LABEL, '918');
    await show(approvalView({ link: 'reconnecting' }));
    expect(field(LABEL).value).toBe('918');
    await show(approvalView({ isVerifying: true }));
    expect(field(LABEL).readOnly).toBe(false);
    type(LABEL, '9182');
    await enter(LABEL);
    expect(main.commands()).toEqual([]);
    await show(approvalView());
    expect(field(LABEL).value).toBe('9182');
  });

  it('shows a code that is on its way on the screen that follows, and on no other', async () => {
    const { show } = await openWindow(approvalView());
    type(LABEL, '918273');
    await enter(LABEL);
    await show(codeView({ busy: true, isStarting: true, codeLength: null }));
    expect(field('Code').value).toBe('918273');
    expect(opening()).toBe('Type the code in your app Asking the service…');
    const before = described(field('Code'));
    await show(codeView({ busy: true, codeLength: 6 }));
    expect(described(field('Code'))).toBe(before);
    await show(codeView({ problem: { kind: 'too-short', tries: 1 } }));
    expect(field('Code').value).toBe('918273');
    await show(methodsView());
    await show(codeView());
    expect(field('Code').value).toBe('');
  });

  it('leaves room for one other method beside a code and a push', async () => {
    await openWindow(approvalView({ others: choicesOf('sms', 'email'), areOthersOffered: true }));
    const rows = within(document.querySelector('.others') as HTMLElement).getAllByRole('button');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Type a code from a text message']);
  });

  it.each([approvalView({ codeBeside: null }), approvalView({ method: 'email' })])(
    'shows no field beside a wait if the view has no code: $method',
    async (view) => {
      await openWindow(view);
      expect(screen.queryByRole('textbox')).toBeNull();
    },
  );
});

describe('a push that stays on the phone', () => {
  const LEFT = 'The request may still be on your phone. Ignore it, and do not approve it.';

  it('says after a cancelled login that the request may still be on the phone', async () => {
    const { show } = await openWindow(approvalView());
    await show(usernameView({ username: 'alice', isLeftOnPhone: true }));
    expect(document.querySelector('.notice')?.textContent).toBe(LEFT);
    expect(opening()).toContain(LEFT);
    await show(usernameView({ username: 'alice', busy: true }));
    expect(document.querySelector('.notice')).toBeNull();
  });

  it('says nothing of a request on the phone if no push was sent', async () => {
    await openWindow(FIXTURES.username ?? usernameView());
    expect(document.querySelector('.notice')).toBeNull();
  });
});

describe('a code that looks wrong', () => {
  it('says that a code looks wrong beside the field, which keeps it', async () => {
    const { show, main } = await openWindow(codeView());
    fireEvent.change(field('Code'), { target: { value: '1234' } });
    await press('Continue');
    await show(codeView({ problem: { kind: 'too-short', tries: 1 } }));
    expect(document.getElementById('code-problem')?.textContent).toBe(
      'This code looks too short. Check it, or send it again as it is.',
    );
    expect(field('Code').value).toBe('1234');
    expect(field('Code').getAttribute('aria-invalid')).toBe('true');
    await press('Continue');
    expect(main.commands()).toHaveLength(2);
  });

  it('names the keyboard layout as the cause for a wrong code of a key', async () => {
    await openWindow(keyView({ problem: { kind: 'unknown-layout', tries: 1 } }));
    expect(document.querySelector('#code-problem')?.textContent).toMatch(
      /^The keyboard layout changed/,
    );
  });
});
