import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  callApi,
  control,
  emulatorForTest,
  paths,
  signatureSettings,
} from '../tests/support/emulator/emulator-for-test.ts';
import { sign } from './service/signature.ts';

/** A wrong signature is explained to who runs the emulator, and to nobody on the wire. */

const secretKey = 'c0ffee5eed0123456789abcdef0123';
const systemToken = 'TOKEN';
const body = JSON.stringify({ systemToken, username: 'alice' });
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

it.each([
  ['missing', null, 'The header X-Service-Signature is missing.'],
  ['of another length', 'abc', '3 characters; 64 are expected'],
  ['in capitals', hmac(secretKey, body).toString('hex').toUpperCase(), 'upper case'],
  ['in base64', hmac(secretKey, body).toString('base64'), 'base64'],
  ['with a prefix', `sha256=${hmac(secretKey, body).toString('hex')}`, 'sha256='],
  ['by a decoded key', hmac(Buffer.from(secretKey, 'hex'), body).toString('hex'), 'hexadecimal'],
  [
    'of JSON with spaces',
    hmac(secretKey, `{"systemToken": "${systemToken}", "username": "alice"}`).toString('hex'),
    'other bytes than were sent',
  ],
  ['of a line', hmac(secretKey, `${body}\n`).toString('hex'), 'other bytes than were sent'],
  ['of another body', hmac(secretKey, '{}').toString('hex'), 'another key, or of another body'],
] as const)('explains a signature that is %s', async (_what, signature, words) => {
  const notices: string[] = [];
  const emulator = await emulatorForTest({
    secretKey,
    systemToken,
    onNotice: (notice) => notices.push(notice),
  });
  const answer = await callApi(emulator, paths.init, {}, { rawBody: body, signature });
  expect(answer.result).toEqual({
    exception: 'InvalidSignatureException',
    code: 9,
    errorMessage: 'X-Service-Signature is invalid',
    details: null,
  });
  const [entry] = (await control(emulator, 'GET', '/log')).json as unknown as readonly {
    signatureProblem: string;
  }[];
  expect(entry?.signatureProblem).toContain(words);
  expect(notices).toEqual([`${paths.init}: ${String(entry?.signatureProblem)}`]);
  expect(JSON.stringify([notices, entry])).not.toContain(secretKey);
});

it('explains nothing of a right signature, and in base64 a hexadecimal one', async () => {
  for (const signatureEncoding of ['hex', 'base64'] as const) {
    const notices: string[] = [];
    const emulator = await emulatorForTest({
      signatureEncoding,
      onNotice: (notice) => notices.push(notice),
    });
    await callApi(emulator, paths.init, { username: 'alice' });
    expect(notices).toEqual([]);
    const hex = sign({ ...signatureSettings(emulator), encoding: 'hex' }, '{}');
    await callApi(emulator, paths.init, {}, { rawBody: '{}', signature: hex });
    const words = signatureEncoding === 'hex' ? [] : ['hexadecimal where base64'];
    expect(notices).toEqual(words.map((word) => expect.stringContaining(word) as string));
  }
});
