import {
  createServer as createHttpServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { connectByTcp, lookUpName } from '../../../electron/doctor/node-looks.ts';
import type { DoctorLimits, DoctorPorts } from '../../../electron/doctor/ports.ts';
import { runChecks } from '../../../electron/doctor/run-checks.ts';
import { readSetup } from '../../../electron/doctor/setup.ts';
import type { KeyStore } from '../../../electron/secrets/key-store.ts';
import { credentialStore } from '../../../electron/secrets/stored-credentials.ts';
import { processClock } from '../../../electron/os/clock.ts';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import { success } from '../../../shared/result.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import { makeSelfSigned } from '../../support/certificates/certificates.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { nodeNetworkTo, type TestNetwork } from '../../support/network/node-port.ts';
import { webSocketOver } from '../../support/network/node-websocket.ts';

/** Longer than any test: an answer comes, however busy the machine is. */
const PATIENT_MS = 600_000;
const PATIENT: DoctorLimits = {
  route: PATIENT_MS,
  lookup: PATIENT_MS,
  connect: PATIENT_MS,
  answer: PATIENT_MS,
  call: PATIENT_MS,
  polling: PATIENT_MS,
  pollingOverall: PATIENT_MS,
  webSocket: PATIENT_MS,
  keyStore: PATIENT_MS,
  display: PATIENT_MS,
  overall: PATIENT_MS,
};

export type Examined = Readonly<{
  /** The configuration file's path; one that says how the service is reached. */
  config: string;
  network?: TestNetwork;
  ports?: Partial<DoctorPorts>;
  /** Where silence is the subject: how long it lasts. Else nothing is slow, as its clock stands. */
  limits?: Partial<DoctorLimits>;
}>;

/** One in order. */
export const KEY_STORE: KeyStore = {
  isSupported: true,
  backend: () => Promise.resolve('test'),
  protects: () => Promise.resolve(true),
  seal: (text) => Promise.resolve(success(Buffer.from(text))),
  unseal: (sealed) => Promise.resolve(success({ text: sealed.toString(), isStale: false })),
};

/** Runs the doctor with real sockets, and a key store in order. */
export async function examine({
  config,
  network = {},
  ports = {},
  limits,
}: Examined): Promise<DoctorReport> {
  const keyStore = ports.keyStore ?? KEY_STORE;
  const all = { ...PATIENT, ...limits };
  const store = credentialStore({ folder: dirname(config), keyStore, limitMs: all.keyStore });
  const setup = await readSetup({ managed: null, given: config, user: null }, false, store);
  const baseUrl = setup.config.ok ? setup.config.value.service.baseUrl : 'https://nobody.invalid';
  const { http, observedCertificates, resolveProxy } = await nodeNetworkTo(baseUrl, network);
  return await runChecks({
    setup,
    version: '0.0.0',
    limits: all,
    ports: {
      http,
      webSocket: webSocketOver(network.caFile),
      lookup: lookUpName,
      connectTcp: connectByTcp,
      resolveProxy,
      isOnline: () => true,
      issuerOf: (hostname) => observedCertificates.of(hostname)?.issuer ?? null,
      secrets: () => [],
      keyStore: KEY_STORE,
      ticketKey: () => Promise.resolve(success('none')),
      displayWithoutLayout: () => Promise.resolve(null),
      clock: limits === undefined ? new FakeClock() : processClock,
      now: () => new Date(),
      ...ports,
    },
  });
}

/** An emulator for one test. */
export async function emulatorFor(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/**
 * A server of TCP that does as it is told with every connection.
 *
 * @returns its port
 */
export async function tcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return await portOf(server);
}

/**
 * A server of HTTP.
 *
 * @returns its port
 */
export async function httpServer(onRequest: RequestListener): Promise<number> {
  const server = createHttpServer(onRequest);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return await portOf(server);
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** A forwarding proxy for plain http. */
export function forwardingProxy(): Promise<number> {
  return httpServer((asked, answer) => {
    passOn(asked.url ?? '', asked, answer);
  });
}

/**
 * Passes an exchange on to an address, or to the same path below it; leaves out headers unfit for
 * the answer.
 */
export function passOn(url: string, asked: IncomingMessage, answer: ServerResponse): void {
  const to = new URL(asked.url ?? '/', url);
  const { host } = to;
  const headers = { ...asked.headers, host };
  const passed = request(to, { method: asked.method, headers, agent: false }, (response) => {
    const { date, ...others } = response.headers;
    answer.writeHead(response.statusCode ?? 502, answer.sendDate ? { date, ...others } : others);
    response.pipe(answer);
  });
  passed.on('error', () => answer.writeHead(502).end());
  asked.pipe(passed);
}

type Pair = Readonly<{ key: string; cert: string }>;

/** A self-signed certificate, valid since yesterday, or expired yesterday. */
export function certificate(alternativeName: string, validity: 'valid' | 'over'): Pair {
  const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000);
  const [notBefore, notAfter] = validity === 'valid' ? [day(-1), day(2)] : [day(-3), day(-1)];
  const names = [alternativeName];
  const { key, pem } = makeSelfSigned({
    commonName: 'Test',
    names,
    notBefore,
    notAfter,
    isAuthority: true,
  });
  return { key, cert: pem };
}
