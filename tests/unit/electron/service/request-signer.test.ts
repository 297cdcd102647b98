import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLocalSigner, type Signer } from '../../../../electron/service/request-signer.ts';
import { success } from '../../../../shared/result.ts';

/** RFC 4231, the test cases for HMAC-SHA-256 with full-length results. */
const PUBLISHED = [
  [
    Buffer.alloc(20, 0x0b),
    Buffer.from('Hi There'),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    Buffer.alloc(131, 0xaa),
    Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
] as const;
/** The signature; a local signer always succeeds. */
async function signed(signer: Signer, bytes: Uint8Array): Promise<string> {
  const signature = await signer.sign(bytes);
  return signature.ok ? signature.value : '';
}
const BODY = Buffer.from('{"a":"ü"}');

describe('the signer', () => {
  it.each(PUBLISHED)('computes the published values of RFC 4231', async (key, message, mac) => {
    expect(await createLocalSigner(Buffer.from(key), 'hex').sign(message)).toEqual(success(mac));
    const base64 = await signed(createLocalSigner(Buffer.from(key), 'base64'), message);
    expect(base64).toBe(Buffer.from(mac, 'hex').toString('base64'));
  });

  it('uses the characters of the secret as they are, and decodes no hex (docs/wire.md 1.2)', async () => {
    const expected = createHmac('sha256', 'c0ffee').update(BODY).digest('hex');
    expect(await createLocalSigner(Buffer.from('c0ffee', 'utf8'), 'hex').sign(BODY)).toEqual(
      success(expected),
    );
  });

  it('wipes the secret that it was given, and still signs (SEC-26)', async () => {
    const secret = Buffer.from('secret');
    const signer = createLocalSigner(secret, 'hex');
    expect(secret).toEqual(Buffer.alloc(6));
    expect(await signer.sign(BODY)).toEqual(
      success(createHmac('sha256', 'secret').update(BODY).digest('hex')),
    );
    expect(JSON.stringify(signer)).not.toContain('secret');
  });

  it.each(['hex', 'base64'] as const)(
    'believes its own signature in %s and no other',
    async (encoding) => {
      const signer = createLocalSigner(Buffer.from('secret'), encoding);
      const good = await signed(signer, BODY);
      expect(await signer.verify(BODY, good)).toEqual(success(true));
      expect(await signer.verify(BODY, ` ${good}\t`)).toEqual(success(true));
      expect(await signer.verify(Buffer.concat([BODY, Buffer.from(' ')]), good)).toEqual(
        success(false),
      );
      expect(await createLocalSigner(Buffer.from('Secret'), encoding).verify(BODY, good)).toEqual(
        success(false),
      );
      const flipped = `${good.startsWith('A') || good.startsWith('a') ? 'b' : 'a'}${good.slice(1)}`;
      for (const bad of [
        '',
        flipped,
        good.slice(0, -2),
        `${good}x`,
        `${good}, ${good}`,
        `zz${good}`,
        '🙂',
        '\u0000',
      ]) {
        expect([bad, await signer.verify(BODY, bad)]).toEqual([bad, success(false)]);
      }
    },
  );

  it('takes a signature of hex in either case', async () => {
    const signer = createLocalSigner(Buffer.from('secret'), 'hex');
    expect(await signer.verify(BODY, (await signed(signer, BODY)).toUpperCase())).toEqual(
      success(true),
    );
  });
});
