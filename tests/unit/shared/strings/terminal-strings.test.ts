import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import { METHODS } from '../../../../shared/service/methods.ts';
import { plainText } from '../../../../shared/strings/types.ts';
import { en, enTerminal, fixedTexts } from '../../../support/strings.ts';
import { NOTICES } from '../../renderer/fixtures.ts';

const Q = { key: 'q', does: enTerminal.formatMessage('terminal.quit') };

/** Every word that only a terminal says, and the made ones over their cases. */
const TEXTS: readonly string[] = [
  ...fixedTexts('terminal'),
  plainText(enTerminal.sentence('screen.signing-in-as', { username: 'alice' })),
  plainText(enTerminal.sentence('screen.sent-to', { number: '•••42' })),
  enTerminal.formatMessage('terminal.fact', { label: 'Phone', value: '•••42' }),
  enTerminal.requester({ application: 'Payroll', company: 'Northwind' }),
  ...ERROR_CODES.flatMap((code) => Object.values(enTerminal.errors[code])),
  ...NOTICES.flatMap((notice) =>
    [true, false].map((canRepeat) => enTerminal.notice(notice, canRepeat)),
  ),
  ...METHODS.flatMap((method) => [1, 6, null].map((length) => enTerminal.askCode(length, method))),
  ...['', 'alice'].map(enTerminal.askUsername),
  ...[1, 3].map((count) => enTerminal.formatMessage('terminal.type-number', { count })),
  ...[true, false].map((canExtend) => enTerminal.milestone(30_000, canExtend)),
  enTerminal.legend({ typed: enTerminal.formatMessage('terminal.type-code'), keys: [Q] }),
  enTerminal.legend({
    instead: enTerminal.formatMessage('terminal.press-enter', { does: 'Start again' }),
    keys: [Q],
  }),
  enTerminal.formatMessage('terminal.doctor', { command: 'gatehouse doctor' }),
  enTerminal.formatMessage('terminal.scan-text', { text: 'qr' }),
  ...(['unwanted', 'unable', { columns: 41, rows: 23 }] as const).map(enTerminal.noPicture),
  enTerminal.formatMessage('terminal.open-text', { text: 'qr' }),
  enTerminal.formatMessage('terminal.asked-at', { time: '14:32' }),
  enTerminal.formatMessage('terminal.sign-in-address', { address: 'http://login.example.com/' }),
  plainText(enTerminal.sentence('proxy.asks', { proxy: 'proxy.example:3128' })),
  enTerminal.moreTime(30_000),
  enTerminal.possibleIn(30_000),
  enTerminal.formatMessage('state.available-in', { time: '0:10' }),
];

describe('the words of a terminal', () => {
  it.each(TEXTS)(
    'says on one line of a terminal, without jargon, pleading or a word for a window: %j',
    (text) => {
      expect(text).not.toMatch(
        /\b(transaction|token|MFA|OTP|exception|socket|undefined|null|please|sorry|(?<!different )user)\b/i,
      );
      expect(text).not.toMatch(/\b(window|button|click on|press the)\b/i);
      expect(text === 'Access Denied!' || !text.includes('!')).toBe(true);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]| {2}|^\s/u);
    },
  );

  it.each(ERROR_CODES)(
    'matches the words of the window for %s, except if they name the place',
    (code) => {
      const inWindow = JSON.stringify(en.errors[code]);
      expect(JSON.stringify(enTerminal.errors[code])).toBe(
        inWindow.replace('this window', 'this terminal'),
      );
    },
  );

  it('names the key that sends a missed request again, if it exists', () => {
    const missed = { kind: 'possibly-missed' } as const;
    expect(enTerminal.notice(missed, true)).toMatch(/type “a”\.$/);
    expect(enTerminal.notice(missed, false)).not.toContain('“a”');
    expect(en.notice(missed, 'Send it again')).toMatch(/choose “Send it again”\.$/);
  });

  it('lists the keys under a QR code on one line of a terminal of 80 columns', () => {
    const keys = [
      { key: 'a', does: en.methods.qrcode.again },
      { key: 'o', does: enTerminal.formatMessage('terminal.other-ways') },
      { key: 'm', does: enTerminal.formatMessage('terminal.more-time') },
      Q,
    ];
    expect(enTerminal.legend({ keys }).length).toBeLessThanOrEqual(80);
  });

  it('quotes the service in a terminal, which cannot close the quotation', () => {
    expect(enTerminal.serviceSays(null)).toBe('');
    expect(enTerminal.serviceSays({ message: '', details: null })).toBe('');
    expect(enTerminal.serviceSays({ message: 'No.', details: 'Ask "IT" ” now' })).toBe(
      'The service says: “No.” “Ask ’IT’ ’ now”',
    );
  });

  it.each([
    [6, 'totp', 'Code (6 digits, or a bypass code): '],
    [1, 'sms', 'Code (1 digit): '],
    [null, 'sms', 'Code: '],
    [null, 'totp', 'Code (or a bypass code): '],
  ] as const)('asks for %s digits by %s with %j', (length, method, prompt) => {
    expect(enTerminal.askCode(length, method)).toBe(prompt);
  });
});
