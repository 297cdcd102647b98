/**
 * The example clients started by the gate: the same table for each language and channel, a sample
 * in `npm test`.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { CASES, CASES_OF_A_CHANNEL, type Case } from './cases.ts';
import { CLIENTS, forKeys, place, run, type Client, type Ended, type Start } from './clients.ts';
import { claimsOf, lineOf, makeSigner, signed, type Signer } from './tickets.ts';
import { IS_WHOLE, sampled } from '../support/random/sampled.ts';

const { folder, file } = place();
const REST = 'what the program is told\nand more';
let signer: Signer;

beforeAll(async () => {
  signer = await makeSigner();
});

/** The two ways in which the gate hands a verdict over. */
const CHANNELS: readonly Readonly<{
  name: string;
  cases: readonly Case[];
  start: (content: string | Uint8Array) => Omit<Start, 'args'>;
}>[] = [
  {
    name: 'descriptor 3',
    cases: sampled(CASES, 24),
    start: (content) => ({
      env: { GATEHOUSE: '1', GATEHOUSE_RESULT_FD: '3' },
      channels: { 3: content },
    }),
  },
  {
    name: 'standard input',
    cases: IS_WHOLE ? CASES : CASES_OF_A_CHANNEL,
    start: (content) => ({ env: { GATEHOUSE: '1', GATEHOUSE_RESULT_FD: '0' }, input: content }),
  },
];

const allArgs = (jwks: unknown, more: readonly string[] = []): readonly string[] => [
  ...forKeys(file(JSON.stringify(jwks))),
  '--used',
  join(folder(), 'used'),
  ...more,
];

async function outcomeOf(
  row: Case,
  client: Client,
  channel: (typeof CHANNELS)[number],
): Promise<Ended> {
  const { content, jwks = signer.jwks } = await row.make({ signer });
  return run(client, { ...channel.start(content), args: allArgs(jwks, row.args) });
}

for (const client of CLIENTS) {
  describe.skipIf(client.missing !== null)(`${client.title}: started by the gate`, () => {
    for (const channel of CHANNELS) {
      describe.concurrent(`verdict on ${channel.name}`, () => {
        for (const row of channel.cases) {
          it(`decides on a verdict from ${channel.name} as its case says: ${row.name}`, async ({
            expect,
          }) => {
            const { code, stdout, stderr } = await outcomeOf(row, client, channel);
            if ('letIn' in row.expected) {
              expect({ code, stdout, stderr }).toEqual({
                code: 0,
                stdout: row.expected.letIn,
                stderr: '',
              });
              return;
            }
            expect(stderr).toMatch(/^thick-client: .+\n$/);
            expect(stderr).toMatch(row.expected.refused);
            expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
          });
        }
      });
    }

    describe.concurrent('the channel', () => {
      const line = async (): Promise<string> => lineOf(await signed(signer, claimsOf()));
      const refusedWith = async (start: Omit<Start, 'args'>): Promise<string> => {
        const { code, stdout, stderr } = await run(client, {
          ...start,
          args: allArgs(signer.jwks, ['--echo']),
        });
        if (code !== 77 || stdout !== '')
          throw new Error(`not refused: ${String(code)} ${stdout}${stderr}`);
        return stderr;
      };

      it('leaves all of standard input to the program if the verdict is on descriptor 3', async ({
        expect,
      }) => {
        const env = { GATEHOUSE_RESULT_FD: '3' };
        const start = { env, channels: { 3: await line() }, input: REST };
        const { code, stdout } = await run(client, {
          ...start,
          args: allArgs(signer.jwks, ['--echo']),
        });
        expect({ code, stdout }).toEqual({
          code: 0,
          stdout: `let in: "alice" (confirmed)\n${REST}`,
        });
      });

      it('reads one line of standard input, and not a byte more', async ({ expect }) => {
        const start = { env: { GATEHOUSE_RESULT_FD: '0' }, input: (await line()) + REST };
        const { code, stdout } = await run(client, {
          ...start,
          args: allArgs(signer.jwks, ['--echo']),
        });
        expect({ code, stdout }).toEqual({
          code: 0,
          stdout: `let in: "alice" (confirmed)\n${REST}`,
        });
      });

      it('refuses two lines on a descriptor of the gate', async ({ expect }) => {
        const content = (await line()) + (await line());
        const start = { env: { GATEHOUSE_RESULT_FD: '3' }, channels: { 3: content } };
        expect(await refusedWith(start)).toContain('not one complete line');
      });

      it('takes the verdict from another descriptor, and from a file on it', async ({ expect }) => {
        const descriptor = openSync(file(await line()), 'r');
        const start = { env: { GATEHOUSE_RESULT_FD: '17' }, channels: { 17: { descriptor } } };
        const { code, stdout } = await run(client, { ...start, args: allArgs(signer.jwks) });
        closeSync(descriptor);
        expect({ code, stdout }).toEqual({ code: 0, stdout: 'let in: "alice" (confirmed)\n' });
      });

      for (const [name, descriptor, redirections] of [
        ['descriptor 3', '3', '3<&-'],
        ['descriptor 4', '4', '4<&-'],
        ['standard input', '0', '0<&-'],
      ] as const) {
        it(`refuses a closed channel: ${name}`, async ({ expect }) => {
          const said = await refusedWith({
            env: { GATEHOUSE_RESULT_FD: descriptor },
            redirections,
          });
          // The number may be a file of the language itself by now.
          expect(said).toMatch(/cannot be read|no verdict|longer than any|not text/);
        });
      }

      for (const value of ['', '3x', '03', '-1', '2', '３']) {
        it(`refuses a name that is no descriptor: ${JSON.stringify(value)}`, async ({ expect }) => {
          const start = { env: { GATEHOUSE_RESULT_FD: value }, channels: { 3: await line() } };
          expect(await refusedWith(start)).toContain('GATEHOUSE_RESULT_FD names no descriptor');
        });
      }

      it('refuses a start without a gate', async ({ expect }) => {
        const start = {
          env: { GATEHOUSE: '1' },
          channels: { 3: await line() },
          input: await line(),
        };
        expect(await refusedWith(start)).toContain('Gatehouse did not start this program');
      });
    });

    describe.concurrent('the command line', () => {
      const keys = ['--jwks', 'keys.json'];
      const audience = ['--audience', 'thick-client'];
      const used = ['--used', 'used'];
      for (const [name, args] of [
        ['no keys', [...audience, ...used]],
        ['no audience', [...keys, ...used]],
        ['no place for used tickets', [...keys, ...audience]],
        ['an outcome that never lets in', [...keys, ...audience, ...used, '--accept', 'denied']],
        [
          'a nonce for two',
          [...keys, ...audience, '--gatehouse', 'gatehouse', '--nonce', 'start-17'],
        ],
        ['arguments without a receiver', [...keys, ...audience, ...used, '--', '--user', 'alice']],
        ['an unknown option', [...keys, ...audience, ...used, '--force']],
      ] as const) {
        it(`ends with 64 for a command line with ${name}`, async ({ expect }) => {
          const { code, stdout, stderr } = await run(client, { args });
          expect(stderr).toMatch(/^thick-client: .+\n$/);
          expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
        });
      }

      it('refuses with 77 keys that cannot be read', async ({ expect }) => {
        const args = ['--jwks', join(folder(), 'missing'), ...audience, '--used', folder()];
        const { code, stderr } = await run(client, { args });
        expect(stderr).toContain('holds no public keys');
        expect(code).toBe(77);
      });
    });
  });
}
