import { behindProxy, configFor, emulated, overTls, wrongSecret } from './makers.ts';
import { emulatorFor, forwardingProxy, httpServer, passOn } from './stage.ts';
import type { SetUp } from './set-ups.ts';

const init = { path: '/api/transaction/init' };
const noAppInit = { path: '/api/app/init', kind: 'status', status: 404 };
const MINUTES_10 = 600_000;

/** A reachable service: healthy, or with a fault in the secret, token or clock. */
export const SERVICE_SET_UPS: readonly SetUp[] = [
  {
    name: 'healthy, socket.io 4',
    says: { certificate: 'no-certificate' },
    make: emulated([]),
  },
  {
    name: 'healthy, where the settings insist on signed answers',
    make: emulated([], { service: { responseSignature: 'required' } }),
  },
  {
    name: 'healthy over TLS',
    says: { certificate: 'well', proxy: 'no-proxy' },
    make: overTls('127.0.0.1', 'valid', true),
  },
  {
    name: 'healthy behind a proxy',
    says: { name: 'name-at-proxy', proxy: 'well' },
    make: behindProxy(forwardingProxy),
  },
  {
    name: 'another system token',
    first: 'system-token-wrong',
    make: emulated([], { service: { systemToken: 'ANOTHER' } }),
  },
  { name: 'another secret', first: 'secret-wrong', make: wrongSecret([]) },
  {
    name: 'no configuration check, all right',
    says: { credentials: 'well' },
    make: emulated([noAppInit]),
  },
  {
    name: 'no configuration check, another secret',
    first: 'secret-wrong',
    make: wrongSecret([noAppInit]),
  },
  {
    name: 'an answer with a wrong signature',
    first: 'response-signature-wrong',
    make: emulated([{ path: '/api/app/init', kind: 'wrong-signature' }]),
  },
  {
    name: 'a clock that is ten minutes fast',
    says: { clock: 'clock-wrong', credentials: 'answers-optional' },
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { now: () => new Date(Date.now() + MINUTES_10) },
    }),
  },
  {
    name: 'a service that tells no time',
    first: 'clock-unknown',
    says: { answer: 'well', credentials: 'answers-optional' },
    make: async (desk) => {
      const emulator = await emulatorFor();
      const port = await httpServer((asked, answer) => {
        answer.sendDate = false;
        passOn(emulator.url, asked, answer);
      });
      const config = configFor(desk, { ...emulator, url: `http://127.0.0.1:${String(port)}` });
      // It passes no websocket on.
      return { config, limits: { webSocket: 500 } };
    },
  },
  {
    name: 'a prompt-capable application, as the configuration says: no event channel is looked for',
    says: {
      credentials: 'answers-optional',
      polling: 'not-tried',
      websocket: 'not-tried',
      generation: 'not-tried',
    },
    make: emulated([], { service: { applicationType: 'prompt' } }, { applicationType: 'prompt' }),
  },
  {
    name: 'a promptless application where the configuration says prompt',
    first: 'application-promptless',
    make: emulated([], { service: { applicationType: 'prompt' } }),
  },
  {
    name: 'an application that has a page of its own',
    first: 'application-type-wrong',
    make: emulated([], {}, { applicationType: 'prompt' }),
  },
  {
    name: 'an application that only says that the call is not allowed',
    first: 'application-type-unknown',
    make: emulated([], {}, { applicationType: 'prompt', sdkExceptions: true }),
  },
  {
    name: 'another header for the signature',
    first: 'signature-missing',
    make: emulated([], { service: { signatureHeader: 'X-Other' } }, { sdkExceptions: true }),
  },
  {
    name: 'a service that refuses both calls for another reason',
    first: 'credentials-unknown',
    says: { polling: 'well' },
    make: emulated([
      { path: '/api/app/init', kind: 'exception', exception: 'NovelException', code: 99 },
      { ...init, kind: 'exception', exception: 'NovelException', code: 99 },
    ]),
  },
  {
    name: 'an answer without the signature that the settings insist on',
    first: 'answer-unsigned',
    says: { credentials: 'answer-unsigned', polling: 'well' },
    make: emulated([{ path: '/api/app/init', kind: 'missing-signature' }], {
      service: { responseSignature: 'required' },
    }),
  },
];
