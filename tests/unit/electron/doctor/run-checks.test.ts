import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../../electron/doctor/run-checks.ts';
import { DOCTOR_LIMITS, type DoctorPorts } from '../../../../electron/doctor/ports.ts';
import { reportLines } from '../../../../electron/doctor/report-lines.ts';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import { noKeyStore } from '../../../../electron/secrets/no-key-store.ts';
import {
  CHECKS,
  DIAGNOSES,
  DIAGNOSIS_CODES,
  problemsFirst,
  reportOf,
  reportSchema,
  type CheckName,
  type DoctorReport,
  type Finding,
} from '../../../../shared/doctor/report.ts';
import { failure, success } from '../../../../shared/result.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeSocket } from '../../../support/fakes/fake-socket.ts';
import { testConfig } from '../../../support/login/test-config.ts';
import { examine } from './examine.ts';
import { fakePorts, fakeSetup, never, NOW, SECRET, STORE } from './fake-ports.ts';
import { en, enDoctorCommand } from '../../../support/strings.ts';

const HANGING: Partial<DoctorPorts> = {
  http: never,
  lookup: never,
  connectTcp: never,
  resolveProxy: never,
  ticketKey: never,
  keyStore: { isSupported: true, backend: never, protects: never, seal: never, unseal: never },
};

const codesOf = ({ findings }: DoctorReport): Record<string, string> =>
  Object.fromEntries(findings.map(({ check, code }) => [check, code]));

const NO_SECRET = {
  reason: 'secret',
  key: 'credentials.secretKeyFile',
  file: '/secret',
  message: 'is empty',
} as const;

describe('the doctor', () => {
  it('ends in 20 s even if everything hangs, with a finding of every check', async () => {
    const { report, tookMs } = await examine(HANGING);
    expect(tookMs).toBeLessThan(20_000);
    expect(report.findings.map(({ check }) => check)).toEqual(
      CHECKS.filter((check) => check !== 'display'),
    );
    expect(codesOf(report)).toMatchObject({
      'key-store': 'key-store-silent',
      proxy: 'time-up',
      name: 'not-tried',
    });
    expect(reportSchema.parse(report)).toEqual(report);
  });

  const slow =
    (clock: FakeClock, ms: number, outcome: HttpOutcome): HttpPort =>
    () =>
      new Promise((resolve) =>
        clock.schedule(ms, () => {
          resolve(outcome);
        }),
      );

  it.each([
    ['every answer comes at the last moment', 5_999],
    ['every answer comes in half the time', 2_000],
  ])('ends in 20 s if %s', async (_name, ms) => {
    const clock = new FakeClock(0);
    const http = slow(clock, ms, httpAnswer(429));
    const webSocket = () => fakeSocket().socket;
    const { tookMs } = await examine({ ...HANGING, http, webSocket }, {}, clock);
    expect(tookMs).toBeLessThan(20_000);
    expect(tookMs).toBeGreaterThan(ms);
  });

  it('marks running checks "time-up" and unstarted ones "not-tried" at the time limit', async () => {
    const clock = new FakeClock(0);
    const found = runChecks({
      setup: fakeSetup(),
      ports: fakePorts({ clock, ...HANGING }),
      version: '1',
      limits: { ...DOCTOR_LIMITS, overall: 1_000 },
    });
    await new Promise(setImmediate);
    clock.advance(1_000);
    const report = await found;
    expect(codesOf(report)).toMatchObject({
      configuration: 'well',
      'key-store': 'time-up',
      answer: 'time-up',
      credentials: 'not-tried',
      polling: 'not-tried',
    });
    expect([report.first, report.exitCode, report.durationMs]).toEqual(['time-up', 69, 1_000]);
  });

  it('does not try, and says why, what needs Chromium', async () => {
    const { report } = await examine({ webSocket: null, keyStore: noKeyStore });
    const found = report.findings.filter(({ check }) => /^(websocket|key-store)$/.test(check));
    expect(found.map(({ code, evidence }) => [code, evidence])).toEqual([
      ['not-tried', 'without Chromium'],
      ['not-tried', 'without Chromium'],
    ]);
  });

  it('reports a ticket key of a key store that is not there without Chromium', async () => {
    const ticketKey = () => Promise.resolve(failure('a key store sealed it'));
    const { report } = await examine({ webSocket: null, keyStore: noKeyStore, ticketKey });
    expect(codesOf(report)).toMatchObject({ 'key-store': 'ticket-key-unusable' });
  });

  it('ends every exchange when the doctor is done', async () => {
    const signals: AbortSignal[] = [];
    await examine({
      http: ({ signal }) => {
        signals.push(signal);
        return never();
      },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('never rejects its report, even if a port throws', async () => {
    const throws = (): never => {
      throw new Error(SECRET);
    };
    const { report } = await examine({ isOnline: throws, keyStore: { ...STORE, backend: throws } });
    expect(codesOf(report)).toMatchObject({
      'key-store': 'key-store-silent',
      name: 'internal-fault',
      polling: 'not-tried',
    });
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  it('runs the remaining checks without a configuration, and asks no network', async () => {
    const config = failure({ file: '/a', key: '', reason: 'does not exist' });
    const asked: string[] = [];
    const ask = (what: string) => (): never => {
      asked.push(what);
      throw new Error('asked');
    };
    const network: Partial<DoctorPorts> = {
      http: ask('http'),
      webSocket: ask('webSocket'),
      lookup: ask('lookup'),
      connectTcp: ask('connectTcp'),
      resolveProxy: ask('resolveProxy'),
    };
    const { report } = await examine(network, { config, credentials: null });
    expect(asked).toEqual([]);
    expect([report.first, report.exitCode]).toEqual(['configuration-invalid', 78]);
    const { configuration, 'key-store': keyStore, display = 'well', ...rest } = codesOf(report);
    expect([configuration, keyStore, display]).toEqual(['configuration-invalid', 'well', 'well']);
    const untried = CHECKS.filter(
      (check) => !['configuration', 'key-store', 'display'].includes(check),
    );
    expect(rest).toEqual(Object.fromEntries(untried.map((check) => [check, 'not-tried'])));
  });

  it('leaves the credentials alone without a secret', async () => {
    const { report } = await examine({}, { credentials: failure(NO_SECRET) });
    expect(report.first).toBe('secret-missing');
    expect(codesOf(report)).toMatchObject({
      answer: 'well',
      credentials: 'not-tried',
      polling: 'realtime-refused',
    });
  });
});

describe('a report', () => {
  const TOKEN = 'CANARYTOKEN';
  const config = success(testConfig({ service: { systemToken: TOKEN } }));
  const everything = `${TOKEN} ${SECRET}`;
  const envelope = (exception: string) =>
    httpAnswer(400, {
      status: 'ERROR',
      result: { exception, code: 1, errorMessage: everything, name: TOKEN },
    });

  it.each<readonly [string, HttpOutcome]>([
    [
      'a redirect',
      httpAnswer(302, everything, { location: `https://${TOKEN}.example/?t=${TOKEN}&s=${SECRET}` }),
    ],
    ['a page', httpAnswer(200, `<html>${everything}`)],
    ['an exception', envelope(TOKEN)],
    ['a missing field', envelope('MissingFieldException')],
    ['a text', httpAnswer(200, everything)],
    [
      'headers',
      httpAnswer(200, { status: 'OK' }, { date: everything, 'x-service-signature': everything }),
    ],
    [
      'a certificate',
      {
        kind: 'tls',
        fault: 'other',
        evidence: toEvidence`ERR_CERT_INVALID (issued by "${TOKEN}")`,
      },
    ],
    [
      'a proxy',
      {
        kind: 'proxy-login',
        evidence: toEvidence`HTTP 407`,
        proxy: { id: TOKEN, name: TOKEN, hasRefused: false },
      },
    ],
    ['the network', { kind: 'network', fault: 'unknown', evidence: toEvidence`${TOKEN}` }],
  ])('keeps a secret that is repeated by %s out of the report (SEC-34)', async (_name, outcome) => {
    const resolveProxy = () => Promise.resolve(`PROXY user:${SECRET}@${TOKEN}:1`);
    const PASSWORD = 'HUNTER2-CANARY';
    const secrets = () => [{ text: PASSWORD, shownAs: '[proxy login]' }];
    const issuerOf = () => `${TOKEN} ${PASSWORD}`;
    for (const changes of [{}, { resolveProxy, issuerOf, secrets }]) {
      const { report } = await examine(
        { http: () => Promise.resolve(outcome), ...changes },
        { config },
      );
      const said =
        `${JSON.stringify(report)}\n${reportLines(report, en.doctor.words).join('\n')}`.toUpperCase();
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain(TOKEN);
      expect(said).not.toContain(PASSWORD);
    }
  });

  it('takes its first problem and exit code from a fault, else from an unknown finding', () => {
    const at = (...codes: readonly (keyof typeof DIAGNOSES)[]) => {
      const findings = codes.map((code) => ({
        check: 'answer' as const,
        verdict: DIAGNOSES[code].verdict,
        code,
        tried: '',
        evidence: '',
      }));
      const { first, exitCode } = reportOf(findings, NOW, 1);
      return [first, exitCode];
    };
    expect(at('well', 'clock-wrong')).toEqual([null, 0]);
    expect(at('time-up', 'secret-wrong', 'offline')).toEqual(['secret-wrong', 78]);
    expect(at('well', 'time-up')).toEqual(['time-up', 69]);
    expect(at('credentials-unknown')).toEqual(['credentials-unknown', 0]);
    expect(at('clock-unknown', 'time-up', 'internal-fault')).toEqual(['time-up', 69]);
  });

  it.each(DIAGNOSIS_CODES)('gives %s its exit code', (code) => {
    const listed = Object.entries(EXITS).find(([, codes]) => codes.includes(code));
    expect(DIAGNOSES[code].exitCode).toBe(Number(listed?.[0] ?? 0));
  });
});

/**
 * The diagnoses by exit code: 78 where a setting has to be changed (docs/command-line.md). Each
 * other one has 0.
 */
const EXITS: Readonly<Record<number, readonly (keyof typeof DIAGNOSES)[]>> = {
  69: [
    'time-up',
    'offline',
    'name-not-found',
    'connection-refused',
    'connection-silent',
    'connection-failed',
    'proxy-unreachable',
    'proxy-refuses',
    'network-sign-in',
    'server-error',
    'not-the-service',
    'answer-cut',
    'answer-silent',
    'answer-unknown',
    'realtime-slow',
    'realtime-blocked',
    'realtime-refused',
  ],
  70: ['internal-fault'],
  78: [
    'configuration-invalid',
    'secret-missing',
    'system-token-missing',
    'authorities-unusable',
    'logo-unusable',
    'messages-unusable',
    'key-store-locked',
    'key-store-changed',
    'key-store-unreadable',
    'key-store-unavailable',
    'key-store-silent',
    'key-store-broken',
    'ticket-key-unusable',
    'proxy-protocol',
    'proxy-login-required',
    'proxy-login-refused',
    'proxy-script-broken',
    'proxy-untrusted',
    'tls-untrusted',
    'tls-other-name',
    'tls-expired',
    'tls-failed',
    'response-signature-wrong',
    'secret-wrong',
    'signer-failed',
    'signature-missing',
    'system-token-wrong',
    'application-type-wrong',
    'application-promptless',
    'generation-other',
    'username-unknown',
    'username-unlisted',
    'audit-required',
  ],
};

describe('the lines for a terminal', () => {
  const finding = (code: keyof typeof DIAGNOSES, evidence = '', tried = '') => ({
    check: 'answer' as const,
    verdict: DIAGNOSES[code].verdict,
    code,
    tried,
    evidence,
  });
  const lines = (...findings: readonly Finding[]) =>
    reportLines(reportOf(findings, NOW, 1), en.doctor.words);

  it('shows each finding on one line: mark, target, finding, advice, code', () => {
    const { found, toDo } = en.doctor.words.findings['server-error'];
    expect(lines(finding('server-error', 'HTTP 503', 'POST https://a'))[0]).toBe(
      `[wrong] ${en.doctor.words.checks.answer} (POST https://a): ${found} ${en.formatMessage('doctor.seen')}: HTTP 503. ${toDo} [server-error]`,
    );
    expect(lines(finding('well'))[0]).toBe(
      `[ok] ${en.doctor.words.checks.answer}: ${en.doctor.words.findings.well.found}`,
    );
  });

  it('lists the checks that were not tried in one line, each with its reason where there is one', () => {
    const skipped = (check: CheckName, evidence = '') => ({
      ...finding('not-tried', evidence),
      check,
    });
    const { checks } = en.doctor.words;
    expect(
      lines(
        finding('well'),
        skipped('key-store', 'without Chromium'),
        skipped('websocket', 'not in service.realtime.\u001btransports'),
        skipped('clock'),
      )[1],
    ).toBe(
      `Not tried: ${checks['key-store']} (without Chromium), ${checks.websocket} (not in service.realtime. transports), and ${checks.clock}.`,
    );
  });

  it('ends the lines with the first problem and its advice, or with a summary', () => {
    const { found, toDo } = en.doctor.words.findings['server-error'];
    expect(lines(finding('well'), finding('server-error')).at(-1)).toBe(
      `First problem: ${found} ${toDo}`,
    );
    expect(lines(finding('well')).at(-1)).toBe('Everything is OK.');
    expect(lines(finding('realtime-slow')).at(-1)).toContain('Signing in may fail.');
    expect(lines(finding('clock-unknown')).at(-1)).toContain('No problem was found');
  });

  it('begins the lines with the problems, the worst of them first, and leaves the order of the report as it is', () => {
    const findings = (
      ['well', 'realtime-slow', 'clock-unknown', 'server-error', 'offline'] as const
    ).map((code) => finding(code));
    const marks = lines(...findings).map((line) => /\[([\w-]+)\]$/.exec(line)?.[1]);
    expect(marks.slice(0, 4)).toEqual([
      'server-error',
      'offline',
      'realtime-slow',
      'clock-unknown',
    ]);
    expect(reportOf(findings, NOW, 1).findings).toEqual(findings);
  });

  it('puts needed unknown findings before optional ones, as the summary does', () => {
    const unknown = DIAGNOSIS_CODES.filter((code) => DIAGNOSES[code].verdict === 'unknown');
    const report = reportOf(
      unknown.map((code) => finding(code)),
      NOW,
      1,
    );
    expect(problemsFirst(report.findings)[0]?.code).toBe(report.first);
  });

  it('names no button in a terminal', () => {
    const said = JSON.stringify(enDoctorCommand.findings);
    expect(JSON.stringify(en.doctor.words.findings)).toMatch(/check again/i);
    expect(said).not.toMatch(/check again/i);
    expect(enDoctorCommand.findings['time-up'].toDo).toBe('Run this command again.');
  });

  it('adds one line for an untried check', () => {
    expect(lines(finding('offline'), finding('not-tried'))).toHaveLength(4);
  });

  it('drops control characters from a server’s text', () => {
    const [line] = lines(finding('server-error', 'a\n[ok] b\u001b[2J\u202e'));
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
