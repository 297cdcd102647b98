/** The product's requirements on Electron: on its intended version, and on an older one with its backports. */
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { electronRuntime } from './electron-runtime.ts';
import { ask } from './fixture/ask.ts';

const runtime = electronRuntime();
const isOlder = runtime.available && Number.parseInt(runtime.version, 10) < 45;
const title = runtime.available
  ? `Electron ${runtime.version}${isOlder ? ' with its backports' : ''}`
  : `Electron (skipped: ${runtime.reason})`;

describe.skipIf(!runtime.available)(title, () => {
  let sockets: WebSocketServer;
  let proxy: Server;
  let url: string;
  let proxyRules: string;
  let refusedUrl: string;
  const connects: string[] = [];
  const origins: (string | undefined)[] = [];

  beforeAll(async () => {
    sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    sockets.on('connection', (socket, request) => {
      origins.push(request.headers.origin);
      if (request.url === '/close') socket.close(4321, 'because');
      if (request.url === '/drop') socket.terminate();
      if (request.url === '/path') socket.send('through the proxy');
      socket.on('message', (data: Buffer) => socket.send(data, { binary: data.toString() === 'as bytes' }));
    });
    await new Promise((resolve) => sockets.once('listening', resolve));
    const { port } = sockets.address() as AddressInfo;
    url = `ws://127.0.0.1:${port}/echo`;
    // A proxy that leads everybody to the server above, whatever host they ask for.
    proxy = createServer().on('connect', (request, socket) => {
      connects.push(String(request.url));
      const through = net.connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      through.pipe(socket).pipe(through);
      for (const end of [through, socket]) end.on('error', () => end.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    proxyRules = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    refusedUrl = `ws://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
    await new Promise((resolve) => closed.close(resolve));
  });

  afterAll(() => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    proxy.close();
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

  it('net.WebSocket sends text, receives text and bytes in order, and closes', async () => {
    const texts = ['text', 'Grüße 🙂 \u2028 `${x}`', '', 'as bytes', 'last'];
    expect(await ask('socket', { url, texts })).toEqual({
      received: [...texts.slice(0, 3), 'not text', 'last'],
      code: 1005,
      wasClean: true,
      windows: 0,
    });
    expect(origins.at(-1)).toBe(new URL(url.replace('ws:', 'http:')).origin);
  });

  it('tells how the other side ended, and a refused connection as an error', async () => {
    const at = (place: string): string => new URL(place, url).href;
    expect(await ask('closes', { urls: [at('/close'), at('/drop'), refusedUrl] })).toEqual([
      { events: ['open'], code: 4321, reason: 'because', wasClean: true },
      { events: ['open'], code: 1006, reason: null, wasClean: false },
      { events: ['error'], code: 1006, reason: null, wasClean: false },
    ]);
  });

  it('close() while connecting ends the attempt', async () => {
    expect(await ask('abort', { url })).toBe(1006);
  });

  it('opens several sockets at once', async () => {
    expect(await ask('many', { url })).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  });

  it("goes through the session's proxy", async () => {
    expect(await ask('proxied', { proxy: proxyRules })).toBe('through the proxy');
    expect(connects).toContain('service.test:80');
  });

  it('a view over the page of a window: its place, where its page wants to go, its end', async () => {
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

  it('a view that is closed in the middle of its own events, or by its page, leaves room for the next', async () => {
    const seen = (by: string, isAliveAfter: boolean | null): object => ({
      ...{ by, isAliveAfter, isEmpty: true, isFocused: true, drawn: 'next' },
    });
    expect(await ask('ends')).toEqual([
      seen('will-navigate', true),
      seen('render-process-gone', true),
      ...Array.from({ length: 5 }, () => seen('itself', null)),
    ]);
  });

  it('refuses an invalid WebSocket address', async () => {
    expect(await ask('refusals')).toEqual([true, true]);
  });

  it('safeStorage without a keyring is available, seals with the key that everybody has, and refuses the rest', async () => {
    expect(await ask('storage')).toEqual({
      available: true,
      backend: 'basic_text',
      prefix: 'v10',
      result: 'text',
      refused: 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
    });
  });
});
