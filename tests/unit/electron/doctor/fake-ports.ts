import { DOCTOR_LIMITS, type DoctorPorts } from '../../../../electron/doctor/ports.ts';
import type { DoctorContext } from '../../../../electron/doctor/context.ts';
import { givenCredentials } from '../../../../electron/service/credentials.ts';
import { createLocalSigner, type Signer } from '../../../../electron/service/request-signer.ts';
import type { KeyStore } from '../../../../electron/secrets/key-store.ts';
import type { Setup } from '../../../../electron/doctor/setup.ts';
import type { Config } from '../../../../shared/config/config-schema.ts';
import { success } from '../../../../shared/result.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { errorAnswer, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { testConfig } from '../../../support/login/test-config.ts';

export const NOW = new Date('2030-01-01T00:00:00.000Z');
export const SECRET = 'CANARY-SECRET';

export const signer = (): Signer => createLocalSigner(Buffer.from(SECRET), 'hex');

/** A promise that is never kept. */
export const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);

export const STORE: KeyStore = {
  isSupported: true,
  backend: () => Promise.resolve('keyring'),
  protects: () => Promise.resolve(true),
  seal: (text) => Promise.resolve(success(Buffer.from(text))),
  unseal: (sealed) => Promise.resolve(success({ text: sealed.toString(), isStale: false })),
};

/** Ports where all is well up to the service, which answers an unsigned call correctly. */
export function fakePorts(changes: Partial<DoctorPorts> = {}): DoctorPorts {
  return {
    http: () => Promise.resolve(errorAnswer('InvalidSignatureException', 9)),
    webSocket: () => {
      throw new Error('no websocket here');
    },
    lookup: () => Promise.resolve({ kind: 'found', addresses: ['192.0.2.7', '2001:db8::7'] }),
    connectTcp: () => Promise.resolve({ kind: 'connected' }),
    resolveProxy: () => Promise.resolve('DIRECT'),
    isOnline: () => true,
    issuerOf: () => 'Example Root',
    secrets: () => [],
    keyStore: STORE,
    ticketKey: () => Promise.resolve(success('kept')),
    displayWithoutLayout: () => Promise.resolve(null),
    clock: new FakeClock(),
    now: () => NOW,
    ...changes,
  };
}

export function fakeContext(
  changes: Partial<DoctorPorts> = {},
  service: Partial<Config['service']> = {},
): DoctorContext {
  return {
    config: testConfig({ service }),
    ports: fakePorts(changes),
    limits: DOCTOR_LIMITS,
    signal: new AbortController().signal,
  };
}

/** A set-up in order, for a person named by the caller. */
export function fakeSetup(changes: Partial<Setup> = {}): Setup {
  return {
    config: success(testConfig({ login: { username: 'given' } })),
    files: ['/etc/config.json'],
    readableFiles: [],
    credentials: success(givenCredentials(signer(), 'SYSTEM-TOKEN')),
    keyRemark: null,
    authorities: success(null),
    logo: success(null),
    messages: null,
    username: null,
    auditFault: null,
    auditLimit: null,
    ...changes,
  };
}

export const ok = (headers: Readonly<Record<string, string>> = {}) =>
  httpAnswer(200, { status: 'OK' }, headers);
