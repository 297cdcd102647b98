import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../shared/strings/types.ts';
import { ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import {
  CHECKS,
  DIAGNOSES,
  DIAGNOSIS_CODES,
  reportOf,
  VERDICTS,
  type CheckVerdict,
  type DiagnosisCode,
  type DoctorReport,
} from '../../../../shared/doctor/report.ts';
import type { CodeProblem, Notice } from '../../../../shared/login/view/login-view.ts';
import { METHODS } from '../../../../shared/service/methods.ts';
import { en, fixedTexts, messagesFor } from '../../../support/strings.ts';
import { LANGUAGES } from '../../../../shared/strings/language.ts';
import { windowStrings } from '../../../../shared/strings/window-strings.ts';

const NOTICES: readonly Notice[] = [
  { kind: 'choose-again', serviceText: null },
  ...METHODS.flatMap((method): readonly Notice[] => [
    { kind: 'method-refused', method, serviceText: null },
    { kind: 'sent-recently', method, waitMs: 1000 },
    { kind: 'sent-too-often', method },
    { kind: 'too-many', method, waitMs: 1000, serviceText: null },
    { kind: 'too-many', method, waitMs: 0, serviceText: null },
  ]),
  { kind: 'approval-refused' },
  { kind: 'possibly-missed' },
  { kind: 'code-accepted-no-event' },
];
const PROBLEMS: readonly CodeProblem[] = [
  { kind: 'empty', tries: 1 },
  { kind: 'no-code', tries: 1 },
  { kind: 'wrong', serviceText: null, tries: 1 },
  { kind: 'unanswered' },
  { kind: 'too-many', waitMs: 0, serviceText: null },
  { kind: 'too-many', waitMs: 1000, serviceText: null },
];

/** Every word that the window can show: the fixed ones, and the made ones over all their cases. */
function everyText(): readonly string[] {
  const fixed = fixedTexts('window');
  const requester = { application: 'Payroll', company: 'Northwind' };
  return [
    ...fixed,
    ...NOTICES.flatMap((notice) => [en.notice(notice, null), en.notice(notice, 'Send it again')]),
    ...PROBLEMS.flatMap((problem) => METHODS.map((method) => en.codeProblem(problem, method))),
    ...METHODS.flatMap((method) => [
      en.starting(method),
      en.codeHint(6, method),
      en.codeHint(1, method),
      en.codeHint(null, method),
    ]),
    ...ERROR_CODES.map((code) => en.whatToDo(code, 'restart')),
    ...(['mac', 'other'] as const).map((platform) =>
      en.formatMessage('window.methods.number-keys', { platform }),
    ),
    en.formatMessage('state.available-in', { time: '0:10' }),
    ...[0, 1000, 30_000, 60_000, 60_001, 500_000].flatMap((ms) => [
      en.timeLeft(ms),
      en.milestone(ms, true),
      en.milestone(ms, false),
      en.moreTime(ms),
      en.possibleIn(ms),
      en.pauseIn(ms),
    ]),
    en.formatMessage('window.failed.wait-for', { time: '0:10' }),
    plainText(en.confirmed('alice', requester)),
    plainText(en.sentence('proxy.asks', { proxy: 'proxy.example:3128' })),
    en.doctor.words.notTried(CHECKS.map((check) => ({ check, evidence: '' }))),
    ...DIAGNOSIS_CODES.map((code) => en.doctor.words.summary(reportWithOne(code))),
  ];
}

/** A report of one finding. */
function reportWithOne(code: DiagnosisCode): DoctorReport {
  const { verdict } = DIAGNOSES[code];
  return reportOf([{ check: 'answer', verdict, code, tried: '', evidence: '' }], new Date(0), 1);
}

const DENIED = 'Access Denied!';
const JARGON =
  /\b(transactions?|tokens?|MFA|2FA|TOTP|OTP|tid|sockets?|exceptions?|IPC|null|undefined|please|sorry|oops|simply|invalid|(?<!different )user)\b/i;

describe('the words', () => {
  it('keeps the words of the window free of jargon, pleading and blame', () => {
    for (const text of everyText()) expect(text).not.toMatch(JARGON);
  });

  it('shows no exclamation mark in the window but the one of the service', () => {
    const loud = everyText().filter((text) => text.includes('!'));
    expect(new Set(loud)).toEqual(new Set([DENIED]));
  });

  it('leaves no gap, doubled space or placeholder in the words of the window', () => {
    for (const text of everyText()) expect(text).not.toMatch(/ {2}|^\s|\s$|\{|\}|undefined|NaN/);
  });

  it.each(ERROR_CODES)('says a heading, a cause and a step for %s', (code) => {
    const { title, whatHappened, whatToDo } = en.errors[code];
    // A heading, which is no sentence; then whole sentences. `npm run messages` limits the
    // heading's length.
    expect(title).toMatch(code.startsWith('denied') ? /^Access Denied!$/ : /^[A-Z][^.!?]{4,}$/);
    expect(whatHappened).toMatch(/^[A-Z].{20,}\.$/);
    expect(whatToDo).toMatch(/^[A-Z].{10,}\.$/);
  });

  it('says "Start again" if the button does', () => {
    for (const code of ERROR_CODES) expect(en.whatToDo(code, 'restart')).not.toMatch(/try again/i);
    expect(en.whatToDo('network-unreachable', 'same-method')).toMatch(/try again/);
  });

  it.each(DIAGNOSIS_CODES)('says the doctor’s %s in whole sentences', (code) => {
    const { found, toDo } = en.doctor.words.findings[code];
    expect(found).toMatch(/^[A-Z].{15,}\.$/);
    expect(toDo).toMatch(/^$|^[A-Z].{5,}\.$/);
    // Advice for every fault, and an empty text where all is well.
    const { verdict } = DIAGNOSES[code] as { verdict: CheckVerdict };
    if (verdict === 'wrong' || verdict === 'unknown') expect(toDo).not.toBe('');
    if (verdict === 'well') expect(toDo).toBe('');
  });

  it('tells each check, verdict and finding of the doctor from the others', () => {
    const { checks, verdicts, findings } = en.doctor.words;
    expect(new Set(CHECKS.map((check) => checks[check])).size).toBe(CHECKS.length);
    expect(new Set(VERDICTS.map((verdict) => verdicts[verdict])).size).toBe(VERDICTS.length);
    expect(new Set(DIAGNOSIS_CODES.map((code) => findings[code].found)).size).toBe(
      DIAGNOSIS_CODES.length,
    );
  });

  it.each([
    ['secret-wrong', /^First problem: /],
    ['clock-unknown', /^No problem was found, but some checks gave no result\. [A-Z]/],
    [
      'clock-wrong',
      /^Signing in should work\. There is a warning: .+\. Check the date and time of this computer\./,
    ],
    [
      'websocket-blocked',
      /^Signing in should work\. There is a warning: .+\. You do not have to do anything\.$/,
    ],
    ['well', /^Everything is OK\.$/],
  ] as const)('begins a report of the doctor with the point that matters: %s', (code, summary) => {
    expect(en.doctor.words.summary(reportWithOne(code))).toMatch(summary);
  });

  it('tells the next step at several warnings of the doctor', () => {
    const [clock] = reportWithOne('clock-wrong').findings.map((found) => ({
      ...found,
      check: 'clock' as const,
    }));
    const report = reportWithOne('key-store-unprotected');
    const findings = [...report.findings, ...(clock ? [clock] : [])];
    expect(en.doctor.words.summary({ ...report, findings })).toMatch(
      /^Signing in should work\. There are warnings: .+ and Clock\. Each warning says what to do\.$/,
    );
  });

  it('says different causes for different ends', () => {
    const told = ERROR_CODES.map((code) => en.errors[code].whatHappened);
    expect(new Set(told).size).toBe(ERROR_CODES.length);
  });

  it.each(METHODS)('says %s in complete and short words', (method) => {
    const words = en.methods[method];
    expect(words.name).toMatch(/^[A-Z][^.]{5,30}$/);
    expect(words.whatHappens).toMatch(/^[A-Z][^.]{5,35}$/);
    expect(words.heading).toMatch(/^[A-Z][^.]{5,25}$/);
    expect(words.instruction).toMatch(/^[A-Z].{10,40}\.$/);
    expect(words.started).toMatch(/\.$/);
    expect(words.startedAgain).toMatch(/\.$/);
    expect(words.again.length).toBeLessThan(24);
  });

  it('names each method differently', () => {
    expect(new Set(METHODS.map((method) => en.methods[method].name)).size).toBe(METHODS.length);
  });
});

describe('time and number', () => {
  it.each([
    [0, '0 seconds left'],
    [1, '1 second left'],
    [1000, '1 second left'],
    [1001, '2 seconds left'],
    [60_000, '60 seconds left'],
    [60_001, 'Less than 2 minutes left'],
    [120_000, 'Less than 2 minutes left'],
    [120_001, 'Less than 3 minutes left'],
    [-5, '0 seconds left'],
  ])('says %d ms as "%s"', (ms, words) => {
    expect(en.timeLeft(ms)).toBe(words);
  });

  it.each([
    [0, '0:00'],
    [900, '0:01'],
    [24_000, '0:24'],
    [61_000, '1:01'],
    [600_000, '10:00'],
  ])('shows %d ms on the clock as %s', (ms, words) => {
    expect(en.clock(ms)).toBe(words);
  });

  it('says "digit" for one digit, and "digits" for more', () => {
    expect(en.codeHint(1, 'sms')).toMatch(/^1 digit\./);
    expect(en.codeHint(8, 'sms')).toMatch(/^8 digits\./);
  });
});

/** The problems of a code, after any number of attempts: only the service knows the limit. */
const TRIED: readonly CodeProblem[] = [
  ...[1, 2, 7].flatMap((tries): CodeProblem[] => [
    { kind: 'empty', tries },
    { kind: 'no-code', tries },
    { kind: 'wrong', serviceText: null, tries },
    { kind: 'too-short', tries },
    { kind: 'unknown-layout', tries },
  ]),
  { kind: 'unanswered' },
  { kind: 'too-many', waitMs: 45_000, serviceText: null },
];

describe.each(LANGUAGES)('%s', (language) => {
  const strings = windowStrings(messagesFor(language, 'window'));

  it.each(['totp', 'sms', 'yotp'] as const)(
    `invents no number of attempts for %s in ${language}`,
    (method) => {
      for (const problem of TRIED) {
        const said = strings.codeProblem(problem, method);
        expect(said).not.toMatch(/\p{Nd}/u);
        // The same words each time: a count would change them.
        if ('tries' in problem)
          expect(said).toBe(strings.codeProblem({ ...problem, tries: 1 }, method));
      }
    },
  );
});
