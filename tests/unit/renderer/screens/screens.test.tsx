// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import { METHODS } from '../../../../shared/service/methods.ts';
import {
  approvalView,
  REQUESTER,
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
  button,
  described,
  enter,
  field,
  heading,
  input,
  onScreen,
  openWindow,
  press,
  setReducedMotion,
  type,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

describe('every screen', () => {
  it.each(Object.keys(FIXTURES))(
    'shows one heading, the requester, help and both live regions on every screen: %s',
    async (name) => {
      setReducedMotion(true);
      await openWindow(FIXTURES[name] as LoginView);
      expect(screen.getAllByRole('heading')).toHaveLength(1);
      expect(screen.getByRole('banner').textContent).not.toBe('');
      expect(screen.getByRole('contentinfo').textContent).toContain('Your administrator can help.');
      expect(screen.getByRole('status')).toBeDefined();
      expect(screen.getByRole('alert')).toBeDefined();
      for (const control of screen.getAllByRole('button')) expect(control.textContent).not.toBe('');
      expect(document.documentElement.lang).toBe('en');
      expect(document.title).toBe(`${heading()} – Gatehouse`);
    },
  );

  it('shows the requester named by the service, or else the program', async () => {
    const { show } = await openWindow(methodsView());
    expect(screen.getByRole('banner').textContent).toContain(REQUESTER.application);
    expect(screen.getByRole('banner').textContent).toContain(REQUESTER.company);
    await show(approvalView({ requester: { application: '', company: '' } }));
    expect(screen.getByRole('banner').textContent).toBe('Gatehouse');
  });
});

describe('username', () => {
  it('sends the name exactly as typed with Enter and Continue', async () => {
    const { main } = await openWindow(usernameView());
    expect(heading()).toBe('Who is signing in?');
    type('Username', ' Ålice\u00a0');
    await enter('Username');
    await press('Continue');
    expect(main.commands()).toEqual([
      { name: 'login:submit-username', argument: { username: ' Ålice\u00a0' } },
      { name: 'login:submit-username', argument: { username: ' Ålice\u00a0' } },
    ]);
  });

  it('sends an empty name too, for main to validate', async () => {
    const { main } = await openWindow(usernameView());
    await press('Continue');
    expect(main.commands()).toEqual([
      { name: 'login:submit-username', argument: { username: '' } },
    ]);
  });

  it('keeps typed text when main tells a remembered name', async () => {
    const { show } = await openWindow(usernameView());
    type('Username', 'bo');
    await show(usernameView({ username: 'alice' }));
    expect(field('Username').value).toBe('bo');
  });

  it('says that a name that is set cannot be changed, and sends it', async () => {
    const { main } = await openWindow(usernameView({ username: 'alice', editable: false }));
    expect(field('Username').readOnly).toBe(true);
    expect(onScreen().getByText(en.username.isSet).id).toBe('username-hint');
    expect(field('Username').getAttribute('aria-describedby')).toContain('username-hint');
    await enter('Username');
    expect(main.commands()).toEqual([
      { name: 'login:submit-username', argument: { username: 'alice' } },
    ]);
  });

  it.each([
    ['the program, before the login', usernameView(), 'app:quit'],
    ['the login, while main asks', usernameView({ username: 'alice', busy: true }), 'login:cancel'],
  ] as const)('ends at Cancel %s', async (_case, view, expected) => {
    const { main } = await openWindow(view, { isGate: true });
    await press('Cancel');
    expect(main.commands()).toEqual([{ name: expected, argument: {} }]);
  });

  it('cancels the login, not the window, before main has answered the name', async () => {
    const { main } = await openWindow(usernameView({ username: 'alice' }));
    main.answer('login:submit-username', () => new Promise(() => undefined));
    await enter('Username');
    await press('Cancel');
    expect(main.commands().at(-1)?.name).toBe('login:cancel');
  });

  it('marks the purpose of the field for the username, and sets no maximum', async () => {
    await openWindow(usernameView());
    expect(field('Username').autocomplete).toBe('username');
    expect(field('Username').hasAttribute('maxlength')).toBe(false);
  });
});

describe('methods', () => {
  it.each(METHODS)('sends the choice of a method: %s', async (method) => {
    const { main } = await openWindow(methodsView({ choices: choicesOf(...METHODS) }));
    await press(en.methods[method].name);
    expect(main.commands()).toEqual([{ name: 'login:choose-method', argument: { method } }]);
  });

  it('shows only the offered methods, the remembered one first and marked in words', async () => {
    await openWindow(
      methodsView({ choices: choicesOf('push', 'sms', 'totp'), remembered: 'totp' }),
    );
    const rows = within(screen.getByRole('list', { name: 'Methods to confirm with' })).getAllByRole(
      'button',
    );
    expect(rows).toEqual([
      button(en.methods.totp.name),
      button(en.methods.push.name),
      button(en.methods.sms.name),
    ]);
    expect(rows.map(described)).toEqual([
      `last time ${en.methods.totp.whatHappens}`,
      en.methods.push.whatHappens,
      en.methods.sms.whatHappens,
    ]);
  });

  it('turns a method off that is too early or was used up, and says why', async () => {
    const { main } = await openWindow(FIXTURES['methods-closed'] as LoginView);
    expect(button(en.methods.push.name).getAttribute('aria-disabled')).toBe('true');
    expect(button(en.methods.push.name).textContent).toContain('Again in 0:24');
    expect(button(en.methods.sms.name).textContent).toContain(
      en.formatMessage('state.sent-too-often'),
    );
    await press(en.methods.push.name);
    await press(en.methods.sms.name);
    expect(main.commands()).toEqual([]);
    await press(en.methods.totp.name);
    expect(main.commands()).toHaveLength(1);
  });

  it('starts no other method while one is started, but can cancel', async () => {
    const { main } = await openWindow(methodsView({ starting: 'push' }));
    expect(button(en.methods.push.name).textContent).toContain('Starting…');
    await press(en.methods.totp.name);
    expect(main.commands()).toEqual([]);
    await press('Cancel');
    expect(main.commands()).toEqual([{ name: 'login:cancel', argument: {} }]);
  });

  it('sends a command for Back and for Cancel on the list', async () => {
    const { main } = await openWindow(methodsView());
    await press('Back');
    await press('Cancel');
    expect(main.commands().map(({ name }) => name)).toEqual(['login:go-back', 'login:cancel']);
  });
});

describe('code', () => {
  it('sends the typed code raw, for main to normalise', async () => {
    const { main } = await openWindow(codeView());
    type('Code', ' １２３ 456 ');
    await enter('Code');
    expect(main.commands()).toEqual([
      { name: 'login:submit-code', argument: { code: ' １２３ 456 ' } },
    ]);
  });

  it('offers one field for a code without a maximum, for digits, open for pasting', async () => {
    await openWindow(codeView());
    const code = field('Code');
    expect(code.type).toBe('text');
    expect(code.inputMode).toBe('numeric');
    expect(code.autocomplete).toBe('one-time-code');
    expect(code.getAttribute('spellcheck')).toBe('false');
    expect(code.getAttribute('autocapitalize')).toBe('off');
    expect(code.hasAttribute('maxlength')).toBe(false);
    expect(code.hasAttribute('pattern')).toBe(false);
  });

  const paste = (text: string): void =>
    input(
      field('Code'),
      text,
      new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }),
    );

  it.each([
    '123456',
    '123 456',
    'Your code is 123-456',
    'Your code is 123456, valid for 5 minutes',
    '１２３４５６',
    '١٢٣٤٥٦',
    'XK48QZ',
  ])('sends the pasted "%s" at once, as announced in the hint', async (text) => {
    const { main } = await openWindow(codeView());
    expect(document.getElementById('code-hint')?.textContent).toContain('Pasting sends it at once');
    paste(text);
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: text } }]);
  });

  it.each([
    ['a longer bypass code', codeView(), '1234567890'],
    ['a bypass code with six digits and two letters', codeView(), 'AB12-3456'],
    ['words without a code', codeView(), 'wait 5 minutes'],
    ['an unknown length', codeView({ codeLength: null }), '123456'],
    ['a busy field', codeView({ busy: true }), '123456'],
  ])('does not send on pasting: %s', async (_case, view, text) => {
    const { main } = await openWindow(view);
    paste(text);
    expect(main.commands()).toEqual([]);
  });

  it('says in the hint that a bypass code works too for an app, but not for a message', async () => {
    const { show } = await openWindow(codeView());
    expect(document.getElementById('code-hint')?.textContent).toBe(
      '6 digits, or a bypass code. Pasting sends it at once.',
    );
    await show(smsView());
    expect(document.getElementById('code-hint')?.textContent).toBe(
      '6 digits. Pasting sends it at once.',
    );
    expect(screen.getByRole('main').textContent).toContain('+49 ••• ••• 42');
  });

  it('sends a message again by choosing the same method', async () => {
    const { main } = await openWindow(smsView());
    await press('Send it again');
    expect(main.commands()).toEqual([{ name: 'login:choose-method', argument: { method: 'sms' } }]);
  });

  it('turns "Send it again" off when it was used up, and keeps the focus on it', async () => {
    const { main, show } = await openWindow(smsView());
    button('Send it again').focus();
    await show(smsView({ againInMs: null }));
    expect(document.activeElement).toBe(button('Send it again'));
    expect(button('Send it again').getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById('again-in')?.textContent).toBe(
      en.formatMessage('state.sent-too-often'),
    );
    await press('Send it again');
    expect(main.commands()).toEqual([]);
    await show(codeView());
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  });

  it('starts the same method again to repair a confirmation that went missing', async () => {
    const { main } = await openWindow(
      codeView({ isAccepted: true, notice: { kind: 'code-accepted-no-event' } }),
    );
    await press('Start over');
    expect(main.commands()).toEqual([
      { name: 'login:choose-method', argument: { method: 'totp' } },
    ]);
  });

  it('sends an accepted code only once', async () => {
    const { main } = await openWindow(codeView({ isAccepted: true }));
    await enter('Code');
    await press('Continue');
    expect(main.commands()).toEqual([]);
    expect(onScreen().getByText(en.formatMessage('window.code.accepted'))).toBeDefined();
  });
});

describe('security key', () => {
  it('sends the typed code of the security key once', async () => {
    const { main } = await openWindow(keyView());
    type('Code from the key', 'cccccccccccbdefghijklnrtuvbdefghijklnrtuvbde');
    await enter('Code from the key');
    expect(main.commands()).toEqual([
      {
        name: 'login:submit-code',
        argument: { code: 'cccccccccccbdefghijklnrtuvbdefghijklnrtuvbde' },
      },
    ]);
  });
});

describe('QR code', () => {
  it('gives a QR code a text alternative, and lets it be copied, renewed and left', async () => {
    const { main } = await openWindow(qrView());
    expect(screen.getByRole('img', { name: en.formatMessage('window.qr.label') })).toBeDefined();
    await press('Copy as text');
    await press('New code');
    await press('Other methods');
    expect(main.commands()).toEqual([
      { name: 'app:copy-text', argument: { what: 'qr-text' } },
      { name: 'login:choose-method', argument: { method: 'qrcode' } },
      { name: 'login:go-back', argument: {} },
    ]);
  });
});

describe('starting the same way once more', () => {
  it('stays on the screen of a method that is started again, says so, and sends no code meanwhile', async () => {
    const { main, show } = await openWindow(smsView());
    button('Send it again').focus();
    await show(methodsView({ starting: 'sms' }));
    expect(heading()).toBe('Type the code sent to you');
    expect(document.activeElement).toBe(button('Send it again'));
    expect(button('Send it again').getAttribute('aria-disabled')).toBe('true');
    expect(onScreen().getByText(en.common.working)).toBeDefined();
    await enter('Code');
    expect(main.commands()).toEqual([]);
    await press('Cancel');
    expect(main.commands()).toEqual([{ name: 'login:cancel', argument: {} }]);
    await show(smsView({ elapsedMs: 0 }));
    expect(button('Send it again').getAttribute('aria-disabled')).toBeNull();
    expect(onScreen().queryByText(en.common.working)).toBeNull();
  });

  it.each([
    ['code', 'Code', codeView],
    ['key', 'Code from the key', keyView],
  ] as const)(
    'empties the field and moves the focus there when the method is started again: %s',
    async (_name, label, viewWith) => {
      const missing = { isAccepted: true, notice: { kind: 'code-accepted-no-event' } } as const;
      const { show } = await openWindow(viewWith());
      type(label, '123456');
      await show(viewWith(missing));
      button('Start over').focus();
      await show(methodsView({ starting: viewWith().method }));
      expect(document.activeElement).toBe(button('Start over'));
      await show(viewWith({ elapsedMs: 0 }));
      expect(field(label).value).toBe('');
      expect(document.activeElement).toBe(field(label));
    },
  );

  it('goes to the list if the same method is refused, or another one is started', async () => {
    const { show } = await openWindow(approvalView());
    await show(methodsView({ starting: 'push' }));
    await show(
      methodsView({ notice: { kind: 'method-refused', method: 'push', serviceText: null } }),
    );
    expect(heading()).toBe('Confirm it is you');
    await show(approvalView());
    await show(methodsView({ starting: 'sms' }));
    expect(heading()).toBe('Confirm it is you');
  });
});

describe('approval', () => {
  it.each([
    ['push', 'Approve on your phone', 'Send it again'],
    ['email', 'Click the emailed link', 'Send it again'],
    ['smsLink', 'Tap the link sent to you', 'Send it again'],
    ['phoneCall', 'Answer your phone', 'Call again'],
  ] as const)(
    'shows the instruction of a wait, and sends each of its commands: %s',
    async (method, title, again) => {
      const { main } = await openWindow(approvalView({ method }));
      expect(heading()).toBe(title);
      expect(onScreen().getByText(en.methods[method].instruction)).toBeDefined();
      await press(again);
      await press('Other methods');
      await press('More time');
      await press('Cancel');
      expect(main.commands()).toEqual([
        { name: 'login:choose-method', argument: { method } },
        { name: 'login:go-back', argument: {} },
        { name: 'login:keep-waiting', argument: {} },
        { name: 'login:cancel', argument: {} },
      ]);
    },
  );

  it('shows the details to compare with the phone, and omits absent ones', async () => {
    const { show } = await openWindow(approvalView());
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Application',
      'This computer',
      'Asked at',
    ]);
    await show(approvalView({ hostName: null, requester: { application: '', company: '' } }));
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Asked at']);
  });

  it('says above the details that the phone should show them, unless it is a call', async () => {
    const { show } = await openWindow(approvalView());
    expect(onScreen().getByText('Your phone should show')).toBeDefined();
    await show(approvalView({ method: 'phoneCall' }));
    expect(onScreen().queryByText('Your phone should show')).toBeNull();
  });

  it('mentions the event channel only while it is not well', async () => {
    const { show } = await openWindow(approvalView());
    expect(onScreen().queryByText('Reconnecting…')).toBeNull();
    await show(approvalView({ link: 'reconnecting' }));
    expect(onScreen().getByText('Reconnecting…')).toBeDefined();
  });
});
