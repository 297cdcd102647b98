/** A ticket that the gate handed over counts once, whatever happens at the same time. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, forKeys, place, run, type Ended } from './clients.ts';
import { claimsOf, lineOf, makeSigner, seconds, signed, type Signer } from './tickets.ts';

const { folder, file } = place();
const AT_ONCE = 6;
let signer: Signer;

beforeAll(async () => {
  signer = await makeSigner();
});

for (const client of CLIENTS) {
  describe.skipIf(client.missing !== null)(`${client.title}: used tickets`, () => {
    const start = (used: string, line: string, more: readonly string[] = []): Promise<Ended> =>
      run(client, {
        args: [...forKeys(file(JSON.stringify(signer.jwks))), '--used', used, ...more],
        env: { GATEHOUSE_RESULT_FD: '3' },
        channels: { 3: line },
      });
    const ticketLine = async (claims = {}): Promise<string> =>
      lineOf(await signed(signer, claimsOf(claims)));

    it('refuses a second start with the same ticket, but not one with another', async () => {
      const used = join(folder(), 'used');
      const line = await ticketLine();
      expect(await start(used, line)).toMatchObject({ code: 0, stderr: '' });
      const second = await start(used, line);
      expect(second.stderr).toBe('thick-client: the ticket was used before\n');
      expect(second).toMatchObject({ code: 77, stdout: '' });
      expect(await start(used, await ticketLine())).toMatchObject({ code: 0 });
    });

    it('refuses the same identifier in another ticket', async () => {
      const used = join(folder(), 'used');
      expect(await start(used, await ticketLine({ jti: 'one', exp: seconds(50) }))).toMatchObject({
        code: 0,
      });
      expect(await start(used, await ticketLine({ jti: 'one', exp: seconds(60) }))).toMatchObject({
        code: 77,
      });
    });

    it(`lets in one of ${AT_ONCE} starts at the same time with the same ticket`, async () => {
      const used = join(folder(), 'deep', 'used');
      const line = await ticketLine();
      const ended = await Promise.all(Array.from({ length: AT_ONCE }, () => start(used, line)));
      expect(ended.map(({ code }) => code).sort()).toEqual([
        0,
        ...Array.from({ length: AT_ONCE - 1 }, () => 77),
      ]);
      for (const { stderr } of ended.filter(({ code }) => code === 77))
        expect(stderr).toContain('used before');
    });

    it('lets in by a ticket that was refused before for its nonce', async () => {
      const used = join(folder(), 'used');
      const line = await ticketLine({ nonce: 'start-17' });
      expect(await start(used, line)).toMatchObject({ code: 77 });
      expect(await start(used, line, ['--nonce', 'start-17'])).toMatchObject({ code: 0 });
    });

    it('keeps used tickets in private files until they end', async () => {
      const used = join(folder(), 'used');
      const exp = seconds(60);
      await start(used, await ticketLine({ jti: '../../etc/passwd', exp }));
      expect(statSync(used).mode & 0o777).toBe(0o700);
      const names = readdirSync(used);
      expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
      const kept = statSync(join(used, names[0] ?? ''));
      expect(kept.mode & 0o777).toBe(0o600);
      expect(kept.mtimeMs).toBe(exp * 1000);
    });

    it('removes used tickets some time after they end, and no other file', async () => {
      const used = folder();
      const note = (name: string, end: number): string => {
        const path = join(used, name);
        writeFileSync(path, '', { mode: 0o600 });
        utimesSync(path, end, end);
        return path;
      };
      const ended = note('a'.repeat(64), seconds(-3_600));
      const justEnded = note('b'.repeat(64), seconds(-4));
      const foreign = note('letter.txt', seconds(-3_600));
      expect(await start(used, await ticketLine())).toMatchObject({ code: 0 });
      expect([ended, justEnded, foreign].map((path) => existsSync(path))).toEqual([
        false,
        true,
        true,
      ]);
    });

    it('refuses a place for used tickets that others may write to', async () => {
      const used = join(folder(), 'used');
      mkdirSync(used);
      chmodSync(used, 0o777);
      const { code, stderr } = await start(used, await ticketLine());
      expect(stderr).toContain('nobody else may write to it');
      expect(code).toBe(77);
    });

    it('refuses a ticket that it cannot keep as used', async () => {
      const { code, stdout } = await start(join(file('no folder'), 'used'), await ticketLine());
      expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
    });
  });
}
