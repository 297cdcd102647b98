/** The real program: every outcome, its exit code, its verdict on the status channel, and whether the command ran. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { makeSandboxFolder } from '../lab/electron-runtime.ts';
import { eventually } from '../support/eventually.ts';
import { gateSuite, LAUNCHER, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { OUTCOMES, PUSH } from './support/outcome-rows.ts';
import { processesOf, type SessionProcess } from './support/pty.ts';

const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];

describe.skipIf(skipped !== '')(`outcomes of the gate${skipped && ` (skipped: ${skipped})`}`, () => {
  const suite = gateSuite();

  it.each(OUTCOMES)(
    '$name: $outcome, $code',
    async ({ words, outcome, reason, code, config, act, fault, says }) => {
      await suite.person().reset();
      if (fault) await suite.person().fault(fault);
      const configFile = suite.config(config);
      if (config?.['credentials']) writeFileSync(join(configFile, '..', 'other'), 'wrong', { mode: 0o600 });
      const program = suite.start(['--status-fd', '5', ...words, ...COMMAND], { listenTo: [5], configFile });
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
    ['an empty command', [''], 64, 'usage'],
  ])('report %s before any request', async (_what, command, code, reason) => {
    await suite.person().reset();
    const words = [...PUSH, '--user', 'push-only', '--status-fd', '5', '--', ...command];
    const ended = await suite.start(words, { listenTo: [5] }).ended;
    expect(ended.code).toBe(code);
    expect(statusOf(ended.heard.get(5))).toMatchObject({ outcome: 'usage', reason, exitCode: code });
    expect(await suite.person().log()).toEqual([]);
  });

  it('a configuration is judged before the command', async () => {
    const config = { login: { usernam: 'ask' } };
    expect((await suite.start([...PUSH, '--', 'no-such-command'], { config }).ended).code).toBe(78);
    expect((await suite.start(['--no-ui', '--', 'no-such-command']).ended).code).toBe(127);
  });

  it('a command that goes away during the login is not found, although the person approved', async () => {
    const folder = makeSandboxFolder('command-');
    const command = join(folder, 'client');
    writeFileSync(command, `#!/bin/sh\necho "${MARK}"\n`, { mode: 0o755 });
    const program = suite.start([...PUSH, '--user', 'push-only', '--', command]);
    const { tid } = await suite.person().delivered('push-only', 'push', await deliveries());
    rmSync(command);
    await suite.person().approve(tid);
    expect(await program.ended).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('has gone') as unknown,
    });
  });

  it('hands over a result with a ticket that another library verifies, bound to the nonce', async () => {
    const config = { gate: { audience: 'payroll' } };
    const words = [...PUSH, '--user', 'push-only', '--nonce', 'start-17', '--', 'sh', '-c', 'cat <&3'];
    const from = await deliveries();
    const program = suite.start(words, { config });
    await suite.person().approve((await suite.person().delivered('push-only', 'push', from)).tid);
    const { stdout, stderr } = await program.ended;
    const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
    expect(verdict).toMatchObject({
      outcome: 'confirmed',
      username: 'push-only',
      method: 'push',
      exitCode: 0,
    });
    const { payload } = await jwtVerify(verdict.ticket ?? '', createLocalJWKSet(jwks()), {
      issuer: 'gatehouse',
      audience: 'payroll',
      algorithms: ['EdDSA'],
    });
    expect(payload).toMatchObject({ nonce: 'start-17', sub: 'push-only', outcome: 'confirmed' });
    expect(stderr).not.toContain(verdict.ticket ?? '?');
  });

  it('several gates at once do not disturb one another', async () => {
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

  it('a gate behind a gate is said, and both hold', async () => {
    const config = suite.config();
    const inner = `"${LAUNCHER}" --config "${config}" --no-ui --method push --user bypassed -- sh -c 'echo $GATEHOUSE_RESULT_FD; cat <&4'`;
    const ended = await suite.start([
      '--no-ui',
      '--method',
      'push',
      '--user',
      'bypassed',
      '--',
      'sh',
      '-c',
      inner,
    ]).ended;
    expect(ended.code).toBe(0);
    expect(wordsOf(ended)).toContain('behind another gate');
    const [number, result] = ended.stdout.toString().split('\n');
    expect(number).toBe('4');
    expect(JSON.parse(result ?? '')).toMatchObject({ outcome: 'bypassed' });
  });

  it('standard input passes the login untouched', async () => {
    const input = Buffer.alloc(2_000_000, 'abcdefghijklmnopqrstuvwxyz\n');
    const ended = await suite.start([...PUSH, '--user', 'bypassed', '--', 'cat'], { input }).ended;
    expect(ended.stdout.equals(input)).toBe(true);
    const first = await suite.start([...PUSH, '--user', 'bypassed', '--result', 'stdin', '--', 'cat'], {
      input,
    }).ended;
    const text = first.stdout.toString();
    expect(JSON.parse(text.slice(0, text.indexOf('\n')))).toMatchObject({ outcome: 'bypassed' });
    expect(first.stdout.subarray(first.stdout.indexOf('\n') + 1).equals(input)).toBe(true);
  });

  it('words of the command pass the login untouched, also a megabyte of them', async () => {
    const words = [
      '',
      'a b',
      `q'"`,
      'line\nfeed',
      'é🙂',
      '--no-sandbox',
      '--',
      ...Array<string>(8).fill('x'.repeat(125_000)),
    ];
    const ended = await suite.start([...PUSH, '--user', 'bypassed', '--', 'printf', '%s\\0', ...words]).ended;
    expect(ended.stdout.toString().split('\0').slice(0, -1)).toEqual(words);
  });

  it('leave only the command running after its start', async () => {
    const program = suite.start(
      [...PUSH, '--user', 'bypassed', '--', 'sh', '-c', 'echo up; read x; exit 0'],
      {
        input: null,
      },
    );
    await eventually('the command to run', () => program.said(1).includes('up'), 30_000);
    // Electron itself has ended by now. Its graphics process notices that by a closed pipe, and may need a moment more.
    let left: readonly SessionProcess[] = [];
    await eventually(
      'the command to be alone',
      () => {
        left = processesOf(program.pid);
        return left.length === 1;
      },
      10_000,
      () => left.map(({ pid, words }) => `${String(pid)} ${words}`).join('\n'),
    );
    expect(left).toEqual([expect.objectContaining({ pid: program.pid })]);
    expect(left[0]?.words).toMatch(/^sh -c /);
    program.stdin?.end();
    expect((await program.ended).code).toBe(0);
  });

  async function deliveries(): Promise<number> {
    return (await suite.person().outbox('push-only')).length;
  }
});

function jwks(): JSONWebKeySet {
  const text = execFileSync(LAUNCHER, ['keys', 'status', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(text) as { jwks: JSONWebKeySet }).jwks;
}
