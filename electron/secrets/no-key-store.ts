import { failure } from '../../shared/result.ts';
import type { KeyStore } from './key-store.ts';

/**
 * In the place of a key store, for a program that can use none: it takes nothing, and opens
 * nothing.
 */
export const noKeyStore: KeyStore = {
  isSupported: false,
  backend: () => Promise.resolve('none'),
  protects: () => Promise.resolve(false),
  seal: () => Promise.resolve(failure('without Chromium there is no key store')),
  unseal: () => Promise.resolve(failure('unsupported')),
};
