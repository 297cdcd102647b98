import { at, behindProxy, configFor, elsewhere, emulated, inTime, overTls } from './makers.ts';
import { emulatorFor, freePort, httpServer, tcpServer } from './stage.ts';
import type { SetUp } from './set-ups.ts';
import { chromiumFailure } from '../../../electron/network/network-errors.ts';

const init = { path: '/api/transaction/init' };
const everything = { path: '*' };

/** Faults on the path to the service, or a different server in its place. */
export const NETWORK_PATH_SET_UPS: readonly SetUp[] = [
  {
    name: 'an unknown name',
    first: 'name-not-found',
    says: { connection: 'not-tried', credentials: 'not-tried' },
    make: (desk) =>
      Promise.resolve({ config: configFor(desk, { ...at(0), url: 'https://gatehouse.invalid' }) }),
  },
  {
    name: 'a port that refuses',
    first: 'connection-refused',
    says: { name: 'well', answer: 'not-tried' },
    make: elsewhere(freePort),
  },
  {
    name: 'a port that accepts connections and stays silent',
    first: 'answer-silent',
    says: { connection: 'well' },
    make: inTime(
      elsewhere(() => tcpServer(() => undefined)),
      { answer: 500 },
    ),
  },
  {
    name: 'a network that drops every packet',
    first: 'connection-silent',
    make: async (desk) => {
      const port = await tcpServer(() => undefined);
      const connectTcp = () => Promise.resolve({ kind: 'timeout' } as const);
      return { config: configFor(desk, at(port)), ports: { connectTcp }, limits: { answer: 500 } };
    },
  },
  {
    name: 'a certificate of an unknown authority',
    first: 'tls-untrusted',
    says: { connection: 'well', answer: 'not-tried' },
    make: overTls('127.0.0.1', 'valid', false),
  },
  {
    name: 'a certificate for another name',
    first: 'tls-other-name',
    make: overTls('mfa.example.com', 'valid', true),
  },
  {
    name: 'a certificate that is over',
    first: 'tls-expired',
    make: overTls('127.0.0.1', 'over', true),
  },
  {
    name: 'HTTP 511 of a network that wants a sign-in',
    first: 'network-sign-in',
    says: { answer: 'well', clock: 'not-tried', credentials: 'not-tried' },
    make: emulated([{ ...everything, kind: 'status', status: 511 }]),
  },
  {
    name: 'HTTP 302 to another page',
    first: 'not-the-service',
    says: { 'sign-in': 'not-tried', clock: 'not-tried', credentials: 'not-tried' },
    make: emulated([
      {
        ...everything,
        kind: 'status',
        status: 302,
        headers: { location: 'http://sign-in.example/?x=1' },
      },
    ]),
  },
  {
    name: 'a page instead of an answer',
    first: 'not-the-service',
    make: emulated([{ ...everything, kind: 'html' }]),
  },
  {
    name: 'HTTP 503',
    first: 'server-error',
    make: emulated([{ ...everything, kind: 'status', status: 503 }]),
  },
  {
    name: 'HTTP 404',
    first: 'not-the-service',
    make: elsewhere(() => httpServer((_asked, answer) => answer.writeHead(404).end('no'))),
  },
  {
    name: 'answers that end too early',
    first: 'answer-cut',
    make: emulated([{ ...init, kind: 'truncated-json' }]),
  },
  {
    name: 'a proxy without a listener',
    first: 'proxy-unreachable',
    says: { connection: 'not-tried', name: 'name-at-proxy' },
    make: behindProxy(freePort),
  },
  {
    name: 'a proxy that wants a login',
    first: 'proxy-login-required',
    says: { connection: 'well' },
    make: behindProxy(() => httpServer((_asked, answer) => answer.writeHead(407).end())),
  },
  {
    name: 'a proxy that is reached, and that no connection can be agreed on with',
    first: 'proxy-protocol',
    says: { connection: 'well', answer: 'not-tried' },
    make: async (desk) => {
      const proxy = `http://127.0.0.1:${String(await tcpServer((socket) => socket.end('no')))}`;
      // Chromium's error for a proxy that is called https and speaks http.
      const http = () => Promise.resolve(chromiumFailure('ERR_PROXY_CONNECTION_FAILED'));
      return { config: configFor(desk, at(0)), network: { proxy }, ports: { http } };
    },
  },
  {
    name: 'a list whose first proxy is gone, and whose second entry works',
    first: 'proxy-unknown',
    says: {
      name: 'not-tried',
      connection: 'not-tried',
      answer: 'well',
      credentials: 'answers-optional',
    },
    make: async (desk) => {
      const list = `PROXY 127.0.0.1:${String(await freePort())};DIRECT`;
      return {
        config: configFor(desk, await emulatorFor()),
        ports: { resolveProxy: () => Promise.resolve(list) },
      };
    },
  },
  {
    name: 'a proxy script that never ends, without a server behind it',
    first: 'time-up',
    says: { proxy: 'time-up', connection: 'not-tried', answer: 'not-tried' },
    make: async (desk) => ({
      config: configFor(desk, at(await tcpServer(() => undefined))),
      ports: { resolveProxy: () => new Promise(() => undefined) },
      limits: { route: 500, answer: 500 },
    }),
  },
  {
    name: 'no network',
    first: 'offline',
    says: { connection: 'not-tried' },
    make: (desk) =>
      Promise.resolve({
        config: configFor(desk, { ...at(0), url: 'https://gatehouse.invalid' }),
        ports: { isOnline: () => false },
      }),
  },
  {
    name: 'an unnamed network path',
    first: 'network-path-unknown',
    says: { proxy: 'network-path-unknown', answer: 'well', credentials: 'answers-optional' },
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { resolveProxy: () => Promise.reject(new Error('no')) },
    }),
  },
];
