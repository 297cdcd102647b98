// @module-tag never-retried
/** The real program: every outcome, its exit code, its verdict on the status channel, and whether the command ran. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { gateSuite, LAUNCHER, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { sampled } from '../support/random/sampled.ts';
import { HOSTS, NODE, type TestHost } from './support/hosts.ts';
import { OUTCOMES, PUSH } from './support/outcome-rows.ts';

const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];

describe.skipIf(skipped !== '').each(HOSTS)(
  `outcomes of the gate in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const suite = gateSuite({}, host);

    // Both hosts run the same code up to the network, and Node starts in a third of the time: it has every row.
    it.each(host === NODE ? OUTCOMES : sampled(OUTCOMES, 7))(
      'ends with $outcome and $code: $name',
      async ({ words, outcome, reason, code, config, act, fault, says }) => {
        await suite.person().reset();
        if (fault) await suite.person().fault(fault);
        const configFile = suite.config(config);
        if (config?.['credentials'])
          writeFileSync(join(configFile, '..', 'other'), 'wrong', { mode: 0o600 });
        const program = suite.start(['--status-fd', '5', ...words, ...COMMAND], {
          listenTo: [5],
          configFile,
        });
        await act?.(suite.person());
        const ended = await program.ended;
        expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({
          code,
          ran: code === 23 ? `${MARK}\n` : '',
        });
        const status = statusOf(ended.heard.get(5));
        expect(status).toMatchObject({ outcome, reason, exitCode: code === 23 ? 0 : code });
        if (says) expect(wordsOf(ended)).toMatch(says);
      },
    );

    it.each([
      ['a missing command', ['no-such-command'], 127, 'command-not-found'],
      ['a folder', ['/tmp'], 126, 'command-not-executable'],
      ['no command', [], 64, 'usage'],
    ])('reports %s before any request', async (_what, command, code, reason) => {
      await suite.person().reset();
      const words = [...PUSH, '--user', 'push-only', '--status-fd', '5', '--', ...command];
      const ended = await suite.start(words, { listenTo: [5] }).ended;
      expect(ended.code).toBe(code);
      expect(statusOf(ended.heard.get(5))).toMatchObject({
        outcome: 'usage',
        reason,
        exitCode: code,
      });
      expect(await suite.person().log()).toEqual([]);
    });

    it('reports a faulty configuration before a missing command', async () => {
      const config = { login: { usernam: 'ask' } };
      expect((await suite.start([...PUSH, '--', 'no-such-command'], { config }).ended).code).toBe(
        78,
      );
      expect((await suite.start(['--no-ui', '--', 'no-such-command']).ended).code).toBe(127);
    });

    it('hands over a result with a ticket that another library verifies, bound to the nonce', async () => {
      const config = { gate: { audience: 'payroll' } };
      const words = [
        ...PUSH,
        '--user',
        'push-only',
        '--nonce',
        'start-17',
        '--',
        'sh',
        '-c',
        'cat <&3',
      ];
      const from = await deliveries();
      const program = suite.start(words, { config });
      await suite.person().approve((await suite.person().delivered('push-only', 'push', from)).tid);
      const { stdout, stderr } = await program.ended;
      const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
      expect(verdict).toMatchObject({
        outcome: 'confirmed',
        username: 'push-only',
        email: 'push-only@example.com',
        application: 'Example Desktop',
        method: 'push',
        exitCode: 0,
      });
      const { payload } = await jwtVerify(verdict.ticket ?? '', createLocalJWKSet(jwks(host)), {
        issuer: 'gatehouse',
        audience: 'payroll',
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'iat', 'jti', 'nonce'],
      });
      expect(payload).toMatchObject({ nonce: 'start-17', sub: 'push-only', outcome: 'confirmed' });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
      expect(stderr).not.toContain(verdict.ticket ?? '?');
    });

    it.each([
      ['no source of codes', 'totp-only', [], '', 'nothing-to-answer-with', 64],
      ['no code', 'totp-only', ['--passcode-stdin'], '', 'nothing-to-answer-with', 64],
      ['a wrong code', 'totp-only', ['--passcode-stdin'], '000000\n', 'wrong-passcode', 77],
      [
        'a wrong code, then the right one',
        'totp-only',
        ['--passcode-stdin'],
        '000000\nTOTP\n',
        null,
        0,
      ],
      ['a name that cannot be sent', 'a\u202eb', ['--passcode-stdin'], '000000\n', 'usage', 64],
    ] as const)(
      'prints the verdict of check alone, and no code, after %s',
      async (_what, user, more, given, reason, code) => {
        await suite.person().reset();
        const { totp } = await suite.person().codes('totp-only');
        const words = ['check', '--no-ui', '--json', '--user', user, '--method', 'totp', ...more];
        const ended = await suite.start(words, { input: given.replace('TOTP', totp) }).ended;
        expect(ended.stdout.toString()).toMatch(/^[^\n]+\n$/);
        const { ticket, ...verdict } = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
        expect(verdict).toMatchObject({ reason, exitCode: code });
        expect([ended.code, ticket === null]).toEqual([code, code !== 0]);
        expect(JSON.stringify(verdict) + ended.stderr).not.toContain(totp);
      },
    );

    it('passes standard input to the command untouched', async () => {
      const input = Buffer.alloc(2_000_000, 'abcdefghijklmnopqrstuvwxyz\n');
      const ended = await suite.start([...PUSH, '--user', 'bypassed', '--', 'cat'], { input })
        .ended;
      expect(ended.stdout.equals(input), ended.stderr).toBe(true);
    });

    it('gives each of several gates at once its own outcome', async () => {
      const users = ['push-only', 'denied', 'bypassed', 'waiting'];
      const from = await deliveries();
      const programs = users.map((user) =>
        suite.start([...PUSH, '--user', user, '--', 'sh', '-c', 'cat <&3; exit 23']),
      );
      await suite.person().approve((await suite.person().delivered('push-only', 'push', from)).tid);
      const ended = await Promise.all(programs.map((program) => program.ended));
      expect(ended.map(({ code }) => code)).toEqual([23, 77, 23, 75]);
      const names = ended.map(
        ({ stdout }) => (JSON.parse(stdout.toString() || '{}') as { username?: string }).username,
      );
      expect(names).toEqual(['push-only', undefined, 'bypassed', undefined]);
    });

    async function deliveries(): Promise<number> {
      return (await suite.person().outbox('push-only')).length;
    }
  },
);

function jwks({ env }: TestHost): JSONWebKeySet {
  const text = execFileSync(LAUNCHER, ['keys', 'status', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(text) as { jwks: JSONWebKeySet }).jwks;
}
