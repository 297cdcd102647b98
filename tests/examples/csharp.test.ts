/**
 * The C# client for Windows, run with Mono: the same table as the others, by standard input, and
 * its own start of `gatehouse check`. The part for Windows only (GATEHOUSE_RESULT_HANDLE) was never
 * run.
 */
import { exportJWK } from 'jose';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES } from './cases.ts';
import {
  csharpClient,
  forKeys,
  place,
  REFUSED_STARTS,
  run,
  standIn,
  type Ended,
} from './clients.ts';
import { claimsOf, lineOf, makeSigner, signed, type Signer } from './tickets.ts';

const { folder, file } = place();
const client = csharpClient();
let signer: Signer;
let keyFile: string;

beforeAll(async () => {
  signer = await makeSigner();
  keyFile = file(JSON.stringify(await exportJWK(signer.privateKey)));
});
afterAll(() => {
  const [, program] = client.command;
  if (program !== undefined) rmSync(dirname(program), { recursive: true, force: true });
});

const GATE = { GATEHOUSE: '1', GATEHOUSE_RESULT_FD: '0' };

describe.skipIf(client.missing !== null)(`${client.title}: started by the gate`, () => {
  const start = (
    content: string | Uint8Array,
    more: readonly string[] = [],
    jwks: unknown = signer.jwks,
    used = join(folder(), 'used'),
  ): Promise<Ended> =>
    run(client, {
      env: GATE,
      input: content,
      args: [...forKeys(file(JSON.stringify(jwks))), '--used', used, ...more],
    });

  describe('verdict on standard input', () => {
    for (const row of CASES) {
      it(`decides on a verdict from standard input as its case says: ${row.name}`, async () => {
        const { content, jwks = signer.jwks } = await row.make({ signer });
        const { code, stdout, stderr } = await start(content, row.args, jwks);
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

  it('lets a ticket in once, and leaves the input behind it to the program', async () => {
    const line = lineOf(await signed(signer, claimsOf()));
    const used = join(folder(), 'used');
    const first = await start(`${line}what it is told\nand more`, ['--echo'], signer.jwks, used);
    expect(first).toEqual({
      code: 0,
      stdout: 'let in: "alice" (confirmed)\nwhat it is told\nand more',
      stderr: '',
    });
    const second = await start(line, [], signer.jwks, used);
    expect(second).toEqual({
      code: 77,
      stdout: '',
      stderr: 'thick-client: the ticket was used before\n',
    });
  });

  it('refuses a start without a gate', async () => {
    const keys = forKeys(file(JSON.stringify(signer.jwks)));
    const alone = await run(client, { args: [...keys, '--used', folder()] });
    expect(alone).toMatchObject({ code: 77, stdout: '' });
  });

  it('ends with 64 for an invalid command line', async () => {
    const keys = forKeys(file(JSON.stringify(signer.jwks)));
    for (const wrong of [
      [],
      keys,
      [...keys, '--used'],
      [...keys, '--used', 'x', '--max-age', '0'],
      ['--no'],
    ])
      expect(await run(client, { args: wrong, env: GATE })).toMatchObject({ code: 64, stdout: '' });
  });
});

describe.skipIf(client.missing !== null)(`${client.title}: starts Gatehouse itself`, () => {
  const start = (gatehouse: string, more: readonly string[] = [], input = ''): Promise<Ended> =>
    run(client, {
      args: [...forKeys(file(JSON.stringify(signer.jwks))), '--gatehouse', gatehouse, ...more],
      input,
    });

  it('lets a user in after Gatehouse, with a nonce of its own and the further arguments', async () => {
    const further = ['--user', 'alice', '--config=csharp', 'a b', 'say "yes" \\'];
    for (let count = 0; count < 2; count += 1)
      expect(
        await start(
          standIn(folder(), keyFile, 'good'),
          ['--echo', '--', ...further],
          'what it is told',
        ),
      ).toEqual({
        code: 0,
        stdout: 'let in: "alice" (confirmed)\nwhat it is told',
        stderr: '',
      });
    const seen = readFileSync(`${keyFile}.arguments`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    expect(seen.map(([, ...rest]) => rest)).toEqual([further, further]);
    expect(new Set(seen.map(([nonce]) => nonce)).size).toBe(2);
    for (const [nonce] of seen) expect(nonce).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(REFUSED_STARTS)('refuses a Gatehouse that behaves as %s', async (variant, says) => {
    const { code, stdout, stderr } = await start(
      standIn(folder(), keyFile, variant),
      ['--echo'],
      'what it is told',
    );
    expect(stderr).toMatch(says);
    expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
  });

  it('refuses a Gatehouse that is not there', async () => {
    expect(await start(join(folder(), 'none'))).toMatchObject({ code: 77, stdout: '' });
  });
});
