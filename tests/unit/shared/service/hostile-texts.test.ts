/** Every text of the service, with markup and with characters that move a terminal's cursor or hide letters. */
import { describe, expect, it } from 'vitest';
import { openEnvelope, parseInit, parseMethod } from '../../../../shared/service/answers.ts';

const MARKUP = '<img src=x onerror=alert(1)><b>bold</b>&amp;{{7*7}}${x}';
const CONTROLS =
  'a\u001b]0;title\u0007b\u009b31mc\u0000d\re\u202ef\u2066g\u200bh\u2028i\ufeffj\u00adk\u{e0041}l';
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

const exception = (member: string) => (text: string) => {
  const result = { exception: 'OddException', code: 7, [member]: text };
  const opened = openEnvelope({ status: 'ERROR', result });
  return opened.kind === 'exception' ? { ...opened.exception } : { refused: opened.kind };
};
const init = (member: string, status: string) => (text: string) => {
  const given = { tid: 'T', status, methods: ['push'], [member]: text };
  const parsed = parseInit(given);
  return parsed.ok ? parsed.value : { refused: parsed.error };
};
const method = (name: 'sms' | 'qrcode', member: string) => (text: string) => {
  const given = { tid: 'T', method: name, qrText: 'q', [member]: text };
  const parsed = parseMethod(given, { tid: 'T', method: name });
  return parsed.ok ? parsed.value : { refused: parsed.error };
};

/** Each member with its treatment: its markup stays as it is, or the member is refused or left out. */
const MEMBERS: readonly (readonly [string, (text: string) => object, 'kept' | 'not shown'])[] = [
  ['exception', exception('exception'), 'not shown'],
  ['errorMessage', exception('errorMessage'), 'kept'],
  ['details', exception('details'), 'kept'],
  ['name', exception('name'), 'kept'],
  ['companyName', init('companyName', 'pending'), 'kept'],
  ['applicationName', init('applicationName', 'pending'), 'kept'],
  ['status', init('status', 'pending'), 'not shown'],
  ['methods', (text) => init('methods', 'pending')(JSON.stringify([text])), 'not shown'],
  ['webURI', init('webURI', 'waiting'), 'not shown'],
  ['phoneNumber', method('sms', 'phoneNumber'), 'kept'],
  ['qrText', method('qrcode', 'qrText'), 'kept'],
  ['method', method('sms', 'method'), 'not shown'],
];

describe('a text of the service', () => {
  it.each(MEMBERS)('%s: markup is letters', (_member, made, fate) => {
    // Shorter than every limit of a text that is shown.
    const shown = textsIn(made('<b>bold</b>'));
    expect(shown.some((text) => text.includes('<b>bold</b>'))).toBe(fate === 'kept' || _member === 'webURI');
    for (const text of textsIn(made(MARKUP))) expect(text).not.toMatch(HARMFUL);
  });

  it.each(MEMBERS)('%s: nothing moves the cursor, turns the text round or hides in it', (_member, made) => {
    for (const text of textsIn(made(CONTROLS))) expect(text).not.toMatch(HARMFUL);
  });
});

/** Every string in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
