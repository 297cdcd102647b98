import { describe, expect } from 'vitest';
import WebSocket from 'ws';
import { tryStartEmulator } from './emulator.ts';
import {
  begin,
  emulatorForTest,
  it,
  rawRequest,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';

/**
 * emulator/README.md: loopback only, `Host` and `Origin` checked, JSON wanted, so that no page in a
 * browser can drive it.
 */

describe('where it binds', () => {
  it.each([
    ['0.0.0.0', 'controlToken', 'no loopback address'],
    ['::', 'controlToken', 'no loopback address'],
    ['192.0.2.1', 'controlToken', 'no loopback address'],
    ['example.com', 'host', 'must be an IP address'],
    ['', 'host', 'must be an IP address'],
  ])('refuses to bind to %j', async (host, key, words) => {
    const started = await tryStartEmulator({ host });
    expect(started).toMatchObject({
      ok: false,
      error: { code: 'invalid-option', key, reason: expect.stringContaining(words) as string },
    });
  });

  it('binds to 127.0.0.1 by default', ({ emulator }) => {
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(emulator.phoneUrl).toBe(`${emulator.url}/phone`);
  });
});

const everywhere = [
  '/phone',
  '/phone/state',
  '/emulator/log',
  '/api/transaction/init',
  '/ws/socket.io/?EIO=4&transport=polling',
  '/',
];

describe('Host', () => {
  it.each(everywhere)('answers on %s to names of this machine only', async (path) => {
    const emulator = await emulatorForTest({ allowedHosts: ['mfa.example.test'] });
    const statusFor = async (host: string): Promise<number> =>
      (await rawRequest(emulator.url + path, { headers: { host } })).status;
    const port = String(emulator.port);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost@evil',
      ':80',
    ]) {
      expect(await statusFor(host)).toBe(403);
    }
    for (const host of [
      '127.0.0.1',
      `localhost:${port}`,
      '[::1]',
      'LOCALHOST',
      'mfa.example.test:99',
    ]) {
      expect(await statusFor(host)).not.toBe(403);
    }
  });
});

describe('Origin', () => {
  const json = { 'content-type': 'application/json' };

  it.for(everywhere)('refuses other sites on %s', async (path, { emulator }) => {
    for (const origin of ['https://evil.example', 'http://localhost:1', 'http://127.0.0.1']) {
      const answer = await rawRequest(emulator.url + path, { headers: { origin } });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBe(undefined);
    }
    expect(
      (await rawRequest(emulator.url + path, { headers: { origin: emulator.url } })).status,
    ).not.toBe(403);
  });

  it('allows null and other schemes the signed API, and refuses them the control API', async ({
    emulator,
  }) => {
    for (const origin of ['null', 'file://', 'app://gatehouse']) {
      const drive = await rawRequest(`${emulator.url}/emulator/reset`, {
        method: 'POST',
        headers: { origin },
      });
      expect(drive.status).toBe(403);
      const headers = { ...json, origin };
      const call = await rawRequest(`${emulator.url}/api/transaction/init`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(call.status).toBe(400);
    }
  });

  it('refuses a websocket of another site', async ({ emulator }) => {
    const url = `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`;
    const statusFor = (options: WebSocket.ClientOptions): Promise<number> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, options);
        socket.once('unexpected-response', (_request, response) =>
          resolve(response.statusCode ?? 0),
        );
        socket.once('error', () => undefined);
        socket.once('message', () => {
          socket.terminate();
          resolve(101);
        });
      });
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusFor({ headers: { host: 'evil.example' } })).toBe(403);
    expect(await statusFor({ origin: emulator.url })).toBe(101);
    expect(await statusFor({})).toBe(101);
  });

  it('refuses a cross-site request without an Origin, but not a visit of the phone page', async ({
    emulator,
  }) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await rawRequest(`${emulator.url}/emulator/log`, { headers })).status).toBe(403);
    const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await rawRequest(`${emulator.url}/phone`, { headers: navigation })).status).toBe(200);
  });
});

describe('the control API wants application/json', () => {
  it.for<readonly [string | undefined, string, number]>([
    ['text/plain', '{}', 415],
    ['application/x-www-form-urlencoded', '', 415],
    [undefined, '{}', 415],
    ['application/json', '{}', 200],
    ['Application/JSON; charset=utf-8', '', 200],
    [undefined, '', 200],
  ])(
    'answers content type %j with body %j by %i',
    async ([contentType, body, status], { emulator }) => {
      const headers = {
        'content-length': String(body.length),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      };
      for (const [method, path] of [
        ['POST', '/emulator/reset'],
        ['DELETE', '/emulator/faults'],
      ] as const) {
        expect((await rawRequest(emulator.url + path, { method, headers, body })).status).toBe(
          status,
        );
      }
    },
  );
});

describe('the phone page', () => {
  it('sets a strict policy on the phone page, without inline script or style', async ({
    emulator,
  }) => {
    const answer = await rawRequest(emulator.phoneUrl, {});
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(answer.text).not.toMatch(/\son\w+=|<style|\sstyle=/);
  });

  it.for(['phone.js', 'messages.js', 'elements.js', 'phone.css', 'base.css'])(
    'serves %s, which makes text nodes, never HTML',
    async (name, { emulator }) => {
      const { status, text } = await rawRequest(`${emulator.phoneUrl}/${name}`, {});
      expect(status).toBe(200);
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|DOMParser/,
      );
    },
  );

  it.for(['phone-server.ts', '../emulator.ts', '%2e%2e/emulator.ts', 'toString', 'qr/unknown.svg'])(
    'serves no %s on the phone page',
    async (name, { emulator }) => {
      expect((await rawRequest(`${emulator.phoneUrl}/${name}`, {})).status).toBe(404);
    },
  );

  it('shows arrived messages, and hears of them at once', async ({ emulator }) => {
    const abort = new AbortController();
    const changes = await fetch(`${emulator.phoneUrl}/changes`, { signal: abort.signal });
    const reader = changes.body?.getReader();
    await reader?.read();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'qrcode');
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString('utf8')).toContain('data: changed');
    abort.abort();

    const state = JSON.parse((await rawRequest(`${emulator.phoneUrl}/state`, {})).text) as {
      person: { messages: { id: string; canApprove: boolean }[] };
    };
    const { messages } = state.person;
    expect(messages).toMatchObject([{ method: 'qrcode', state: 'open', canApprove: true }]);
    const picture = await rawRequest(`${emulator.phoneUrl}/qr/${String(messages[0]?.id)}.svg`, {});
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    expect(picture.text).toContain('<svg');
  });
});
