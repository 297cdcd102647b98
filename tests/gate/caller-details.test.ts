/** The real program: the caller's details of the person go to the service, in the specified form, and nowhere else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gateSuite, MARK, skipped, statusOf, wordsOf } from './support/gate.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';

const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];
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
    const suite = gateSuite({}, host);
    const asked = async (username: string) =>
      (await suite.person().log()).filter(({ body }) => body?.['username'] === username);

    it('sends the caller’s details of the user in place of the configured ones, and does not log them (SEC-41)', async () => {
      const log = join(host.makeFolder('details-'), 'log.jsonl');
      const words = [
        '--no-ui',
        '--method',
        'push',
        '--user',
        'bypassed',
        ...DETAILS,
        '--status-fd',
        '5',
      ];
      const ended = await suite.start([...words, '--log-file', log, ...COMMAND], {
        listenTo: [5],
        config: {
          login: { details: 'caller', userEmail: 'office@example.com', userPhone: '110' },
          params: { hostName: false, os: false, userIP: '198.51.100.1' },
        },
      }).ended;
      expect(ended.code, ended.stderr).toBe(23);
      const [request, ...more] = await asked('bypassed');
      expect(more).toEqual([]);
      expect(request).toMatchObject({ path: '/api/transaction/init', signatureValid: true });
      expect(request?.body).toEqual({
        systemToken: suite.emulator().systemToken,
        username: 'bypassed',
        userEmail: 'bea.bypass@example.com',
        params: {
          appVer: expect.any(String) as string,
          userIP: '2001:db8::7',
          userPhone: '+49 30 901820',
        },
      });
      const status = ended.heard.get(5);
      expect(statusOf(status)).toMatchObject({ outcome: 'bypassed', username: 'bypassed' });
      const said = [readFileSync(log, 'utf8'), ended.stderr, ended.stdout.toString(), status ?? ''];
      expect(said.join('\n')).not.toMatch(PRIVATE);
    });

    it('refuses the caller’s details with 64 before a request if the administrator did not allow them (SEC-41)', async () => {
      const words = ['--no-ui', '--method', 'push', '--user', 'denied', ...DETAILS, ...COMMAND];
      const ended = await suite.start(words).ended;
      expect({ code: ended.code, ran: ended.stdout.toString() }).toEqual({ code: 64, ran: '' });
      expect(wordsOf(ended)).toContain(
        'gatehouse: --user-email is refused, because "login.details" in the configuration is "config": leave it out, or let an administrator set "caller" there',
      );
      expect(ended.stderr).not.toMatch(PRIVATE);
      expect(await asked('denied')).toEqual([]);
    });
  },
);
