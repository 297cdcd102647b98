// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FOCUS_FIRST_MS } from '../../../../renderer/store/narration.ts';
import type { IpcAnswer } from '../../../../shared/ipc/contract.ts';
import { refusal } from '../fake-bridge.ts';
import { failedView, PROXY, usernameView } from '../fixtures.ts';
import {
  assertive,
  button,
  described,
  enter,
  field,
  heading,
  listen,
  onScreen,
  opening,
  openWindow,
  pass,
  polite,
  press,
  settle,
  type,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

const NAME = 'Username for the proxy';
const asking = failedView('proxy-login-required', { proxy: PROXY });
const refused = failedView('proxy-login-required', { proxy: { ...PROXY, hasRefused: true } });
const NEVER = (): Promise<IpcAnswer<never>> => new Promise(() => undefined);

const password = (): HTMLInputElement => screen.getByLabelText('Password for the proxy');
const fill = (name: string, secret: string): void => {
  type(NAME, name);
  fireEvent.change(password(), { target: { value: secret } });
};

describe('a proxy that wants a login', () => {
  it('names the proxy, and asks for a username and a password', async () => {
    vi.useFakeTimers();
    await openWindow(asking);
    await pass(FOCUS_FIRST_MS);
    expect(heading()).toBe('Sign in to the proxy');
    expect(onScreen().getByText(PROXY.name).tagName).toBe('BDI');
    expect(document.activeElement).toBe(field(NAME));
    expect(password().type).toBe('password');
    for (const input of [field(NAME), password()]) {
      expect(input.getAttribute('spellcheck')).toBe('false');
      expect(input.getAttribute('aria-invalid')).toBeNull();
    }
    expect(field(NAME).getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
    // The field is announced with its name and description, heading first; there is no separate
    // announcement.
    expect(screen.getByRole('textbox', { name: `Sign in to the proxy ${NAME}` })).toBe(field(NAME));
    expect(described(field(NAME))).toContain(
      `The proxy ${PROXY.name} asks for a username and a password.`,
    );
    expect([polite(), assertive()]).toEqual(['', '']);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Show the password',
      'Sign in to the proxy',
      'Cancel',
      'Copy the reference',
      'Something wrong?',
    ]);
  });

  it('says Caps Lock once, if the password is not seen', async () => {
    await openWindow(asking);
    const caps = (isOn: boolean): void => {
      const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true });
      Object.defineProperty(event, 'getModifierState', {
        value: (key: string) => isOn && key === 'CapsLock',
      });
      fireEvent(password(), event);
    };
    const WORDS = 'Caps Lock is on.';
    const seen = () => screen.getAllByRole('main')[0]?.textContent.includes(WORDS);
    const heard = listen('status');
    caps(false);
    expect(seen()).toBe(false);
    caps(true);
    caps(true);
    expect(seen()).toBe(true);
    expect(heard()).toEqual([WORDS]);
    await press('Show the password');
    expect(seen()).toBe(false);
    await press('Show the password');
    caps(false);
    expect(seen()).toBe(false);
  });

  it('shows no form for a login at the proxy if the proxy has no name', async () => {
    await openWindow(failedView('proxy-login-required'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Start again')).toBeDefined();
  });

  it('keeps the way to the other methods beside the form of the proxy if the login has some', async () => {
    const { main } = await openWindow({ ...asking, canChooseMethod: true });
    await press('Choose another method');
    expect(main.commands().map(({ name }) => name)).toEqual(['login:go-back']);
  });

  it.each(['Enter', 'the button'])(
    'sends the login at the proxy as it was typed, once: with %s',
    async (way) => {
      const { main } = await openWindow(asking);
      main.answer('login:submit-proxy-login', NEVER);
      fill(' alice ', ' pass word ');
      if (way === 'Enter') await enter(NAME);
      else fireEvent.submit(password().form as HTMLFormElement);
      await enter(NAME);
      expect(main.commands()).toEqual([
        {
          name: 'login:submit-proxy-login',
          argument: { username: ' alice ', password: ' pass word ' },
        },
      ]);
    },
  );

  it('leaves no password of the proxy in the page once main has taken it', async () => {
    await openWindow(asking);
    fill('alice-at-proxy', 'hunter2');
    await press('Show the password');
    expect(document.documentElement.outerHTML).not.toContain('hunter2');
    await enter(NAME);
    await settle();
    // The name is kept, to be corrected.
    expect([field(NAME).value, password().value]).toEqual(['alice-at-proxy', '']);
    expect(password().type).toBe('password');
    expect(document.documentElement.outerHTML).not.toMatch(/hunter2/);
  });

  it('keeps a login at the proxy that main did not take', async () => {
    const { main } = await openWindow(asking);
    main.answer('login:submit-proxy-login', refusal('not-now'));
    fill('alice', 'hunter2');
    await enter(NAME);
    await settle();
    expect([field(NAME).value, password().value]).toEqual(['alice', 'hunter2']);
    expect(assertive()).toBe(en.trouble['not-now']);
  });

  it('locks the fields while a login at the proxy is on its way, and marks none as wrong', async () => {
    const { main } = await openWindow(refused);
    main.answer('login:submit-proxy-login', NEVER);
    fill('alice', 'hunter2');
    password().focus();
    fireEvent.submit(password().form as HTMLFormElement);
    await settle();
    for (const input of [field(NAME), password()]) {
      expect(input.readOnly).toBe(true);
      expect(input.getAttribute('aria-invalid')).toBeNull();
    }
    expect(document.querySelector('.field__problem')).toBeNull();
    expect(document.activeElement).toBe(password());
  });

  it('leaves no login at the proxy in the memory of React', async () => {
    const { main } = await openWindow(asking);
    main.answer('login:submit-proxy-login', NEVER);
    fill('alice-at-proxy', 'hunter2');
    await enter(NAME);
    expect(heldByReact(document.querySelector('main'))).not.toMatch(/hunter2|alice-at-proxy/);
  });

  it('shows the password of the proxy on request, and says so', async () => {
    await openWindow(asking);
    const toggle = button('Show the password');
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    await press('Show the password');
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    expect(password().type).toBe('text');
    await press('Show the password');
    expect(password().type).toBe('password');
  });

  it.each(['', '  '])('says each time that the name for the proxy is missing: %j', async (name) => {
    const { main } = await openWindow(asking);
    fill(name, 'hunter2');
    password().focus();
    const heard = listen('alert');
    await press('Sign in to the proxy');
    fireEvent.submit(field(NAME).form as HTMLFormElement);
    await settle();
    expect(main.commands()).toEqual([]);
    expect(document.activeElement).toBe(field(NAME));
    expect(field(NAME).getAttribute('aria-invalid')).toBe('true');
    expect(heard()).toEqual(Array(2).fill('Type the username for the proxy.'));
    // Announced once: it describes the field when the focus returns.
    expect(described(field(NAME))).not.toContain('Type the username for the proxy.');
    act(() => password().focus());
    expect(described(field(NAME))).toContain('Type the username for the proxy.');
    // A valid field keeps its value.
    expect(password().value).toBe('hunter2');
  });

  it('asks about an empty password once, and sends it if it is sent again', async () => {
    const { main } = await openWindow(asking);
    fill('alice', '');
    await enter(NAME);
    await settle();
    expect(main.commands()).toEqual([]);
    expect(document.activeElement).toBe(password());
    expect(assertive()).toBe(en.formatMessage('proxy.empty-password'));
    expect(described(password())).toBe('');
    act(() => field(NAME).focus());
    expect(described(password())).toBe(en.formatMessage('proxy.empty-password'));
    await enter(NAME);
    expect(main.commands()).toHaveLength(1);
  });

  it('leads Tab from the name to the password, and from there to the button that shows it', async () => {
    await openWindow(asking);
    const stops = [...document.querySelectorAll('main input, main button')].map(
      (element) => element.id || element.textContent,
    );
    expect(stops.slice(0, 3)).toEqual(['proxy-name', 'proxy-password', 'Show the password']);
  });

  it('says that the proxy did not take a login, tied to the name', async () => {
    vi.useFakeTimers();
    await openWindow(refused);
    await pass(FOCUS_FIRST_MS);
    const sentence = en.formatMessage('proxy.refused');
    expect(opening()).toBe(`Sign in to the proxy ${sentence}`);
    expect([polite(), assertive()]).toEqual(['', '']);
    for (const input of [field(NAME), password()])
      expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(NAME));
    expect(described(field(NAME))).toContain(sentence);
  });

  it('says a refusal of the proxy once, and does not describe the field that gets the focus by it', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(asking);
    const heard = listen('alert');
    await show(usernameView({ username: 'ann', busy: true }));
    await show(refused);
    await pass(FOCUS_FIRST_MS);
    expect(heard()).toEqual([en.formatMessage('proxy.refused')]);
    expect(document.activeElement).toBe(password());
    expect(described(password())).toBe('');
  });

  it('keeps the form while a login at the proxy is tried, and says a refusal anew each time', async () => {
    vi.useFakeTimers();
    const { show } = await openWindow(refused);
    const heard = listen('alert');
    for (const tried of ['wrong', 'wrong again']) {
      fill('alice', tried);
      password().focus();
      fireEvent.submit(password().form as HTMLFormElement);
      await show(usernameView({ username: 'ann', busy: true }));
      expect(heading()).toBe('Sign in to the proxy');
      expect(document.activeElement).toBe(password());
      expect(onScreen().getByText('Asking the service…')).toBeDefined();
      await show({ ...refused });
      await pass(FOCUS_FIRST_MS);
      // Keep the name; only the password is typed again.
      expect(document.activeElement).toBe(password());
      expect([field(NAME).value, password().value]).toEqual(['alice', '']);
      act(() => field(NAME).focus());
      expect(described(password())).toBe(en.formatMessage('proxy.refused'));
    }
    expect(heard()).toEqual(Array(2).fill(en.formatMessage('proxy.refused')));
  });

  it('returns to the username once a login at the proxy is stopped', async () => {
    const { show } = await openWindow(asking);
    fill('alice', 'slow');
    await enter(NAME);
    await show(usernameView({ username: 'ann', busy: true }));
    await show(usernameView({ username: 'ann' }));
    expect(heading()).toBe('Who is signing in?');
  });
});

describe('a guest network', () => {
  const names = (): (string | null)[] =>
    onScreen()
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('offers the browser first, then another try, if a guest network wants a sign-in', async () => {
    const { main } = await openWindow(failedView('network-sign-in'));
    expect(names()).toEqual(['Open your browser', 'Start again', 'Cancel', 'Copy the reference']);
    expect(button('Open your browser').className).toContain('button--primary');
    await press('Open your browser');
    await press('Start again');
    expect(main.commands()).toEqual([
      { name: 'app:open-network-sign-in', argument: {} },
      { name: 'login:retry', argument: {} },
    ]);
  });

  it.each(['tls-other-name', 'not-the-service'] as const)(
    'offers another try first, and the browser beside it, if something else answers: %s',
    async (code) => {
      await openWindow(failedView(code));
      expect(names()).toEqual(['Start again', 'Open your browser', 'Cancel', 'Copy the reference']);
    },
  );

  it.each(['tls-untrusted', 'network-unreachable', 'offline'] as const)(
    'offers no browser at an error of another kind: %s',
    async (code) => {
      await openWindow(failedView(code));
      expect(screen.queryByRole('button', { name: 'Open your browser' })).toBeNull();
    },
  );

  it('says that the browser was not opened for a guest network', async () => {
    const { main } = await openWindow(failedView('network-sign-in'));
    main.answer('app:open-network-sign-in', refusal('not-now'));
    await press('Open your browser');
    expect(assertive()).toBe(en.trouble['not-now']);
  });
});

/** Everything that React holds beneath an element: props and states, as text. */
function heldByReact(from: Element | null): string {
  const seen = new Set<unknown>();
  const key = Object.keys(from ?? {}).find((name) => name.startsWith('__reactFiber')) ?? '';
  return JSON.stringify(Reflect.get(from ?? {}, key) ?? null, (name, value: unknown) => {
    if (name === 'return' || name === 'stateNode' || name.startsWith('_debug')) return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Node || seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
}
