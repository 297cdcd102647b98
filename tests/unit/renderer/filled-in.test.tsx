// @vitest-environment jsdom
// A code that arrives at once (pasted or filled in), a typed code, and the cost of a key in a
// field.
import { describe, expect, it } from 'vitest';
import { approvalView, codeView, keyView, methodsView, smsView, usernameView } from './fixtures.ts';
import { field, input as change, openWindow } from './window.tsx';

const input = (text: string, event: Event, code = field('Code')): void => change(code, text, event);
const inputEvent = (inputType: string): Event =>
  new InputEvent('input', { bubbles: true, inputType });
const typeKeys = (text: string): void => {
  for (let length = 1; length <= text.length; length += 1)
    input(text.slice(0, length), inputEvent('insertText'));
};

describe('a code', () => {
  it.each([
    ['a password manager', () => new Event('input', { bubbles: true })],
    ['an input event of no kind', () => inputEvent('')],
    ['a replacement of the system', () => inputEvent('insertReplacementText')],
    ['a drop', () => inputEvent('insertFromDrop')],
    ['a key with all characters', () => inputEvent('insertText')],
  ])('sends at once a code that arrives as by %s', async (_who, event) => {
    const { main } = await openWindow(codeView());
    input('123456', event());
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '123456' } }]);
  });

  it('sends a code that is filled in at its full length, and not before', async () => {
    const { main } = await openWindow(codeView({ codeLength: 7 }));
    input('123456', inputEvent('insertReplacementText'));
    input('1234567', inputEvent('insertReplacementText'));
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '1234567' } }]);
  });

  it('sends a pasted code also if an old one stood before the method was started again', async () => {
    const { main, show } = await openWindow(smsView());
    typeKeys('123456');
    await show(methodsView({ starting: 'sms' }));
    await show(smsView());
    expect(field('Code').value).toBe('');
    input('654321', inputEvent('insertText'));
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '654321' } }]);
  });

  it('keeps a pasted message without a clear code, and says so in a sentence', async () => {
    const message = 'Code 482913, or call 4711';
    const { main, show } = await openWindow(codeView());
    input(message, inputEvent('insertFromPaste'));
    expect(main.commands()).toEqual([]);
    await show(codeView({ problem: { kind: 'no-code', tries: 1 } }));
    expect(field('Code').value).toBe(message);
    expect(document.getElementById('code-problem')?.textContent).toBe(
      'No code was recognised. Type only the code.',
    );
  });

  it('never sends a code that is typed', async () => {
    const { main } = await openWindow(codeView());
    typeKeys('123456');
    expect(field('Code').value).toBe('123456');
    expect(main.commands()).toEqual([]);
  });

  it.each(['insertCompositionText', 'historyUndo', 'historyRedo', 'deleteContentBackward'])(
    'sends no code for an edit of several characters: %s',
    async (inputType) => {
      const { main } = await openWindow(codeView());
      input('1234567', inputEvent('insertCompositionText'));
      input('123456', inputEvent(inputType));
      input('', inputEvent('deleteByCut'));
      input(
        '123456',
        inputEvent(inputType === 'deleteContentBackward' ? 'historyUndo' : inputType),
      );
      expect(main.commands()).toEqual([]);
    },
  );
});

// The page would be drawn again between the key and its picture (docs/performance.md).
it.each([
  ['username', 'Username', usernameView()],
  ['code', 'Code', codeView()],
  ['code beside a push', 'Or type a code from your app', approvalView()],
  ['security key', 'Code from the key', keyView()],
] as const)(
  'changes only the field of the %s when a key is pressed',
  async (_name, label, view) => {
    await openWindow(view);
    const changes = new MutationObserver(() => undefined);
    changes.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    input('1', inputEvent('insertText'), field(label));
    input('12', inputEvent('insertText'), field(label));
    // React writes these two again, as they are.
    const same = ['name', 'type'];
    const changed = changes
      .takeRecords()
      .filter(
        ({ target, attributeName }) =>
          target !== field(label) || !same.includes(attributeName ?? ''),
      );
    expect(changed).toEqual([]);
    expect(field(label).value).toBe('12');
  },
);
