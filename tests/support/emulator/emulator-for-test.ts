import { request as httpRequest } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { onTestFinished, test as base } from 'vitest';
import { parseJson } from '../../../emulator/basics/json.ts';
import type { JsonObject } from '../../../emulator/basics/json.ts';
import { startEmulator } from '../../../emulator/emulator.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import type { Method } from '../../../emulator/service/methods.ts';
import { isSignatureValid, sign } from '../../../emulator/service/signature.ts';
import type { SignatureSettings } from '../../../emulator/service/signature.ts';
import { eventually } from '../eventually.ts';

/** An emulator that ends with its test. */
export async function emulatorForTest(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/**
 * Tests with an emulator by its defaults, a login of alice, and a listener to its events, for those
 * that name them.
 */
export const it = base.extend<{ emulator: Emulator; tid: string; listener: Listener }>({
  emulator: async ({}, use) => {
    const emulator = await startEmulator();
    await use(emulator);
    await emulator.close();
  },
  tid: async ({ emulator }, use) => use(await begin(emulator)),
  listener: async ({ emulator, tid }, use) => use(await listen(emulator, [tidChannel(tid)])),
});

/** An answer as it came over the wire. */
export type WireAnswer = Readonly<{
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
  /** The `result` of the envelope. */
  result: JsonObject;
  /** Whether the answer carries a valid signature over its raw bytes; null without a signature. */
  signatureValid: boolean | null;
}>;

export type RequestChanges = Readonly<{
  method?: string;
  /** Sent instead of the serialised fields. */
  rawBody?: string;
  /** Sent instead of the right signature; null leaves it out. */
  signature?: string | null;
  headers?: Readonly<Record<string, string>>;
}>;

export function signatureSettings(emulator: Emulator): SignatureSettings {
  const { signatureHeader: header, signatureEncoding: encoding, secretKey } = emulator.options;
  return { header, encoding, secretKey };
}

/** Calls the API as a connector does: serialises once, signs and sends the same bytes. */
export async function callApi(
  emulator: Emulator,
  path: string,
  fields: JsonObject,
  changes: RequestChanges = {},
): Promise<WireAnswer> {
  const settings = signatureSettings(emulator);
  const body = changes.rawBody ?? JSON.stringify({ systemToken: emulator.systemToken, ...fields });
  const signature = changes.signature === undefined ? sign(settings, body) : changes.signature;
  const method = changes.method ?? 'POST';
  const response = await fetch(emulator.url + path, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(signature === null ? {} : { [settings.header]: signature }),
      ...changes.headers,
    },
    ...(method === 'GET' ? {} : { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const given = response.headers.get(settings.header);
  const json = parseJson(bytes.toString('utf8'));
  return {
    status: response.status,
    headers: response.headers,
    text: bytes.toString('utf8'),
    json,
    result: ((json ?? {}) as { result?: JsonObject }).result ?? {},
    signatureValid: given === null ? null : isSignatureValid(settings, bytes, given),
  };
}

export const paths = {
  init: '/api/transaction/init',
  method: '/api/transaction/methodSSH',
  code: '/api/transaction/confirmCode',
  key: '/api/transaction/confirmSecurityKeySSH',
  credentials: '/api/transaction/credentials',
  appInit: '/api/app/init',
} as const;

/** An answer that refuses, as the service writes it. */
export const refusal = (
  exception: string,
  code: number,
  errorMessage: string,
  more: object = {},
): object => ({
  status: 'ERROR',
  code: 400,
  result: { exception, code, errorMessage, details: null, ...more },
});

/**
 * Starts a login.
 *
 * @returns its tid
 */
export async function begin(emulator: Emulator, username = 'alice'): Promise<string> {
  const answer = await callApi(emulator, paths.init, { username });
  return String(answer.result['tid']);
}

export function selectMethod(emulator: Emulator, tid: string, method: Method): Promise<WireAnswer> {
  return callApi(emulator, paths.method, { tid, method });
}

/**
 * Approves the newest request.
 *
 * @returns the access token
 */
export function approve(emulator: Emulator, tid: string): string {
  const done = emulator.approve(tid);
  return done.ok ? String(done.value.announcement.token) : '';
}

/**
 * Selects push, and approves it.
 *
 * @returns the access token
 */
export async function approvedPush(emulator: Emulator, tid: string): Promise<string> {
  await selectMethod(emulator, tid, 'push');
  return approve(emulator, tid);
}

export function setFault(emulator: Emulator, fault: Readonly<Record<string, unknown>>): void {
  const added = emulator.faults.add([fault]);
  if (!added.ok) throw new Error(added.error.message);
}

/** One event as a listener received it. */
export type ReceivedEvent = Readonly<{
  name: string;
  parameters: readonly unknown[];
}>;

export type Listener = Readonly<{
  socket: Socket;
  events: readonly ReceivedEvent[];
  /** Resolves with the events once there are `count` of them. */
  waitForEvents: (count: number) => Promise<readonly ReceivedEvent[]>;
}>;

/** Connects and subscribes to the channels; resolves when the server has joined them all. */
export async function listen(emulator: Emulator, channels: readonly string[]): Promise<Listener> {
  const socket = connect(emulator);
  const events: ReceivedEvent[] = [];
  socket.onAny((name: string, ...parameters: unknown[]) => events.push({ name, parameters }));
  for (const channel of channels) socket.emit('subscribe', { channel, auth: { headers: {} } });
  await eventually(
    'the connection',
    () => socket.connected && emulator.realtime.connectionCount() > 0,
  );
  // Packets arrive in order: with the answer to this one, the channels before it are joined.
  await socket.emitWithAck('subscribe', {});
  events.length = 0;
  const waitForEvents = async (count: number): Promise<readonly ReceivedEvent[]> => {
    await eventually(`${String(count)} events`, () => events.length >= count);
    return events;
  };
  return { socket, events, waitForEvents };
}

/** A socket.io client that ends with its test. */
export function connect(
  emulator: Emulator,
  transport: 'polling' | 'websocket' = 'websocket',
): Socket {
  const socket = io(emulator.url, {
    path: '/ws/socket.io',
    transports: [transport],
    forceNew: true,
    reconnectionDelay: 10,
    reconnectionDelayMax: 20,
    timeout: 3000,
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  return socket;
}

export function tidChannel(tid: string): string {
  return `transactionConfirmation.${tid}`;
}

/** Where a person acts in the control API. */
export const actOf = (username: string, act: 'approve' | 'deny'): string =>
  `/users/${username}/${act}`;

/** Calls the control API. */
export async function control(
  emulator: Emulator,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Readonly<{ status: number; json: JsonObject }>> {
  const response = await fetch(`${emulator.url}/emulator${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as JsonObject };
}

/** A request with exactly these headers, which `fetch` would not let through (`Host`, `Origin`). */
export function rawRequest(
  url: string,
  options: Readonly<{
    method?: string;
    headers?: Readonly<Record<string, string>>;
    body?: string;
  }>,
): Promise<
  Readonly<{
    status: number;
    text: string;
    headers: NodeJS.Dict<string | string[]>;
  }>
> {
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options;
    const request = httpRequest(url, rest, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
