// @module-tag never-retried
/** The real program and a real socket of syslog: each verdict is a line there, before anybody is let in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, it } from 'vitest';
import { validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import type { AuditLine } from '../../shared/outcomes/audit-line.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import type { ConfigJson } from '../lab/written-config.ts';
import { gateSuite, LAUNCHER, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { OUTCOMES, PUSH } from './support/outcome-rows.ts';
import { Program, run, type Ended } from './support/program.ts';
import {
  hasJournal,
  Journal,
  SystemLog,
  withoutOwnLog,
  type LogState,
} from './support/system-log.ts';

const SCHEMA = resolve(import.meta.dirname, '../../packaging/schemas/audit.schema.json');
const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];
const BYPASSED = [...PUSH, '--user', 'bypassed'];
/** Twice the longest wait for the log, and the start of a program on a busy machine. */
const LONGEST_MS = 60_000;

const why = skipped || withoutOwnLog();

describe.skipIf(why !== '').each(HOSTS_OF_SHARED_CODE)(
  `verdicts in the system’s log, of $name${why && ` (skipped: ${why})`}`,
  (host) => {
    const secrets = { secretKey: 'canary-secret-key', systemToken: 'canary-system-token' };
    const suite = gateSuite(secrets, host);
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

    /** Starts the gate with this log. Its command prints the mark and ends with 23. */
    const gate = (
      log: SystemLog,
      words: readonly string[],
      config: ConfigJson | string,
    ): Program => {
      const file = typeof config === 'string' ? config : suite.config(config);
      const command = [LAUNCHER, '--config', file, '--status-fd', '5', ...words, ...COMMAND];
      return new Program(log.around(command), { listenTo: [5], env });
    };
    const check = (
      log: SystemLog,
      words: readonly string[],
      config: ConfigJson,
      input?: string,
    ): Promise<Ended> =>
      run(log.around([LAUNCHER, 'check', '--config', suite.config(config), ...words]), {
        env,
        ...(input === undefined ? {} : { input }),
      });

    const refused = (ended: Ended, says: RegExp): void => {
      expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
        code: 78,
        ran: '',
      });
      expect(statusOf(ended.heard.get(5))).toMatchObject({
        outcome: 'misconfigured',
        reason: 'audit',
        exitCode: 78,
      });
      expect(wordsOf(ended)).toMatch(says);
    };

    const account = (): string => host.account().name;

    it('writes an approval under authpriv, with both names, the audience and the ticket’s identifier', async () => {
      const log = await opened('reads');
      const program = new Program(
        log.around([
          LAUNCHER,
          ...['check', '--json', '--no-ui', '--method', 'push', '--config'],
          suite.config({
            audit: 'required',
            login: { username: 'os', names: { [account()]: 'push-only' } },
            gate: { audience: 'payroll' },
          }),
        ]),
        { env },
      );
      await suite.person().approve((await suite.person().delivered('push-only', 'push')).tid);
      const ended = await program.ended;
      expect(ended.code, ended.stderr).toBe(0);
      const { ticket } = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
      const claims = Buffer.from(ticket?.split('.')[1] ?? '', 'base64url').toString();
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
        const config = suite.config({
          audit: 'required',
          login: { username: 'given', names: { 'jürgen%1': 'bypassed' } },
          gate: { audience: 'x'.repeat(500) },
        });
        const words = ['check', '--config', config, ...PUSH, '--user', 'jürgen%1'];
        const ended = await run(journal.around([LAUNCHER, ...words]), { env });
        expect(ended.code, ended.stderr).toBe(0);
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

    it.each(OUTCOMES)(
      'writes a line of the published form, or none before the configuration is read: $name',
      async ({ words, outcome, reason, code, config, act, fault }) => {
        await suite.person().reset();
        if (fault) await suite.person().fault(fault);
        const log = await opened('reads');
        const configFile = suite.config({ ...config, audit: 'required' });
        if (config?.['credentials'])
          writeFileSync(join(configFile, '..', 'other'), 'wrong', { mode: 0o600 });
        const program = gate(log, words, configFile);
        await act?.(suite.person());
        const ended = await program.ended;
        expect(ended.code, ended.stderr).toBe(code);
        const isBeforeConfiguration = outcome === 'usage' && words.includes('--tiemout');
        const isFault = reason === 'configuration';
        if (isBeforeConfiguration || isFault) {
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
      const config = suite.config({ audit: 'required' });
      const missing = [LAUNCHER, '--config', config, ...BYPASSED, '--', 'no-such-command'];
      expect((await run(log.around(missing), { env })).code).toBe(127);
      const waiting = gate(log, [...PUSH, '--user', 'push-only'], config);
      await suite.person().delivered('push-only', 'push');
      waiting.signal('SIGTERM');
      expect((await waiting.ended).code).toBe(130);
      expect((await log.lines(2)).map((line) => parsed(line).reason)).toEqual([
        'command-not-found',
        'cancelled',
      ]);
    });

    it('writes no code, token, ticket, secret or text of the service (SEC-118)', async () => {
      const log = await opened('reads');
      const { totp } = await suite.person().codes('totp-only');
      const words = ['--json', '--no-ui', '--method', 'totp', '--user', 'totp-only'];
      const config: ConfigJson = { audit: 'on', gate: { audience: 'payroll' } };
      const good = await check(log, [...words, '--passcode-stdin'], config, `000000\n${totp}\n`);
      expect(good.code, good.stderr).toBe(0);
      const denied = await check(log, ['--no-ui', '--method', 'push', '--user', 'denied'], config);
      expect(denied.code).toBe(77);
      const { ticket, email, application, company } = verdictSchema.parse(
        JSON.parse(good.stdout.toString()),
      );
      const lines = await log.lines(2);
      const sent = (await suite.person().log()).flatMap(({ body }) => [
        body?.['token'],
        body?.['tid'],
        body?.['accessToken'],
      ]);
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
          refused(await gate(log, BYPASSED, { audit: 'required' }).ended, says);
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
          refused(await gate(log, BYPASSED, { audit: 'required' }).ended, says);
          expect(log.datagrams()).toEqual([]);
        },
      );

      it.each(['missing', 'gone', 'full'] as const)(
        'lets in with a message if the log is not required and "%s"',
        { timeout: LONGEST_MS },
        async (state) => {
          const log = await opened(state);
          const ended = await gate(log, BYPASSED, { audit: 'on' }).ended;
          expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([23, `${MARK}\n`]);
          expect(wordsOf(ended)).toMatch(
            /the verdict is not in the system's log: \/usr\/bin\/logger/,
          );
        },
      );

      it('asks nobody if the required log is missing, and tells config validate and the doctor (SEC-117)', async () => {
        await suite.person().reset();
        const log = await opened('missing');
        const file = suite.config({ audit: 'required', login: { username: 'given' } });
        const start = (...words: readonly string[]): Promise<Ended> =>
          run(log.around([LAUNCHER, ...words, '--config', file]), { env });
        const ended = await start('check', '--no-ui', '--method', 'push', '--user', 'push-only');
        expect(ended.code).toBe(78);
        expect(wordsOf(ended).split('\n')).toEqual([
          `gatehouse: the system's log cannot be written: /dev/log cannot be reached (ENOENT); "audit" in the configuration is "required"`,
        ]);
        expect(await suite.person().log()).toEqual([]);
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
        const file = suite.config({ audit: 'on', login: { username: 'given' } });
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
        await suite.person().reset();
        const log = await opened('reads');
        const config: ConfigJson = {
          audit: 'required',
          login: { username: 'os', names: { somebody: 'bypassed' } },
        };
        const ended = await gate(log, PUSH, config).ended;
        expect([ended.code, ended.stdout.toString()]).toEqual([78, '']);
        expect(wordsOf(ended)).toContain(
          'config.json: login.names: has no name for this account; add it there, or leave the key out',
        );
        expect(await suite.person().log()).toEqual([]);
        const [line = ''] = await log.lines(1);
        expect(parsed(line)).toMatchObject({
          outcome: 'misconfigured',
          reason: 'configuration',
          account: account(),
          name: null,
        });
      });

      it('asks the service for the name that the table gives the account of the caller', async () => {
        await suite.person().reset();
        const log = await opened('reads');
        const config: ConfigJson = {
          audit: 'required',
          login: {
            username: 'given',
            names: { 'jdoe@desk': 'bypassed' },
            details: 'caller',
          },
        };
        const words = [...PUSH, '--user', 'jdoe@desk', '--user-email', 'jdoe@example.com'];
        const ended = await gate(log, words, config).ended;
        expect(ended.code, ended.stderr).toBe(23);
        const [request] = await suite.person().log();
        expect(request?.body).toMatchObject({
          username: 'bypassed',
          userEmail: 'jdoe@example.com',
        });
        const [line = ''] = await log.lines(1);
        expect(parsed(line)).toMatchObject({ account: 'jdoe@desk', name: 'bypassed' });
        const other = await gate(log, BYPASSED, config).ended;
        expect(other.code).toBe(78);
      });
    });
  },
);
