/**
 * The real program: the caller's details of the person go to the service, in the specified form,
 * and nowhere else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, skipped } from '../support/bench/here.ts';
import { login } from '../support/bench/login.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';

const DETAILS = [
  '--user-email',
  'Bea.Bypass@Example.COM',
  '--user-phone',
  '+49 30 901820',
  '--user-ip=2001:db8::7',
] as const;
const PRIVATE = /bypass@example|901820|2001:db8/i;

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `details by the caller in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);
    const asked = async (username: string) =>
      (await on.person().log()).filter(({ body }) => body?.['username'] === username);

    it('sends the caller’s details of the user in place of the configured ones, and does not log them (SEC-41)', async () => {
      const log = join(host.makeFolder('details-'), 'log.jsonl');
      const ended = await login(on)
        .with({
          login: { details: 'caller', userEmail: 'office@example.com', userPhone: '110' },
          params: { hostName: false, os: false, userIP: '198.51.100.1' },
        })
        .as('bypassed')
        .saying(...DETAILS, '--log-file', log)
        .ends('bypassed');
      const [request, ...more] = await asked('bypassed');
      expect(more).toEqual([]);
      expect(request).toMatchObject({ path: '/api/transaction/init', signatureValid: true });
      expect(request?.body).toEqual({
        systemToken: on.emulator().systemToken,
        username: 'bypassed',
        userEmail: 'bea.bypass@example.com',
        params: {
          appVer: expect.any(String) as string,
          userIP: '2001:db8::7',
          userPhone: '+49 30 901820',
        },
      });
      expect(ended.verdict).toMatchObject({ username: 'bypassed' });
      const status = JSON.stringify(ended.verdict);
      const said = [readFileSync(log, 'utf8'), ended.stderr, ended.stdout.toString(), status];
      expect(said.join('\n')).not.toMatch(PRIVATE);
    });

    it('refuses the caller’s details with 64 before a request if the administrator did not allow them (SEC-41)', async () => {
      const detailed = login(on)
        .as('denied')
        .saying(...DETAILS);
      const { words, stderr } = await detailed.ends('usage');
      expect(words).toContain(
        'gatehouse: --user-email is refused, because "login.details" in the configuration is "config": leave it out, or let an administrator set "caller" there',
      );
      expect(stderr).not.toMatch(PRIVATE);
      expect(await asked('denied')).toEqual([]);
    });
  },
);
