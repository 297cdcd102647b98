import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownMessages } from '../../../../electron/config/own-messages.ts';
import { readOwnMessages } from '../../../../electron/config/read-own-messages.ts';
import { terminalStrings } from '../../../../shared/strings/terminal-strings.ts';
import { messagesOf } from '../../../../shared/strings/messages.ts';
import { windowStrings } from '../../../../shared/strings/window-strings.ts';
import { compiledMessages } from '../../../../scripts/build/messages.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

function fileOf(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return temp.write(join(temp.folder(), 'messages.json'), text);
}
const read = (content: unknown) => readOwnMessages(fileOf(content));
/** The reason why one English message is invalid. */
const whyNot = (key: string, text: unknown): string => {
  const result = read({ en: { [key]: text } });
  return result.ok ? 'nothing' : result.error.reason;
};

describe('messages in the administrator’s words (SEC-91)', () => {
  it('replaces our messages by the administrator’s, with arguments filled in', () => {
    const result = read({
      en: {
        'first.help': 'Call 1234. It’s free.',
        'window.methods.to-do': '{count, plural, one {Take it.} other {Take one of #.}}',
        'notice.sent-recently': 'Wait: <b>{method}</b>',
      },
      de: {},
    });
    if (!result.ok) throw new Error(result.error.reason);
    const own = result.value.en ?? {};
    const words = windowStrings(messagesOf('en', { ...compiledMessages('en', 'window'), ...own }));
    expect(words.common.help).toBe('Call 1234. It’s free.');
    expect([1, 7].map((count) => words.formatMessage('window.methods.to-do', { count }))).toEqual([
      'Take it.',
      'Take one of 7.',
    ]);
    // Tags are text: they are never rendered.
    expect(words.notice({ kind: 'sent-recently', method: 'totp', waitMs: 1 }, null)).toBe(
      `Wait: <b>${words.methods.totp.name}</b>`,
    );
    expect(words.common.cancel).toBe('Cancel');
    const inTerminal = terminalStrings(
      messagesOf('en', { ...compiledMessages('en', 'terminal'), ...own }),
    );
    expect(inTerminal.notice({ kind: 'sent-recently', method: 'totp', waitMs: 1 }, false)).toMatch(
      /^Wait: /,
    );
  });

  it('takes a message that leaves out a choice, which has no words of its own, or writes a number as it is', () => {
    expect(whyNot('problem.too-many', 'Too often.')).toBe('nothing');
    expect(whyNot('window.methods.to-do', 'One of {count}.')).toBe('nothing');
    expect(whyNot('window.methods.to-do', 'One of {count, number}.')).toBe('nothing');
  });

  it.each([
    ['no-such', 'x', 'there is no such message'],
    ['first.help', 5, 'is no text'],
    ['first.help', ' ', 'is no text'],
    ['first.help', 'x'.repeat(1001), 'is longer than 1000 characters'],
    ['first.help', 'a\u202eb', 'has a control character in it'],
    ['first.help', 'a {b', /^is no ICU MessageFormat/],
    [
      'first.help',
      'a {username}',
      'has the placeholder {username}, which this message does not take',
    ],
    ['starting', 'Begins.', 'leaves {method} out'],
    ['starting', '{method, plural, other {#}}', 'takes {method} as a number; it is a text'],
    ['problem.too-many', '{pause}', 'takes {pause} as a text; it is a choice'],
    [
      'window.methods.to-do',
      '{count, select, other {x}}',
      'takes {count} as a choice; it is a number',
    ],
    [
      'window.methods.to-do',
      '{count, number, ::currency/X}',
      'has {count} in a form that no message takes',
    ],
    ['window.methods.to-do', '{count, plural, one {} other {#}}', 'is empty in a case of {count}'],
    // Each use counts, not the last one.
    ['time.left', '{time, date} {time}', 'has {time} in a form that no message takes'],
    [
      'error.once-more',
      '{advice} {advice, select, other {x}}',
      'takes {advice} as a text; it is a choice',
    ],
    [
      'confirmed',
      '{username, plural, =7 {{username}} other {root}}',
      'takes {username} as a number; it is a text',
    ],
    [
      'first.help',
      '{toString}',
      'has the placeholder {toString}, which this message does not take',
    ],
    [
      'first.help',
      '{constructor, select, other {x}}',
      'has the placeholder {constructor}, which this message does not take',
    ],
    ['first.help', '\u200b', 'is no text'],
  ])('refuses for the message %s the text %j: %s', (key, text, reason) => {
    const said = whyNot(key, text);
    if (typeof reason === 'string') expect(said).toBe(`en: ${key}: ${reason}`);
    else expect(said.replace(`en: ${key}: `, '')).toMatch(reason);
  });

  it.each([
    ['', 'is not JSON: it ends too early'],
    ['{"en": {}, "en": {}}', /^en is there twice/],
    ['[]', 'is no JSON object of languages'],
    ['{"en": "x"}', 'en: is no object of messages'],
    ['{"nl": {}}', /^nl: is not one of the languages en, de, /],
  ])('refuses a file of messages with %j', (content, reason) => {
    const result = read(content);
    expect(result).toMatchObject({ ok: false, error: { key: 'messages' } });
    if (!result.ok) expect(result.error.reason).toMatch(reason);
  });

  it('refuses a missing file of messages', () => {
    expect(readOwnMessages('/nowhere/messages.json')).toMatchObject({
      ok: false,
      error: { file: '/nowhere/messages.json', key: 'messages', reason: 'does not exist' },
    });
  });

  it('takes no messages if no file is configured', async () => {
    expect(await ownMessages(null)).toEqual({ ok: true, value: {} });
  });
});
