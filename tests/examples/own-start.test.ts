/** The example clients that start `gatehouse check` themselves, with a stand-in for Gatehouse. */
import { exportJWK } from 'jose';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, forKeys, place, run, type Ended } from './clients.ts';
import { makeSigner, type Signer } from './tickets.ts';

const { folder, file } = place();
let signer: Signer;
let keyFile: string;

beforeAll(async () => {
  signer = await makeSigner();
  keyFile = file(JSON.stringify(await exportJWK(signer.privateKey)));
});

/** A program like Gatehouse that behaves in one way. */
function standIn(variant: string): string {
  const path = join(folder(), 'gatehouse');
  const script = join(import.meta.dirname, 'stand-in.ts');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' '${keyFile}' ${variant} "$@"\n`, {
    mode: 0o700,
  });
  return path;
}

const REFUSED: readonly Readonly<{ variant: string; says: RegExp }>[] = [
  { variant: 'nothing', says: /no verdict/ },
  { variant: 'refused-with-a-line', says: /let nobody in: it ended with 77/ },
  { variant: 'killed', says: /let nobody in: it ended with (SIGKILL|-9|137)/ },
  { variant: 'other-nonce', says: /nonce/ },
  { variant: 'no-nonce', says: /nonce/ },
  { variant: 'words-before', says: /one complete line/ },
  { variant: 'words-behind', says: /one complete line/ },
  { variant: 'half', says: /one complete line/ },
  { variant: 'flood', says: /longer than any verdict/ },
];

for (const client of CLIENTS) {
  describe.skipIf(client.missing !== null)(`${client.title}: starts Gatehouse itself`, () => {
    const start = (gatehouse: string, more: readonly string[] = [], input = ''): Promise<Ended> =>
      run(client, {
        args: [...forKeys(file(JSON.stringify(signer.jwks))), '--gatehouse', gatehouse, ...more],
        input,
      });

    it('lets a user in after Gatehouse, and keeps its standard input for itself', async () => {
      const { code, stdout, stderr } = await start(standIn('good'), ['--echo'], 'what it is told');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe('let in: "alice" (confirmed)\nwhat it is told');
    });

    it('each start has a nonce of 32 bytes of its own, and the further arguments arrive', async () => {
      const gatehouse = standIn('good');
      const further = ['--user', 'alice', `--config=${client.language}`, '--', 'a b'];
      for (let count = 0; count < 2; count += 1) {
        expect(await start(gatehouse, ['--', ...further])).toMatchObject({ code: 0 });
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

    for (const { variant, says } of REFUSED) {
      it(`${variant}: refused`, async () => {
        const { code, stdout, stderr } = await start(standIn(variant), ['--echo'], 'what it is told');
        expect(stderr).toMatch(says);
        expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
      });
    }

    it('refused-with-a-line, where a caller ignores SIGCHLD: refused', async () => {
      const command = ['env', '--ignore-signal=CHLD', ...client.command];
      const args = [
        ...forKeys(file(JSON.stringify(signer.jwks))),
        '--gatehouse',
        standIn('refused-with-a-line'),
      ];
      expect(await run({ ...client, command }, { args })).toMatchObject({ code: 77, stdout: '' });
    });

    it('a program that is not there: refused', async () => {
      const { code, stderr } = await start(join(folder(), 'missing'));
      expect(stderr).toContain('cannot be used');
      expect(code).toBe(77);
    });

    it('ignores the result of a gate around it', async () => {
      const args = [...forKeys(file(JSON.stringify(signer.jwks))), '--gatehouse', standIn('nothing')];
      const { code } = await run(client, { args, env: { GATEHOUSE_RESULT_FD: '3' }, channels: { 3: 'x\n' } });
      expect(code).toBe(77);
    });
  });
}
