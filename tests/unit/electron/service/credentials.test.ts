import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { credentialSource } from '../../../../electron/service/credentials.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';
import type { CredentialStore } from '../../../../electron/secrets/stored-credentials.ts';
import { success } from '../../../../shared/result.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';
import { testConfig } from '../../../support/login/test-config.ts';

const temp = tempFolders();
const SECRET = 'the secret key';
const BODY = Buffer.from('{"systemToken":"T"}');
const MAC = createHmac('sha256', SECRET).update(BODY).digest('hex');
const SIGNER = { command: ['/bin/sh', '-c', `cat >/dev/null; echo '{"signature":"${MAC}"}'`] };

const KEY_STORE = { secretKeyFile: null, signer: null };

const storeOf = (secret: Buffer, systemToken: string | null): CredentialStore => ({
  file: '',
  isSupported: true,
  isThere: () => true,
  read: () =>
    Promise.resolve({
      state: 'ready',
      backend: '',
      recorded: '',
      credentials: { secret, systemToken },
    }),
  write: () => Promise.resolve(success('')),
  forget: () => success(true),
});

it.each([
  [
    'a file',
    () => ({ secretKeyFile: temp.write(join(temp.folder(), 'secret'), SECRET), signer: null }),
  ],
  ['the key store', () => KEY_STORE],
  ['a signer', () => ({ secretKeyFile: null, signer: SIGNER })],
] as const)(
  'signs with the secret of %s in the configured encoding',
  async (_source, credentials) => {
    for (const signatureEncoding of ['hex', 'base64'] as const) {
      const config = testConfig({ service: { signatureEncoding, systemToken: null } });
      const source = credentialSource(
        { ...config, credentials: credentials() },
        storeOf(Buffer.from(SECRET), 'STORED'),
      );
      if (!source.ok) throw new Error(source.error.message);
      const opened = await source.value.open();
      if (!opened.ok) throw new Error(evidenceText(opened.error.evidence));
      expect(opened.value.systemToken).toBe('STORED');
      expect(await opened.value.signer.sign(BODY)).toEqual(
        success(Buffer.from(MAC, 'hex').toString(signatureEncoding)),
      );
    }
  },
);

it('wipes a stored secret if the token is missing (SEC-26)', async () => {
  const secret = Buffer.from(SECRET);
  const { service } = testConfig({ service: { systemToken: null } });
  const source = credentialSource({ service, credentials: KEY_STORE }, storeOf(secret, null));
  expect(source.ok && (await source.value.open())).toMatchObject({ ok: false });
  expect(secret).toEqual(Buffer.alloc(secret.length));
});

it.each([
  ['a file, at once', { secretKeyFile: 'secret', signer: null }],
  ['the key store, once it is open', KEY_STORE],
] as const)('remarks on the ends of the secret of %s', async (_source, credentials) => {
  const file = temp.write(join(temp.folder(), 'secret'), `${SECRET} \n`);
  const secretKeyFile = credentials.secretKeyFile === null ? null : file;
  const { service } = testConfig({ service: { systemToken: null } });
  const store = storeOf(Buffer.from(`${SECRET} `), 'STORED');
  const source = credentialSource(
    { service, credentials: { ...credentials, secretKeyFile } },
    store,
  );
  if (!source.ok) throw new Error(source.error.message);
  const remark = 'the secret key has a blank at its end';
  expect(source.value.keyRemark()).toBe(secretKeyFile === null ? null : remark);
  await source.value.open();
  expect(source.value.keyRemark()).toBe(remark);
});

it('refuses a secret file that is no key', () => {
  const secretKeyFile = temp.write(join(temp.folder(), 'secret'), `\ufeff${SECRET}`);
  const config = { ...testConfig(), credentials: { secretKeyFile, signer: null } };
  expect(credentialSource(config, storeOf(Buffer.from(SECRET), 'STORED'))).toMatchObject({
    error: {
      reason: 'secret',
      file: secretKeyFile,
      message: 'begins with a byte order mark; it must be UTF-8 without one',
    },
  });
});
