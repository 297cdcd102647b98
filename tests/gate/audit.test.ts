/**
 * The real program and a real socket of syslog: each verdict is a line there, before anybody is let
 * in.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, it } from 'vitest';
import { validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import type { AuditLine } from '../../shared/outcomes/audit-line.ts';
import type { ConfigJson } from '../../lab/written-config.ts';
import { checkout, here, skipped, type Checkout } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, login, wordsOf } from '../support/bench/login.ts';
import { OUTCOMES } from './support/outcome-rows.ts';
import { run, type Ended } from '../../lab/child-program.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { sampled } from '../support/random/sampled.ts';
import {
  hasJournal,
  Journal,
  SystemLog,
  withoutOwnLog,
  type LogState,
} from './support/system-log.ts';

const SCHEMA = resolve(import.meta.dirname, '../../packaging/schemas/audit.schema.json');
/** Twice the longest wait for the log, and the start of a program on a busy machine. */
const LONGEST_MS = 60_000;

const why = skipped || withoutOwnLog();

describe.skipIf(why !== '').each(HOSTS_OF_SHARED_CODE)(
  `verdicts in the system’s log, of $name${why && ` (skipped: ${why})`}`,
  (host) => {
    const secrets = { secretKey: 'canary-secret-key', systemToken: 'canary-system-token' };
    const plain = checkout(secrets, host);
    const { env } = host;
    const isValid = new Ajv({ validateFormats: false }).compile(
      JSON.parse(readFileSync(SCHEMA, 'utf8')) as object,
    );
    const logs: SystemLog[] = [];
    afterEach(() => {
      for (const log of logs.splice(0)) log.close();
    });
    const opened = async (state: LogState): Promise<SystemLog> => {
      const log = await SystemLog.open(state);
      logs.push(log);
      return log;
    };

    const parsed = (line: string): AuditLine => {
      const value: unknown = JSON.parse(line);
      expect(isValid(value), `${line}\n${JSON.stringify(isValid.errors)}`).toBe(true);
      return value as AuditLine;
    };

    /** A checkout on a computer with this log, which is required unless it says otherwise. */
    const logging = (
      log: Pick<SystemLog, 'around'>,
      audit: 'required' | 'on' = 'required',
    ): Checkout => {
      const config = (changes: ConfigJson = {}): string => plain.config({ audit, ...changes });
      const launcher = () => log.around([LAUNCHER]);
      return { ...plain, ...here({ person: plain.person, config, launcher, host }), config };
    };

    const account = (): string => host.account().name;

    it('writes an approval under authpriv, with both names, the audience and the ticket’s identifier', async () => {
      const log = await opened('reads');
      const running = await check(logging(log))
        .with({
          login: { username: 'os', names: { [account()]: 'push-only' } },
          gate: { audience: 'payroll' },
        })
        .as(null)
        .start();
      const { tid } = await plain.person().delivered('push-only', 'push');
      await plain.person().approve(tid);
      const { verdict } = await running.ends('confirmed');
      const claims = Buffer.from(verdict?.ticket?.split('.')[1] ?? '', 'base64url').toString();
      const { jti } = JSON.parse(claims) as { jti: string };
      const [line = '', ...more] = await log.lines(1);
      expect(more).toEqual([]);
      expect(parsed(line)).toEqual({
        v: 1,
        event: 'login',
        outcome: 'confirmed',
        reason: null,
        uid: host.account().uid,
        account: account(),
        name: 'push-only',
        audience: 'payroll',
        method: 'push',
        jti,
        seconds: expect.any(Number),
      });
      // authpriv is 10, notice is 5 (RFC 3164, 4.1.1).
      expect(log.datagrams()[0]).toMatch(/^<85>\w{3} [ \d]\d [\d:]{8} gatehouse\[\d+\]: \{/);
    });

    it.skipIf(!hasJournal)(
      'reaches the journal whole, which adds who wrote it (needs systemd-journald)',
      async () => {
        const journal = new Journal();
        await check(logging(journal))
          .with({
            login: { username: 'given', names: { 'jürgen%1': 'bypassed' } },
            gate: { audience: 'x'.repeat(500) },
          })
          .as('jürgen%1')
          .ends('bypassed');
        const [entry, ...more] = journal.entries();
        expect(more).toEqual([]);
        expect(entry).toMatchObject({
          SYSLOG_FACILITY: '10',
          PRIORITY: '5',
          SYSLOG_IDENTIFIER: 'gatehouse',
          _UID: String(host.account().uid),
        });
        expect(parsed(entry?.['MESSAGE'] ?? '')).toMatchObject({
          outcome: 'bypassed',
          account: 'jürgen%1',
          name: 'bypassed',
          audience: 'x'.repeat(500),
        });
      },
    );

    it.each(sampled(OUTCOMES, 12))(
      'writes a line of the published form, or none before the configuration is read: $name',
      async ({ from, outcome, reason, fault, isUnaudited = false }) => {
        await plain.person().reset();
        if (fault) await plain.person().fault(fault);
        const log = await opened('reads');
        await from(logging(log)).ends(outcome, reason);
        if (isUnaudited) {
          expect(log.datagrams()).toEqual([]);
          return;
        }
        const [line = '', ...more] = await log.lines(1);
        expect(more).toEqual([]);
        expect(parsed(line)).toMatchObject({ outcome, reason });
      },
    );

    it('writes a line for a command that is missing, and for a signal', async () => {
      const log = await opened('reads');
      const on = logging(log);
      const missing = login(on).as('bypassed').before(['no-such-command']);
      await missing.ends('usage', 'command-not-found', 127);
      const waiting = await login(on).asked();
      waiting.program.signal('SIGTERM');
      await waiting.ends('cancelled');
      expect((await log.lines(2)).map((line) => parsed(line).reason)).toEqual([
        'command-not-found',
        'cancelled',
      ]);
    });

    it('writes no code, token, ticket, secret or text of the service (SEC-118)', async () => {
      const log = await opened('reads');
      const { totp } = await plain.person().codes('totp-only');
      const on = check(logging(log, 'on')).with({ gate: { audience: 'payroll' } });
      const { verdict } = await on
        .as('totp-only')
        .by('totp')
        .saying('--passcode-stdin')
        .under({ input: `000000\n${totp}\n` })
        .ends('confirmed');
      await on.as('denied').ends('denied');
      const lines = await log.lines(2);
      const sent = (await plain.person().log()).flatMap(({ body }) => [
        body?.['token'],
        body?.['tid'],
        body?.['accessToken'],
      ]);
      const { ticket, email, application, company } = verdict ?? {};
      const hidden = [totp, '000000', 'canary', ticket, email, application, company, ...sent];
      const texts = hidden.filter((text) => typeof text === 'string' && text !== '');
      expect(texts.length).toBeGreaterThan(5);
      const all = log.datagrams().join('\n');
      expect(texts.filter((text) => all.includes(String(text)))).toEqual([]);
      expect(lines.map((line) => parsed(line).outcome)).toEqual(['confirmed', 'denied']);
    });

    describe('a log that cannot be written', () => {
      it.each([
        ['missing', /system's log cannot be written: \/dev\/log cannot be reached \(ENOENT\)/],
        ['gone', /logger failed \(logger: socket \/dev\/log: Connection refused\)/],
        ['full', /logger did not answer in 5 seconds/],
      ] as const)(
        'lets nobody in if the log is required and "%s" (SEC-117)',
        { timeout: LONGEST_MS },
        async (state, says) => {
          const log = await opened(state);
          const { words } = await login(logging(log)).as('bypassed').ends('misconfigured', 'audit');
          expect(words).toMatch(says);
        },
      );

      it.each([
        ['hangs', 'exec sleep 600', 0o755, /logger did not answer in 5 seconds/],
        ['is missing', '', 0o644, /\/usr\/bin\/logger cannot be started \(EACCES\)/],
        ['finds the disk full', 'cat >/dev/full', 0o755, /logger failed \(cat: .*No space left/],
        ['knows no such option', 'exec cat --size=1', 0o755, /logger failed \(cat: unrecognized/],
      ] as const)(
        'lets nobody in if the log is required and its program %s (SEC-117)',
        { timeout: LONGEST_MS },
        async (_what, script, mode, says) => {
          const log = (await opened('reads')).replaceLogger(script, mode);
          const { words } = await login(logging(log)).as('bypassed').ends('misconfigured', 'audit');
          expect(words).toMatch(says);
          expect(log.datagrams()).toEqual([]);
        },
      );

      it.each(['missing', 'gone', 'full'] as const)(
        'lets in with a message if the log is not required and "%s"',
        { timeout: LONGEST_MS },
        async (state) => {
          const log = await opened(state);
          const { words } = await login(logging(log, 'on')).as('bypassed').ends('bypassed');
          expect(words).toMatch(/the verdict is not in the system's log: \/usr\/bin\/logger/);
        },
      );

      it('asks nobody if the required log is missing, and tells config validate and the doctor (SEC-117)', async () => {
        await plain.person().reset();
        const log = await opened('missing');
        const file = plain.config({ audit: 'required', login: { username: 'given' } });
        const start = (...words: readonly string[]): Promise<Ended> =>
          run(log.around([LAUNCHER, ...words, '--config', file]), { env });
        const ended = await start('check', '--no-ui', '--method', 'push', '--user', 'push-only');
        expect(ended.code).toBe(78);
        expect(wordsOf(ended).split('\n')).toEqual([
          `gatehouse: the system's log cannot be written: /dev/log cannot be reached (ENOENT); "audit" in the configuration is "required"`,
        ]);
        expect(await plain.person().log()).toEqual([]);
        const validated = await start('config', 'validate', '--json');
        const { faults } = validationSchema.parse(JSON.parse(validated.stdout.toString()));
        const reason = 'audit: required; /dev/log cannot be reached (ENOENT)';
        expect([validated.code, faults]).toEqual([78, [{ file: '', key: '', reason }]]);
        const doctor = await start('doctor', '--json');
        const report = reportSchema.parse(JSON.parse(doctor.stdout.toString()));
        expect([doctor.code, report.first]).toEqual([78, 'audit-required']);
      });

      it('warns by config validate if the log is missing and not required', async () => {
        const log = await opened('missing');
        const file = plain.config({ audit: 'on', login: { username: 'given' } });
        const { code, stdout } = await run(
          log.around([LAUNCHER, 'config', 'validate', '--json', '--config', file]),
          { env },
        );
        const { warnings } = validationSchema.parse(JSON.parse(stdout.toString()));
        expect(code).toBe(0);
        expect(warnings.map((warning) => warning.code)).toContain('audit-unavailable');
      });
    });

    describe('names of accounts at the service', () => {
      it('refuses an account that the table does not list, and asks the service nothing (SEC-119)', async () => {
        await plain.person().reset();
        const log = await opened('reads');
        const config: ConfigJson = {
          login: { username: 'os', names: { somebody: 'bypassed' } },
        };
        const unlisted = login(logging(log)).with(config).as(null);
        const { words } = await unlisted.ends('misconfigured', 'configuration');
        expect(words).toContain(
          'config.json: login.names: has no name for this account; add it there, or leave the key out',
        );
        expect(await plain.person().log()).toEqual([]);
        const [line = ''] = await log.lines(1);
        expect(parsed(line)).toMatchObject({
          outcome: 'misconfigured',
          reason: 'configuration',
          account: account(),
          name: null,
        });
      });

      it('asks the service for the name that the table gives the account of the caller', async () => {
        await plain.person().reset();
        const log = await opened('reads');
        const config: ConfigJson = {
          login: {
            username: 'given',
            names: { 'jdoe@desk': 'bypassed' },
            details: 'caller',
          },
        };
        const on = login(logging(log)).with(config);
        await on.as('jdoe@desk').saying('--user-email', 'jdoe@example.com').ends('bypassed');
        const [request] = await plain.person().log();
        expect(request?.body).toMatchObject({
          username: 'bypassed',
          userEmail: 'jdoe@example.com',
        });
        const [line = ''] = await log.lines(1);
        expect(parsed(line)).toMatchObject({ account: 'jdoe@desk', name: 'bypassed' });
        await on.as('bypassed').ends('misconfigured');
      });
    });
  },
);
