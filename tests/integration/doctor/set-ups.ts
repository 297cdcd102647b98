import { join } from 'node:path';
import type { CheckName, DiagnosisCode } from '../../../shared/doctor/report.ts';
import {
  at,
  behindProxy,
  configFor,
  elsewhere,
  emulated,
  overTls,
  wrongSecret,
  type Make,
} from './makers.ts';
import { emulatorFor, forwardingProxy, freePort, httpServer, tcpServer } from './stage.ts';

/** A set-up and what the doctor is to say of it first; null where nothing is wrong. */
export type SetUp = Readonly<{
  name: string;
  first: DiagnosisCode | null;
  exitCode: number;
  /** What single checks say besides. */
  says?: Partial<Record<CheckName, DiagnosisCode>>;
  make: Make;
}>;

const init = { path: '/api/transaction/init' };
const everything = { path: '*' };
const noAppInit = { path: '/api/app/init', kind: 'status', status: 404 };
const MINUTES_10 = 600_000;

export const SET_UPS: readonly SetUp[] = [
  { name: 'healthy, socket.io 4', first: null, exitCode: 0, make: emulated([]) },
  { name: 'healthy, socket.io 2', first: null, exitCode: 0, make: emulated([], {}, { realtime: 'v2' }) },
  {
    name: 'healthy, both generations',
    first: null,
    exitCode: 0,
    make: emulated([], {}, { realtime: 'v4+v3' }),
  },
  {
    name: 'healthy over TLS',
    first: null,
    exitCode: 0,
    says: { certificate: 'well', proxy: 'no-proxy' },
    make: overTls('IP:127.0.0.1', 'valid', true),
  },
  {
    name: 'healthy behind a proxy',
    first: null,
    exitCode: 0,
    says: { name: 'name-at-proxy', proxy: 'well' },
    make: behindProxy(forwardingProxy),
  },
  {
    name: 'no configuration file',
    first: 'configuration-broken',
    exitCode: 78,
    says: { 'key-store': 'well', name: 'not-tried' },
    make: ({ folder }) => Promise.resolve({ config: join(folder, 'missing.json') }),
  },
  {
    name: 'a key that nobody knows',
    first: 'configuration-broken',
    exitCode: 78,
    make: emulated([], { service: { baseURL: 'https://mfa.example.com' } }),
  },
  {
    name: 'no secret file',
    first: 'secret-unusable',
    exitCode: 78,
    says: { answer: 'well', credentials: 'not-tried', polling: 'well' },
    make: async ({ write }) => {
      const { url, systemToken } = await emulatorFor();
      const credentials = { secretKeyFile: 'nowhere' };
      const login = { username: 'given' };
      return { config: write('config.json', { service: { baseUrl: url, systemToken }, credentials, login }) };
    },
  },
  {
    name: 'a secret file that others can read',
    first: 'secret-unusable',
    exitCode: 78,
    make: async (desk) => {
      const config = configFor(desk, await emulatorFor());
      desk.write('secret', 'secret', 0o644);
      return { config };
    },
  },
  {
    name: 'authorities that are no certificates',
    first: 'authorities-unusable',
    exitCode: 78,
    make: async (desk) => {
      desk.write('ca.pem', 'no certificate');
      return { config: configFor(desk, await emulatorFor(), { service: { caFile: 'ca.pem' } }) };
    },
  },
  {
    name: 'a name that nobody knows',
    first: 'name-not-found',
    exitCode: 69,
    says: { connection: 'not-tried', credentials: 'not-tried' },
    make: (desk) =>
      Promise.resolve({ config: configFor(desk, { ...at(0), url: 'https://gatehouse.invalid' }) }),
  },
  {
    name: 'a port that refuses',
    first: 'connection-refused',
    exitCode: 69,
    says: { name: 'well', answer: 'not-tried' },
    make: elsewhere(freePort),
  },
  {
    name: 'a port that takes connections and says nothing',
    first: 'answer-silent',
    exitCode: 69,
    says: { connection: 'well' },
    make: elsewhere(() => tcpServer(() => undefined)),
  },
  {
    name: 'a network that drops every packet',
    first: 'connection-silent',
    exitCode: 69,
    make: async (desk) => {
      const port = await tcpServer(() => undefined);
      const connectTcp = () => Promise.resolve({ kind: 'timeout' } as const);
      return { config: configFor(desk, at(port)), ports: { connectTcp } };
    },
  },
  {
    name: 'a connection that is closed at once',
    first: 'answer-cut',
    exitCode: 69,
    says: { connection: 'well' },
    make: elsewhere(() => tcpServer((socket) => socket.destroy())),
  },
  {
    name: 'a certificate of an unknown authority',
    first: 'certificate-untrusted',
    exitCode: 78,
    says: { connection: 'well', answer: 'not-tried' },
    make: overTls('IP:127.0.0.1', 'valid', false),
  },
  {
    name: 'a certificate for another name',
    first: 'certificate-other-name',
    exitCode: 78,
    make: overTls('DNS:mfa.example.com', 'valid', true),
  },
  {
    name: 'a certificate that is over',
    first: 'certificate-out-of-date',
    exitCode: 78,
    make: overTls('IP:127.0.0.1', 'over', true),
  },
  {
    name: 'HTTP 302 to a page of the network',
    first: 'network-sign-in',
    exitCode: 69,
    says: { answer: 'well', clock: 'not-tried', credentials: 'not-tried' },
    make: emulated([
      { ...everything, kind: 'status', status: 302, headers: { location: 'http://sign-in.example/?x=1' } },
    ]),
  },
  {
    name: 'HTTP 302 within the service',
    first: 'not-the-service',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'status', status: 302, headers: { location: '/new' } }]),
  },
  {
    name: 'HTTP 511',
    first: 'network-sign-in',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'html', status: 511 }]),
  },
  {
    name: 'a page with HTTP 200',
    first: 'network-sign-in',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'html' }]),
  },
  {
    name: 'HTTP 503',
    first: 'server-error',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'status', status: 503 }]),
  },
  {
    name: 'HTTP 404',
    first: 'not-the-service',
    exitCode: 69,
    make: elsewhere(() => httpServer((_asked, answer) => answer.writeHead(404).end('no'))),
  },
  {
    name: 'JSON of somebody else',
    first: 'not-the-service',
    exitCode: 69,
    make: elsewhere(() => httpServer((_asked, answer) => answer.end('{"hello":1}'))),
  },
  {
    name: 'answers that are cut',
    first: 'answer-cut',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'reset', when: 'in-body' }]),
  },
  {
    name: 'answers that end too early',
    first: 'answer-cut',
    exitCode: 69,
    make: emulated([{ ...init, kind: 'truncated-json' }]),
  },
  {
    name: 'answers that never come',
    first: 'answer-silent',
    exitCode: 69,
    make: emulated([{ ...everything, kind: 'hang' }]),
  },
  {
    name: 'another system token',
    first: 'system-token-wrong',
    exitCode: 78,
    make: emulated([], { service: { systemToken: 'ANOTHER' } }),
  },
  {
    name: 'another system token, said as the SDKs know it',
    first: 'system-token-wrong',
    exitCode: 78,
    make: emulated([], { service: { systemToken: 'ANOTHER' } }, { sdkExceptions: true }),
  },
  { name: 'another secret', first: 'secret-wrong', exitCode: 78, make: wrongSecret([]) },
  {
    name: 'no configuration check, all right',
    first: null,
    exitCode: 0,
    says: { credentials: 'well' },
    make: emulated([noAppInit]),
  },
  {
    name: 'no configuration check, another system token',
    first: 'system-token-wrong',
    exitCode: 78,
    make: emulated([noAppInit], { service: { systemToken: 'ANOTHER' } }),
  },
  {
    name: 'no configuration check, another secret',
    first: 'secret-wrong',
    exitCode: 78,
    make: wrongSecret([noAppInit]),
  },
  {
    name: 'an answer with a wrong signature',
    first: 'signature-wrong',
    exitCode: 78,
    make: emulated([{ path: '/api/app/init', kind: 'wrong-signature' }]),
  },
  {
    name: 'an answer with a wrong signature that nobody looks at',
    first: null,
    exitCode: 0,
    make: emulated([{ path: '/api/app/init', kind: 'wrong-signature' }], {
      service: { responseSignature: 'off' },
    }),
  },
  {
    name: 'a clock that is ten minutes fast',
    first: null,
    exitCode: 0,
    says: { clock: 'clock-wrong', credentials: 'well' },
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { now: () => new Date(Date.now() + MINUTES_10) },
    }),
  },
  {
    name: 'polling blocked',
    first: null,
    exitCode: 0,
    says: { polling: 'polling-blocked', websocket: 'well', generation: 'well' },
    make: emulated([{ path: 'realtime', transport: 'polling', kind: 'status', status: 403 }]),
  },
  {
    name: 'websockets blocked',
    first: null,
    exitCode: 0,
    says: { polling: 'well', websocket: 'websocket-blocked' },
    make: emulated([{ path: 'realtime', transport: 'websocket', kind: 'status', status: 403 }]),
  },
  {
    name: 'websockets that are taken and say nothing',
    first: null,
    exitCode: 0,
    says: { websocket: 'websocket-blocked' },
    make: emulated([{ path: 'realtime', transport: 'websocket', kind: 'hang' }]),
  },
  {
    name: 'both transports blocked',
    first: 'listener-blocked',
    exitCode: 69,
    says: { polling: 'polling-blocked', generation: 'not-tried' },
    make: emulated([{ path: 'realtime', phase: 'any', kind: 'status', status: 403 }]),
  },
  {
    name: 'polling alone, and that blocked',
    first: 'listener-blocked',
    exitCode: 69,
    says: { websocket: 'not-tried' },
    make: emulated([{ path: 'realtime', transport: 'polling', kind: 'hang' }], {
      service: { realtime: { transports: ['polling'] } },
    }),
  },
  {
    name: 'an old server where a new one is configured',
    first: 'generation-other',
    exitCode: 78,
    make: emulated([], { service: { realtime: { protocol: '4' } } }, { realtime: 'v2' }),
  },
  {
    name: 'a new server where an old one is configured',
    first: 'generation-other',
    exitCode: 78,
    make: emulated([], { service: { realtime: { protocol: '3', transports: ['websocket'] } } }),
  },
  {
    name: 'a proxy that nobody listens at',
    first: 'proxy-unreachable',
    exitCode: 69,
    says: { connection: 'not-tried', name: 'name-at-proxy' },
    make: behindProxy(freePort),
  },
  {
    name: 'a proxy that wants a login',
    first: 'proxy-wants-login',
    exitCode: 78,
    says: { connection: 'well' },
    make: behindProxy(() => httpServer((_asked, answer) => answer.writeHead(407).end())),
  },
];
