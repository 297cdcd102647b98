/** The real program with `credentials.signer`: signatures from a helper, and the login's messages if it gives none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExampleSigner, type ExampleSigner } from '../support/native/example-signer.ts';
import { approvedEnd, gateSuite, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { PUSH } from './support/outcome-rows.ts';
import type { Program } from './support/program.ts';

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `a signer in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const suite = gateSuite({}, host);
    let example: ExampleSigner | null = null;

    beforeAll(async () => {
      const { secretKey, systemToken } = suite.emulator();
      // As root it runs in another account than the program that asks.
      const options = ['--allow', String(host.account().uid), '--system-token', systemToken];
      example = await startExampleSigner(secretKey, options);
    }, 90_000);
    afterAll(async () => {
      await example?.end();
    });

    const start = (
      command: readonly string[],
      more: Readonly<Record<string, object>> = {},
    ): Program => {
      const credentials = { secretKeyFile: null, signer: { command } };
      const words = [...PUSH, '--user', 'push-only', '--result', 'none', '--status-fd', '5'];
      return suite.start([...words, '--', 'sh', '-c', `echo '${MARK}'`], {
        config: { ...more, credentials },
        listenTo: [5],
      });
    };
    const shell = (script: string): readonly string[] => ['/bin/sh', '-c', script];

    it('signs a whole login by a signer of another account, which verifies its answers', async () => {
      await suite.person().reset();
      const program = start(example?.command ?? [], { service: { responseSignature: 'required' } });
      await approvedEnd(program, suite.person(), 'push-only');
      const log = await suite.person().log();
      expect(log.length).toBeGreaterThan(2);
      expect(log.every(({ signatureValid }) => signatureValid)).toBe(true);
    });

    it.each([
      ['that is missing', ['/nonexistent/signer'], /did not answer as it should/],
      ['that ends with 3', shell('exit 3'), /the signer ended with 3/],
      ['that is silent', shell('exec sleep 300'), /did not answer in time/],
    ])(
      'ends the login as misconfigured, without a request, by a signer %s (SEC-52)',
      async (_name, command, says) => {
        await suite.person().reset();
        // Not even where a service out of reach would let people in.
        const ended = await start(command, { login: { failMode: 'allow-when-unreachable' } }).ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([78, '']);
        expect(statusOf(ended.heard.get(5))).toMatchObject({
          outcome: 'misconfigured',
          reason: 'secret',
        });
        expect(wordsOf(ended)).toMatch(says);
        expect(await suite.person().log()).toEqual([]);
      },
    );

    it('ends the login as misconfigured if the signer cannot verify an answer or rejects it (SEC-52)', async () => {
      const signing = example?.command.join(' ') ?? '';
      const onVerify = (then: string): readonly string[] =>
        shell(
          `read -r line; case $line in *'"operation":"sign"'*) printf '%s\\n' "$line" | ${signing};; *) ${then};; esac`,
        );
      for (const [then, reason] of [
        ['exit 9', 'secret'],
        [`echo '{"valid":false}'`, 'response-signature'],
      ] as const) {
        const ended = await start(onVerify(then), { service: { responseSignature: 'required' } })
          .ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([78, '']);
        expect(statusOf(ended.heard.get(5))).toMatchObject({ outcome: 'misconfigured', reason });
      }
    });

    it('passes a signer no descriptor of the program, and only allowed variables', async () => {
      const folder = host.makeFolder('seen-');
      const [descriptors, environment] = [join(folder, 'descriptors'), join(folder, 'environment')];
      // No shell, which has descriptors of its own.
      const find = [
        '/usr/bin/find',
        '/proc/self/fd',
        '-mindepth',
        '1',
        '-fprintf',
        descriptors,
        '%f %l\\n',
      ];
      expect(await start(find).ended).toMatchObject({ code: 78 });
      const open = readFileSync(descriptors, 'utf8').trim().split('\n');
      expect(open.length).toBeGreaterThan(3);
      const own = new RegExp(
        `^(?:[01] (?:pipe|socket):.*|\\d+ (?:/dev/null|/proc(?:/.*)?|/|${descriptors}))$`,
      );
      expect(open.filter((line) => !own.test(line))).toEqual([]);
      expect(await start(shell(`env >'${environment}'; exit 3`)).ended).toMatchObject({ code: 78 });
      const names = readFileSync(environment, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.replace(/=.*/, ''));
      const allowed = [
        'HOME',
        'LC_ALL',
        'LOGNAME',
        'OLDPWD',
        'PATH',
        'PWD',
        'SHLVL',
        'USER',
        'XDG_RUNTIME_DIR',
        '_',
      ];
      expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    });
  },
);
