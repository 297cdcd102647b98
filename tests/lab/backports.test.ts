/**
 * The product's requirements on Electron: on its intended version, and on an older one with its
 * backports. Through a proxy: tests/networks. A view that ends in its own events, file dialogs that
 * are intercepted: tests/e2e/hosted-*.
 */
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { ask } from './fixture/ask.ts';

const runtime = electronRuntime();
const isOlder =
  runtime.available && Number.parseInt(runtime.version, 10) < Number.parseInt(runtime.wanted, 10);
const title = runtime.available
  ? `Electron ${runtime.version}${isOlder ? ' with its backports' : ''}`
  : `Electron (skipped: ${runtime.reason})`;

describe.skipIf(!runtime.available)(title, () => {
  let sockets: WebSocketServer;
  let url: string;
  let refusedUrl: string;
  const origins: (string | undefined)[] = [];

  beforeAll(async () => {
    sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    sockets.on('connection', (socket, request) => {
      origins.push(request.headers.origin);
      if (request.url === '/close') socket.close(4321, 'because');
      if (request.url === '/drop') socket.terminate();
      socket.on('message', (data: Buffer) =>
        socket.send(data, { binary: data.toString() === 'as bytes' }),
      );
    });
    await new Promise((resolve) => sockets.once('listening', resolve));
    const { port } = sockets.address() as AddressInfo;
    url = `ws://127.0.0.1:${port}/echo`;
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    refusedUrl = `ws://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
    await new Promise((resolve) => closed.close(resolve));
  });

  afterAll(() => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  });

  it('answers protocol.handle with a Response, and applies its CSP header', async () => {
    expect(await ask('protocol')).toEqual({
      title: 'served',
      inlineRan: 'undefined',
      outerRan: 'number',
      echo: [202, 'POST'],
      missing: 404,
      throws: 'TypeError',
      twice: 'Error',
      // The older one has none beside Chromium.
      fetch: isOlder ? 'undefined' : 'function',
    });
  });

  it('sends text by net.WebSocket, receives text and bytes in order, and closes', async () => {
    const texts = ['text', 'Grüße 🙂 \u2028 `${x}`', '', 'as bytes', 'last'];
    expect(await ask('socket', { url, texts })).toEqual({
      received: [...texts.slice(0, 3), 'not text', 'last'],
      code: 1005,
      wasClean: true,
      windows: 0,
    });
    expect(origins.at(-1)).toBe(new URL(url.replace('ws:', 'http:')).origin);
  });

  it('tells by net.WebSocket how the other side ended, and a refused connection as an error', async () => {
    const at = (place: string): string => new URL(place, url).href;
    expect(await ask('closes', { urls: [at('/close'), at('/drop'), refusedUrl] })).toEqual([
      { events: ['open'], code: 4321, reason: 'because', wasClean: true },
      { events: ['open'], code: 1006, reason: null, wasClean: false },
      { events: ['error'], code: 1006, reason: null, wasClean: false },
    ]);
  });

  it('ends the attempt of net.WebSocket at a close() while it connects', async () => {
    expect(await ask('abort', { url })).toBe(1006);
  });

  it('gives a view over the page of a window its place, where its page wants to go, and its end', async () => {
    expect(await ask('view')).toEqual({
      titles: ['below', 'above'],
      bounds: { x: 10, y: 20, width: 100, height: 50 },
      isSandboxed: true,
      going: { url: 'https://elsewhere.test/', isMainFrame: true },
      aliveBeside: true,
      gone: true,
      itself: true,
      window: false,
    });
  });

  it('offers safeStorage without a keyring, with the key that everybody has, and refuses other texts', async () => {
    expect(await ask('storage')).toEqual({
      available: true,
      backend: 'basic_text',
      prefix: 'v10',
      result: 'text',
      refused: 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
    });
  });
});
