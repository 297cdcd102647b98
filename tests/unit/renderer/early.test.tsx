// @vitest-environment jsdom
// The person's actions from the first picture on, over the real static form, in every order with
// the page's script and the first view: `electron/frontends/window/early-presses.ts` and
// `screens/UsernameScreen.tsx`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { keepEarlyPresses } from '../../../electron/frontends/window/early-presses.ts';
import { pageIn } from '../../../scripts/build/page.ts';
import type { IpcAnswer } from '../../../shared/ipc/contract.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { en } from '../../support/strings.ts';
import { createFakeBridge, type FakeBridge } from './fake-bridge.ts';
import { methodsView, usernameView } from './fixtures.ts';

const PAGE = pageIn(
  readFileSync(join(import.meta.dirname, '../../../renderer/index.html'), 'utf8'),
  'en',
);

/**
 * An action of a person: a key, a press on a button, or typing. `text` is the field's content after
 * typing.
 */
type Act = 'Enter' | 'held Enter' | 'Continue' | 'Cancel' | 'help' | Readonly<{ text: string }>;

const typed = (text: string): Act => ({ text });
const textOf = (acts: readonly Act[]): string =>
  acts.map((act) => (typeof act === 'string' ? act : `"${act.text}"`)).join(', ');

const field = (): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>('#username');
  if (found === null) throw new Error('the page has no field');
  return found;
};
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes(name),
  );
  if (found === undefined) throw new Error(`the page has no button ${name}`);
  return found;
};
/** The label inside: the target of a mouse click. */
const click = (name: string): void => button(name).querySelector('span')?.click();

/**
 * As Chromium does it: Enter in a field clicks the form's button, and text that `beforeinput`
 * refuses is not typed.
 */
function perform(act: Act): void {
  if (act === 'Continue' || act === 'Cancel') click(act);
  else if (act === 'help') click(en.doctor.open);
  else if (typeof act === 'string') {
    const key = { key: 'Enter', repeat: act === 'held Enter', bubbles: true, cancelable: true };
    if (field().dispatchEvent(new KeyboardEvent('keydown', key))) button('Continue').click();
  } else {
    const init = { inputType: 'insertText', bubbles: true, cancelable: true };
    if (field().readOnly || !field().dispatchEvent(new InputEvent('beforeinput', init))) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      field(),
      act.text,
    );
    field().dispatchEvent(new InputEvent('input', init));
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

/** Each act is a task of its own, behind which React has drawn. */
async function performAll(acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    perform(act);
    await Promise.resolve();
  }
}

let main: FakeBridge;
let tellView: () => void;

/** The window at its first picture: the static form, and the preload's part of it. */
function openStatic(view: LoginView): void {
  document.body.innerHTML = PAGE.replace(/^[^]*<body>|<\/body>[^]*$|<!--[^]*?-->/g, '').replace(
    />\s+</g,
    '><',
  );
  field().focus();
  main = createFakeBridge(view);
  const answer = { ok: true, value: { revision: 1, atMs: performance.now(), view } };
  const told = new Promise<IpcAnswer<never>>((resolve) => {
    tellView = () => resolve(answer as IpcAnswer<never>);
  });
  main.answer('login:get-view', () => told);
  // The answer to the first Enter is on its way.
  main.answer('login:submit-username', () => new Promise(() => undefined));
  vi.stubGlobal('gatehouse', main.bridge);
  keepEarlyPresses(document);
}

/** The page's script, each time as a page runs it. */
async function runScript(): Promise<void> {
  vi.resetModules();
  await import('../../../renderer/main.tsx');
}

/** The commands; the connection check that help opens is none. */
const sent = (): readonly unknown[] =>
  main
    .commands()
    .filter(({ name }) => name !== 'app:run-doctor')
    .map(({ name, argument }) => (name === 'login:submit-username' ? argument : name));
const problem = (): string | null =>
  document.querySelector('#username-problem')?.textContent ?? null;

/**
 * The expected submissions and text after main has told the name, whenever the script ran in
 * between.
 */
type Row = readonly [name: string, acts: readonly Act[], sent: readonly unknown[], shown: string];
const PUSH1 = [{ username: 'push1' }];
const BOB = [{ username: 'bob' }];
const ROWS: readonly Row[] = [
  ['push1', [], [], 'push1'],
  ['push1', ['Enter'], PUSH1, 'push1'],
  ['push1', ['Continue'], PUSH1, 'push1'],
  ['push1', ['Enter', 'Enter'], PUSH1, 'push1'],
  ['push1', ['Enter', 'held Enter', 'Continue'], PUSH1, 'push1'],
  ['push1', ['held Enter', 'held Enter'], [], 'push1'],
  ['push1', [typed('bob')], [], 'bob'],
  ['push1', [typed('bob'), 'held Enter'], [], 'bob'],
  ['push1', [typed('bob'), 'Enter'], BOB, 'bob'],
  ['push1', [typed('bob'), 'Enter', 'Enter'], BOB, 'bob'],
  // Text that is typed after an Enter is not part of the submitted name…
  ['push1', [typed('bob'), 'Enter', typed('bob1')], BOB, 'bob'],
  // … and if that Enter submitted no name yet, it begins another name.
  ['push1', ['Enter', typed('b')], [], 'b'],
  ['push1', ['Enter', typed('bob'), 'Enter'], BOB, 'bob'],
  ['push1', [typed('b'), typed('')], [], 'push1'],
  ['push1', [typed('b'), typed(''), 'Enter'], PUSH1, 'push1'],
  ['push1', [typed(' '), 'Enter'], PUSH1, 'push1'],
  ['push1', ['Cancel'], ['app:quit'], 'push1'],
  ['push1', ['Enter', 'Cancel'], ['app:quit'], 'push1'],
  ['push1', ['Enter', 'help'], PUSH1, 'push1'],
  ['', ['Enter'], [], ''],
  ['', ['Continue', 'Enter'], [], ''],
  ['', ['held Enter'], [], ''],
  ['', [typed(' '), 'Enter'], [], ' '],
  ['', [typed('bob')], [], 'bob'],
  ['', [typed('bob'), 'Enter'], BOB, 'bob'],
  ['', ['Enter', typed('bob')], [], 'bob'],
];
const ORDERS = ROWS.flatMap(([name, acts, commands, shown]) =>
  [...acts, null].map((_act, at) => ({
    name: name === '' ? 'no name' : name,
    before: textOf(acts.slice(0, at)),
    after: textOf(acts.slice(at)),
    view: usernameView({ username: name }),
    acts,
    at,
    commands,
    shown,
  })),
);

it.each(ORDERS)(
  'sends and shows at the first view what was done: [$before] script [$after] view, with $name',
  async ({ view, acts, at, commands, shown }) => {
    openStatic(view);
    await performAll(acts.slice(0, at));
    await runScript();
    await performAll(acts.slice(at));
    await settle();
    expect(sent().filter((one) => one !== 'app:quit')).toEqual([]);
    tellView();
    await settle();
    expect({ sent: sent(), shown: field().value, problem: problem() }).toEqual({
      sent: commands,
      shown,
      problem: null,
    });
  },
);

describe('behind the first view', () => {
  it.each([
    [['Enter'], PUSH1],
    [['Enter', 'Enter', 'held Enter'], PUSH1],
    [['held Enter'], []],
    [[typed('bob'), 'Enter'], BOB],
  ] as const)('sends at once what is done behind the first view: %j', async (acts, commands) => {
    openStatic(usernameView({ username: 'push1' }));
    await runScript();
    tellView();
    await settle();
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 5]);
    await performAll(acts);
    await settle();
    expect(sent()).toEqual(commands);
  });

  it('sends one Enter of two that came before and behind the script', async () => {
    openStatic(usernameView({ username: 'push1' }));
    perform('Enter');
    await runScript();
    perform('Enter');
    tellView();
    await settle();
    perform('Enter');
    await settle();
    expect(sent()).toEqual(PUSH1);
  });

  it('sends at the next Enter after an Enter without a name', async () => {
    openStatic(usernameView());
    perform('Enter');
    await runScript();
    tellView();
    await settle();
    await performAll([typed('bob'), 'Enter']);
    await settle();
    expect(sent()).toEqual(BOB);
  });
});

it.each([
  [
    'the fixed name, whatever was typed',
    usernameView({ username: 'push1', editable: false }),
    PUSH1,
  ],
  ['nothing beside a login that is under way', usernameView({ username: 'push1', busy: true }), []],
  ['nothing to a later screen', methodsView(), []],
])('sends for an Enter before the script %s', async (_what, view, commands) => {
  openStatic(view);
  await performAll([typed('bob'), 'Enter']);
  await runScript();
  tellView();
  await settle();
  expect(sent()).toEqual(commands);
});

it('replaces text typed into a fixed name with that name', async () => {
  openStatic(usernameView({ username: 'push1', editable: false }));
  perform(typed('bob'));
  await runScript();
  tellView();
  await settle();
  expect(field().value).toBe('push1');
});
