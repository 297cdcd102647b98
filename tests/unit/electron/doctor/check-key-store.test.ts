import { describe, expect, it } from 'vitest';
import { checkKeyStore } from '../../../../electron/doctor/check-key-store.ts';
import type { DoctorPorts } from '../../../../electron/doctor/ports.ts';
import { failure, success } from '../../../../shared/result.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { fakePorts, never, STORE } from './fake-ports.ts';

const look = (changes: Partial<DoctorPorts> = {}) => checkKeyStore(fakePorts(changes), 10_000);

const UNPROTECTED = { ...STORE, protects: () => Promise.resolve(false) };
const ticketKey = (found: Awaited<ReturnType<DoctorPorts['ticketKey']>>): Partial<DoctorPorts> => ({
  ticketKey: () => Promise.resolve(found),
});

describe('the check of the key store', () => {
  it.each<readonly [string, Partial<DoctorPorts>, string, string]>([
    ['in order', {}, 'well', 'ticket key kept'],
    ['before the first login', ticketKey(success('none')), 'well', 'no ticket key yet'],
    ['without protection', { keyStore: UNPROTECTED }, 'key-store-unprotected', ''],
    [
      'whose ticket key is lost',
      ticketKey(failure('is not one')),
      'ticket-key-unusable',
      'is not one',
    ],
    [
      'that cannot save',
      { keyStore: { ...STORE, seal: () => Promise.resolve(failure('refused')) } },
      'key-store-broken',
      'refused',
    ],
    [
      'that returns no data',
      { keyStore: { ...STORE, unseal: () => Promise.resolve(failure('no-key')) } },
      'key-store-broken',
      'the key store is locked, or not running',
    ],
  ])('judges a key store %s', async (_name, changes, code, evidence) => {
    expect(await look(changes)).toMatchObject({
      check: 'key-store',
      code,
      evidence,
      tried: 'keyring',
    });
  });

  it('reports an empty name of the key store if none exists', async () => {
    const keyStore = { ...UNPROTECTED, backend: () => Promise.resolve('none') };
    expect(await look({ keyStore })).toMatchObject({ code: 'key-store-unprotected', tried: '' });
  });

  it.each(['backend', 'protects', 'seal', 'unseal'] as const)(
    'waits 10 s for %s of the key store, no longer',
    async (name) => {
      const clock = new FakeClock();
      const found = look({ clock, keyStore: { ...STORE, [name]: never } });
      await new Promise(setImmediate);
      clock.advance(9_999);
      expect(clock.pending).toBe(1);
      clock.advance(1);
      expect(await found).toMatchObject({
        code: 'key-store-silent',
        evidence: 'no answer in 10 s',
      });
    },
  );
});
