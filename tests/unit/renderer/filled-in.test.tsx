// @vitest-environment jsdom
// A code that arrives at once (pasted or filled in), a typed code, and the cost of a key in a field.
import { describe, expect, test } from 'vitest';
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
  test.each([
    ['a password manager that sets the value', () => new Event('input', { bubbles: true })],
    ['an input event without data', () => inputEvent('')],
    [
      'a replacement, as of a one-time code of the system',
      () => inputEvent('insertReplacementText'),
    ],
    ['text that is dropped', () => inputEvent('insertFromDrop')],
    ['all characters in one go', () => inputEvent('insertText')],
  ])('%s counts as pasting', async (_who, event) => {
    const { main } = await openWindow(codeView());
    input('123456', event());
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '123456' } }]);
  });

  test('is sent when filled in to its full length, and not before', async () => {
    const { main } = await openWindow(codeView({ codeLength: 7 }));
    input('123456', inputEvent('insertReplacementText'));
    input('1234567', inputEvent('insertReplacementText'));
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '1234567' } }]);
  });

  test('a new code counts as pasted also where an old one stood before the method was started again', async () => {
    const { main, show } = await openWindow(smsView());
    typeKeys('123456');
    await show(methodsView({ starting: 'sms' }));
    await show(smsView());
    expect(field('Code').value).toBe('');
    input('654321', inputEvent('insertText'));
    expect(main.commands()).toEqual([{ name: 'login:submit-code', argument: { code: '654321' } }]);
  });

  test('is kept, with a sentence, where a pasted message has no code that can be told apart', async () => {
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

  test('typing never sends by itself', async () => {
    const { main } = await openWindow(codeView());
    typeKeys('123456');
    expect(field('Code').value).toBe('123456');
    expect(main.commands()).toEqual([]);
  });

  test.each(['insertCompositionText', 'historyUndo', 'historyRedo', 'deleteContentBackward'])(
    'is not sent by an edit of several characters: %s',
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
test.each([
  ['username', 'Username', usernameView()],
  ['code', 'Code', codeView()],
  ['code beside a push', 'Or type a code from your app', approvalView()],
  ['security key', 'Code from the key', keyView()],
] as const)('changes only the field for a %s when a key is pressed', async (_name, label, view) => {
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
      ({ target, attributeName }) => target !== field(label) || !same.includes(attributeName ?? ''),
    );
  expect(changed).toEqual([]);
  expect(field(label).value).toBe('12');
});
