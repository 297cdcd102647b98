/**
 * The real program: every outcome, its exit code, its verdict on the status channel, and whether
 * the command ran.
 */
import { execFileSync } from 'node:child_process';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, login } from '../support/bench/login.ts';
import { sampled } from '../support/random/sampled.ts';
import { HOSTS, NODE, type TestHost } from './support/hosts.ts';
import { OUTCOMES } from './support/outcome-rows.ts';

describe.skipIf(skipped !== '').each(HOSTS)(
  `outcomes of the gate in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);

    // Both hosts run the same code up to the network, and Node starts in a third of the time: it
    // has every row.
    it.each(host === NODE ? OUTCOMES : sampled(OUTCOMES, 7))(
      'ends with $outcome: $name',
      async ({ from, outcome, reason, fault, says }) => {
        await on.person().reset();
        if (fault) await on.person().fault(fault);
        const { words } = await from(on).ends(outcome, reason);
        if (says) expect(words).toMatch(says);
      },
    );

    it.each([
      ['a missing command', ['no-such-command'], 127, 'command-not-found'],
      ['a folder', ['/tmp'], 126, 'command-not-executable'],
      ['no command', [], 64, 'usage'],
    ])('reports %s before any request', async (_what, command, code, reason) => {
      await on.person().reset();
      await login(on).before(command).ends('usage', reason, code);
      expect(await on.person().log()).toEqual([]);
    });

    it('reports a faulty configuration before a missing command', async () => {
      const faulty = login(on).with({ login: { usernam: 'ask' } });
      await faulty.before(['no-such-command']).ends('misconfigured');
      const sound = login(on).as(null).by(null);
      await sound.before(['no-such-command']).ends('usage', 'command-not-found', 127);
    });

    it('hands over a result with a ticket that another library verifies, bound to the nonce', async () => {
      const { stdout, stderr } = await login(on)
        .with({ gate: { audience: 'payroll' } })
        .saying('--nonce', 'start-17')
        .before(['sh', '-c', 'cat <&3'])
        .approve()
        .ends('confirmed');
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
      ['no source of codes', 'totp-only', [], '', 'usage', 'nothing-to-answer-with'],
      ['no code', 'totp-only', ['--passcode-stdin'], '', 'usage', 'nothing-to-answer-with'],
      ['a wrong code', 'totp-only', ['--passcode-stdin'], '000000\n', 'denied', 'wrong-passcode'],
      [
        'a wrong code, then the right one',
        'totp-only',
        ['--passcode-stdin'],
        '000000\nTOTP\n',
        'confirmed',
        null,
      ],
      [
        'a name that cannot be sent',
        'a\u202eb',
        ['--passcode-stdin'],
        '000000\n',
        'usage',
        'usage',
      ],
    ] as const)(
      'prints the verdict of check alone, and no code, after %s',
      async (_what, user, more, given, outcome, reason) => {
        await on.person().reset();
        const { totp } = await on.person().codes('totp-only');
        const { stdout, stderr } = await check(on)
          .as(user)
          .by('totp')
          .saying(...more)
          .under({ input: given.replace('TOTP', totp) })
          .ends(outcome, reason);
        const { ticket, ...verdict } = verdictSchema.parse(JSON.parse(stdout.toString()));
        expect(ticket === null).toBe(outcome !== 'confirmed');
        expect(JSON.stringify(verdict) + stderr).not.toContain(totp);
      },
    );

    it('passes standard input to the command untouched', async () => {
      const input = Buffer.alloc(2_000_000, 'abcdefghijklmnopqrstuvwxyz\n');
      const passing = login(on).as('bypassed').before(['cat']).under({ input });
      const { stdout, stderr } = await passing.ends('bypassed');
      expect(stdout.equals(input), stderr).toBe(true);
    });

    it('gives each of several gates at once its own outcome', async () => {
      const gate = login(on).before(['sh', '-c', 'cat <&3; exit 23'], 23);
      const ended = await Promise.all([
        gate.approve().ends('confirmed'),
        gate.as('denied').ends('denied'),
        gate.as('bypassed').ends('bypassed'),
        gate.as('waiting').ends('not-now'),
      ]);
      const names = ended.map(
        ({ stdout }) => (JSON.parse(stdout.toString() || '{}') as { username?: string }).username,
      );
      expect(names).toEqual(['push-only', undefined, 'bypassed', undefined]);
    });
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
