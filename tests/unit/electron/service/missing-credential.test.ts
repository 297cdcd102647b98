import { expect, it } from 'vitest';
import { secretKeyFromFile } from '../../../../electron/service/missing-credential.ts';
import { testConfig } from '../../../support/login/test-config.ts';

const CREDENTIALS = { secretKeyFile: null, signer: null };
const SIGNER = { secretKeyFile: null, signer: { command: ['/bin/signer'] } };

/** The message of a configuration without a secret key, or with a signer and without a token. */
function missing(
  store: Readonly<{ isSupported: boolean; isStored: boolean }>,
  credentials: typeof CREDENTIALS | typeof SIGNER = CREDENTIALS,
) {
  const { service } = testConfig({ service: { systemToken: null } });
  const isThere = (): boolean => store.isStored;
  return secretKeyFromFile({ service, credentials }, { isSupported: store.isSupported, isThere });
}

it('takes imported credentials only from a key store that the program can use', () => {
  expect(missing({ isSupported: true, isStored: true })).toEqual({ ok: true, value: null });
  expect(missing({ isSupported: false, isStored: true })).toMatchObject({
    error: {
      reason: 'key-store',
      key: 'credentials.secretKeyFile',
      message: expect.stringMatching(/^key-store-unavailable: .*set this key/) as unknown,
    },
  });
  expect(missing({ isSupported: false, isStored: true }, SIGNER)).toMatchObject({
    error: { reason: 'key-store', key: 'service.systemToken' },
  });
});

it('names keys import as a remedy only if the program has a key store', () => {
  const message = (isSupported: boolean, credentials?: typeof SIGNER): string => {
    const found = missing({ isSupported, isStored: false }, credentials);
    return found.ok ? '' : found.error.message;
  };
  expect(message(true)).toMatch(/credentials\.signer, or import one with "gatehouse keys import"$/);
  expect(message(false)).toMatch(/or set credentials\.signer$/);
  expect(message(true, SIGNER)).toMatch(/token of the application, or import one/);
  expect(message(false, SIGNER)).toMatch(/token of the application$/);
});
