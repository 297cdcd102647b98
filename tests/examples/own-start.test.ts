/** The example clients that start `gatehouse check` themselves, with a stand-in for Gatehouse. */
import { exportJWK } from 'jose';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, forKeys, place, REFUSED_STARTS, run, standIn, type Ended } from './clients.ts';
import { makeSigner, type Signer } from './tickets.ts';

const { folder, file } = place();
let signer: Signer;
let keyFile: string;

beforeAll(async () => {
  signer = await makeSigner();
  keyFile = file(JSON.stringify(await exportJWK(signer.privateKey)));
});

for (const client of CLIENTS) {
  describe.skipIf(client.missing !== null)(`${client.title}: starts Gatehouse itself`, () => {
    const start = (gatehouse: string, more: readonly string[] = [], input = ''): Promise<Ended> =>
      run(client, {
        args: [...forKeys(file(JSON.stringify(signer.jwks))), '--gatehouse', gatehouse, ...more],
        input,
      });

    it('lets a user in by its own Gatehouse, with a nonce of 32 bytes for each start, the further arguments, and its own input', async () => {
      const gatehouse = standIn(folder(), keyFile, 'good');
      const further = ['--user', 'alice', `--config=${client.language}`, '--', 'a b'];
      for (let count = 0; count < 2; count += 1) {
        const ended = await start(gatehouse, ['--echo', '--', ...further], 'what it is told');
        const stdout = 'let in: "alice" (confirmed)\nwhat it is told';
        expect(ended).toEqual({ code: 0, stdout, stderr: '' });
      }
      const seen = readFileSync(`${keyFile}.arguments`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string[])
        .filter((arguments_) => arguments_.includes(`--config=${client.language}`));
      const nonces = seen.map(([nonce]) => nonce);
      expect(nonces).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ]);
      expect(new Set(nonces).size).toBe(2);
      expect(seen.map(([, ...rest]) => rest)).toEqual([further, further]);
    });

    for (const [variant, says] of REFUSED_STARTS) {
      it(`refuses a Gatehouse that behaves as ${variant}`, async () => {
        const { code, stdout, stderr } = await start(
          standIn(folder(), keyFile, variant),
          ['--echo'],
          'what it is told',
        );
        expect(stderr).toMatch(says);
        expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
      });
    }

    it('refuses a Gatehouse that refused with a line, though the caller ignores SIGCHLD', async () => {
      const command = ['env', '--ignore-signal=CHLD', ...client.command];
      const args = [
        ...forKeys(file(JSON.stringify(signer.jwks))),
        '--gatehouse',
        standIn(folder(), keyFile, 'refused-with-a-line'),
      ];
      expect(await run({ ...client, command }, { args })).toMatchObject({ code: 77, stdout: '' });
    });

    it('refuses a Gatehouse that is not there', async () => {
      const { code, stderr } = await start(join(folder(), 'missing'));
      expect(stderr).toContain('cannot be used');
      expect(code).toBe(77);
    });

    it('ignores the result of a gate around it', async () => {
      const args = [
        ...forKeys(file(JSON.stringify(signer.jwks))),
        '--gatehouse',
        standIn(folder(), keyFile, 'nothing'),
      ];
      const { code } = await run(client, {
        args,
        env: { GATEHOUSE_RESULT_FD: '3' },
        channels: { 3: 'x\n' },
      });
      expect(code).toBe(77);
    });
  });
}
