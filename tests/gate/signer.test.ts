/**
 * The real program with `credentials.signer`: signatures from a helper, and the login's messages if
 * it gives none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExampleSigner, type ExampleSigner } from '../support/native/example-signer.ts';
import { checkout, skipped, type HereOptions } from '../support/bench/here.ts';
import { login, type Login } from '../support/bench/login.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import type { Program } from '../../lab/child-program.ts';

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `a signer in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);
    let example: ExampleSigner | null = null;

    beforeAll(async () => {
      const { secretKey, systemToken } = on.emulator();
      // As root it runs in another account than the program that asks.
      const options = ['--allow', String(host.account().uid), '--system-token', systemToken];
      example = await startExampleSigner(secretKey, options);
    }, 90_000);
    afterAll(async () => {
      await example?.end();
    });

    const signedBy = (
      command: readonly string[],
      more: Readonly<Record<string, object>> = {},
    ): Login<Program, HereOptions> =>
      login(on)
        .with({ ...more, credentials: { secretKeyFile: null, signer: { command } } })
        .saying('--result', 'none');
    const shell = (script: string): readonly string[] => ['/bin/sh', '-c', script];

    it('signs a whole login by a signer of another account, which verifies its answers', async () => {
      await on.person().reset();
      const required = { service: { responseSignature: 'required' } };
      await signedBy(example?.command ?? [], required)
        .approve()
        .ends('confirmed');
      const log = await on.person().log();
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
        await on.person().reset();
        // Not even where a service out of reach would let people in.
        const lenient = { login: { failMode: 'allow-when-unreachable' } };
        const { words } = await signedBy(command, lenient).ends('misconfigured', 'secret');
        expect(words).toMatch(says);
        expect(await on.person().log()).toEqual([]);
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
        const required = { service: { responseSignature: 'required' } };
        await signedBy(onVerify(then), required).ends('misconfigured', reason);
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
      await signedBy(find).ends('misconfigured');
      const open = readFileSync(descriptors, 'utf8').trim().split('\n');
      expect(open.length).toBeGreaterThan(3);
      const own = new RegExp(
        `^(?:[01] (?:pipe|socket):.*|\\d+ (?:/dev/null|/proc(?:/.*)?|/|${descriptors}))$`,
      );
      expect(open.filter((line) => !own.test(line))).toEqual([]);
      await signedBy(shell(`env >'${environment}'; exit 3`)).ends('misconfigured');
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
