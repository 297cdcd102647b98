import { credentialStore } from '../../electron/keys/stored-credentials.ts';
import { failure, success } from '../../shared/result.ts';

/** A key store in which nothing is. */
export const NOTHING_STORED = credentialStore({
  folder: '/nonexistent',
  keyStore: {
    backend: () => Promise.resolve('none'),
    protects: () => Promise.resolve(false),
    seal: (text) => Promise.resolve(success(Buffer.from(text))),
    unseal: () => Promise.resolve(failure('no-key')),
  },
  limitMs: 1_000,
});
