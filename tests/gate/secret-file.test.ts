/**
 * Secret files as the tools of Windows and editors leave them; the forms one by one:
 * unit/electron/secrets/secret-key-text.test.ts.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, wordsOf } from '../support/bench/login.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { run } from '../../lab/child-program.ts';

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  'a secret file that another tool saved, in $name',
  (host) => {
    const on = checkout({ secretKey: 'cb84a8940b734d8de189ae464ba6b8' }, host);
    const spaced = checkout({ secretKey: '"a key that ends with a blank ' }, host);
    const { env } = host;

    /** A configuration whose secret file has these bytes. */
    const withSecret = (content: string | Buffer): Readonly<{ config: string; secret: string }> => {
      const config = on.config();
      const secret = join(dirname(config), 'secret');
      writeFileSync(secret, content, { mode: 0o600 });
      host.own(dirname(config));
      return { config, secret };
    };
    const key = (): string => on.emulator().secretKey;

    it.each([
      [
        'a byte order mark',
        () => `\ufeff${key()}\r\n`,
        'begins with a byte order mark; it must be UTF-8 without one',
      ],
      ['UTF-16', () => Buffer.from(`\ufeff${key()}\r\n`, 'utf16le'), 'is UTF-16; it must be UTF-8'],
      [
        'a second line',
        () => `${key()}\nsystem-token\n`,
        'has a second line; it must hold the secret key alone',
      ],
    ])(
      'refuses a secret file with %s before the first call, and names the reason',
      async (_what, content, reason) => {
        const { config, secret } = withSecret(content());
        const before = (await on.person().log()).length;
        const login = check(on).with(config).as('bypassed');
        const { words } = await login.ends('misconfigured', 'secret');
        expect(words).toContain(`gatehouse: ${secret}: credentials.secretKeyFile: ${reason}`);
        expect((await on.person().log()).length).toBe(before);
        const validated = await run(
          [LAUNCHER, 'config', 'validate', '--json', '--config', config],
          { env },
        );
        const { exitCode, faults } = validationSchema.parse(
          JSON.parse(validated.stdout.toString()),
        );
        expect([exitCode, faults]).toEqual([
          78,
          [{ file: secret, key: 'credentials.secretKeyFile', reason }],
        ]);
      },
    );

    it('names blanks and empty lines of the secret file in doctor, config validate, and beside secret-wrong', async () => {
      const { config, secret } = withSecret(` ${key()}\n\n`);
      const remark = 'the secret key has a blank at its beginning, an empty line behind it';
      const login = check(on).with(config).as('bypassed');
      const { words } = await login.ends('misconfigured', 'secret');
      expect(words).toContain(`secret-wrong (init: InvalidSignatureException 9; ${remark})`);
      const validated = await run([LAUNCHER, 'config', 'validate', '--json', '--config', config], {
        env,
      });
      const { exitCode, warnings } = validationSchema.parse(
        JSON.parse(validated.stdout.toString()),
      );
      expect(exitCode).toBe(0);
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'secret-unusual', file: secret, evidence: remark }),
      );
      const doctor = await run([LAUNCHER, 'doctor', '--json', '--config', config], { env });
      const report = reportSchema.parse(JSON.parse(doctor.stdout.toString()));
      const said = report.findings.map(({ code, evidence }) => `${code}: ${evidence}`);
      expect([doctor.code, report.first]).toEqual([78, 'secret-wrong']);
      expect(said).toContain(`secret-unusual: ${remark}`);
      expect(said).toContain(`secret-wrong: InvalidSignatureException 9; ${remark}`);
    });

    it('signs with a secret key that really ends with a blank', async () => {
      const { stderr } = await check(spaced).as('bypassed').ends('bypassed');
      expect(stderr).not.toContain('the secret key');
    });
  },
);

describe.skipIf(skipped !== '')('an import of keys, in Electron', () => {
  it.each([
    [
      'a byte order mark',
      Buffer.from('\ufeffsecret\r\ntoken\r\n'),
      'begins with a byte order mark',
    ],
    ['UTF-16', Buffer.from('\ufeffsecret\r\ntoken\r\n', 'utf16le'), 'is UTF-16; it must be UTF-8'],
  ])('refuses an import of keys with %s', async (_what, input, reason) => {
    const ended = await run([LAUNCHER, 'keys', 'import'], { input });
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
    expect(wordsOf(ended)).toContain(`gatehouse: the input ${reason}`);
  });
});
