/**
 * The example clients with the real Gatehouse, in both forms: the person approves, the ticket
 * counts.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { CLIENTS, forKeys, place, run, type Client, type Ended } from './clients.ts';
import { AUDIENCE } from './tickets.ts';

const launcher = resolve(import.meta.dirname, '..', '..', 'scripts', 'gatehouse');
const runtime = electronRuntime();
const noRuntime = runtime.available ? null : runtime.reason;
const { file, folder } = place();

/** Why a client cannot be tried here. */
const missingFor = (client: Client): string | null => client.missing ?? noRuntime;
const titleOf = (client: Client): string =>
  client.missing === null && noRuntime !== null
    ? `${client.title} (skipped: ${noRuntime})`
    : client.title;

describe('with the real Gatehouse', () => {
  let emulator: Emulator;
  let person: Person;
  let jwksFile: string;

  beforeAll(async () => {
    if (noRuntime !== null) return;
    emulator = await startEmulator();
    person = personAt(emulator.url);
    jwksFile = file(JSON.stringify(await storedKeys()));
  });
  afterAll(async () => {
    if (noRuntime === null) await emulator.close();
  });

  const config = (): string => writeConfig(emulator, { gate: { audience: AUDIENCE } });

  for (const client of CLIENTS) {
    describe.skipIf(missingFor(client) !== null)(titleOf(client), () => {
      const start = (username: string, more: readonly string[] = []): Promise<Ended> =>
        run(client, {
          args: [
            ...forKeys(jwksFile),
            ...more,
            '--gatehouse',
            launcher,
            '--',
            '--config',
            config(),
            '--no-ui',
            '--user',
            username,
            '--method',
            'push',
          ],
        });

      it('lets the person in by an approved push of the real Gatehouse', async () => {
        const before = (await person.outbox('push-only')).length;
        const ended = start('push-only');
        await person.approve((await person.delivered('push-only', 'push', before)).tid);
        const { code, stdout, stderr } = await ended;
        expect(stdout, stderr).toBe('let in: "push-only" (confirmed)\n');
        expect(code).toBe(0);
      });

      it.each(['fd:3', 'stdin'])(
        'lets the person in when the real gate starts it, with the verdict on %s',
        async (result) => {
          const options = ['--config', config(), '--no-ui', '--result', result];
          const login = ['--user', 'push-only', '--method', 'push'];
          const gate = {
            ...client,
            command: [launcher, ...options, ...login, '--', ...client.command],
          };
          const before = (await person.outbox('push-only')).length;
          const args = [...forKeys(jwksFile), '--used', join(folder(), 'used'), '--echo'];
          const ended = run(gate, { args, input: 'what it is told' });
          await person.approve((await person.delivered('push-only', 'push', before)).tid);
          const { code, stdout, stderr } = await ended;
          expect(stdout, stderr).toBe('let in: "push-only" (confirmed)\nwhat it is told');
          expect(code).toBe(0);
        },
      );

      it('refuses a person whom the real Gatehouse denies', async () => {
        const { code, stdout, stderr } = await start('denied');
        expect(stderr).toContain('Gatehouse let nobody in: it ended with 77');
        expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
      });

      it('lets in a bypassed user only if the client accepts that outcome', async () => {
        const refused = await start('bypassed');
        expect(refused.stderr).toContain('does not accept the outcome "bypassed"');
        expect(refused.code).toBe(77);
        const accepted = await start('bypassed', ['--accept', 'bypassed']);
        expect(accepted.stdout, accepted.stderr).toBe('let in: "bypassed" (bypassed)\n');
      });
    });
  }
});

/** The keys that an administrator stores once. */
function storedKeys(): Promise<unknown> {
  return new Promise((done, fail) => {
    execFile(launcher, ['keys', 'status', '--json'], (error, stdout) => {
      if (error) fail(new Error(error.message));
      else done((JSON.parse(stdout) as { jwks: unknown }).jwks);
    });
  });
}
