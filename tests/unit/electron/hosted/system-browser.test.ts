import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Callback } from '../../../../electron/hosted/callback.ts';
import type { HostedAttempt, HostedPageFailure } from '../../../../electron/hosted/hosted-page.ts';
import { systemBrowser, type SystemBrowserOptions } from '../../../../electron/hosted/system-browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { enCallback } from '../../../support/strings.ts';

const PAGE = 'https://mfa.example.com/api/transaction/process/abc';
const OK = '?serviceState=ok&serviceToken=abc';

/** A computer may have one address family alone. */
const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

type Shown = Readonly<{
  attempt: HostedAttempt;
  callbacks: Callback[];
  failures: HostedPageFailure[];
  opened: string[];
}>;

const open: HostedAttempt[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const attempt of open.splice(0)) attempt.close();
  for (const server of servers.splice(0)) server.close();
});

async function prepared(changes: Partial<SystemBrowserOptions> = {}) {
  const result = await systemBrowser({
    base: null,
    parameters: { state: 'serviceState', token: 'serviceToken' },
    loadStrings: () => Promise.resolve(enCallback),
    open: () => Promise.resolve(true),
    ...changes,
  }).prepare();
  if (result.ok) open.push(result.value);
  return result;
}

async function shown(changes: Partial<SystemBrowserOptions> = {}): Promise<Shown> {
  const opened: string[] = [];
  const result = await prepared({
    open: (address) => {
      opened.push(address);
      return Promise.resolve(true);
    },
    ...changes,
  });
  if (!result.ok) throw new Error(result.error.kind);
  const callbacks: Callback[] = [];
  const failures: HostedPageFailure[] = [];
  result.value.show(PAGE, {
    onCallback: (callback) => callbacks.push(callback),
    onAddress: () => undefined,
    onClosed: () => undefined,
    onFailed: (failure) => failures.push(failure),
  });
  return { attempt: result.value, callbacks, failures, opened };
}

type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;

/** What a browser, or somebody else on this computer, gets there. */
function get(
  address: string,
  options: Readonly<{ method?: string; host?: string; at?: string }> = {},
): Promise<Answer> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: options.at ?? url.hostname.replace(/[[\]]/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? url.host },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.on('error', reject).end();
  });
}

const PLACES: readonly (readonly [string, (port: number) => string])[] = [
  ['a fixed port and path', (port) => `http://127.0.0.1:${String(port)}/back`],
  ...(HAS_IPV6
    ? [['the other address family', (port: number) => `http://[::1]:${String(port)}/back`] as const]
    : []),
  ['a name', (port) => `http://localhost:${String(port)}/back`],
  ['a template', (port) => `http://127.0.0.1:${String(port)}/?s=%serviceState%&t=%serviceToken%`],
];

describe('the callback in the system browser', () => {
  it('opens the page, is answered with words alone, and brings the token', async () => {
    const { attempt, callbacks, opened } = await shown();
    expect(opened).toEqual([PAGE]);
    expect(attempt.callbackUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/);

    const answer = await get(attempt.callbackUrl + OK);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<html lang="en" dir="ltr">');
    expect(answer.text).toContain('You can close this page');
    expect(answer.text).not.toMatch(/abc|<script|<link|<img|<a /);
    expect(answer.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    await eventually('the callback', () => callbacks.length === 1);
    expect(callbacks).toEqual([{ state: 'ok', token: 'abc' }]);
  });

  it('is there as long as the login, and opens the page as often as one likes', async () => {
    const { attempt, callbacks, opened } = await shown();
    attempt.showAgain();
    expect(opened).toEqual([PAGE, PAGE]);
    attempt.close();
    attempt.close();
    attempt.showAgain();
    expect(opened).toEqual([PAGE, PAGE]);
    await expect(get(attempt.callbackUrl + OK)).rejects.toThrow();
    expect(callbacks).toEqual([]);
  });

  it.each(PLACES)('listens where the configuration says: %s', async (name, baseAt) => {
    const { base, attempt, callbacks } = await shownAtFreePort(baseAt);
    expect(attempt.callbackUrl.startsWith(base.split('?')[0] ?? '')).toBe(true);
    const address =
      name === 'a template'
        ? attempt.callbackUrl.replace('%serviceState%', 'ok').replace('%serviceToken%', 'abc')
        : attempt.callbackUrl + OK;
    const families = name === 'a name' ? ['127.0.0.1', ...(HAS_IPV6 ? ['::1'] : [])] : [undefined];
    for (const at of families) {
      const { status } = await get(address, at === undefined ? {} : { at });
      expect([200, 404]).toContain(status);
    }
    await eventually('the callback', () => callbacks.length === 1);
    expect(callbacks).toEqual([{ state: 'ok', token: 'abc' }]);
  });

  it('is not prepared where the port is taken, at one of the two addresses too', async () => {
    const server = createServer();
    servers.push(server);
    const host = HAS_IPV6 ? '::1' : '127.0.0.1';
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as AddressInfo;
    const taken = { ok: false, error: { kind: 'callback', evidence: 'EADDRINUSE' } };
    expect(await prepared({ base: `http://localhost:${String(port)}/` })).toEqual(taken);
    const base = `http://${HAS_IPV6 ? '[::1]' : host}:${String(port)}/`;
    expect(await prepared({ base })).toEqual(taken);
    expect(await prepared({ base: 'https://desk.example.com/' })).toEqual({
      ok: false,
      error: { kind: 'callback', evidence: 'no loopback address' },
    });
  });

  it.each([
    ['does not open it', () => Promise.resolve(false)],
    ['fails', () => Promise.reject(new Error('no xdg-open'))],
  ])('says so when the browser %s, and still listens', async (_, opening) => {
    const { attempt, failures, callbacks } = await shown({ open: opening });
    await eventually('the failure', () => failures.length === 1);
    expect(failures[0]?.kind).toBe('browser');
    await get(`${attempt.callbackUrl}?serviceState=cancel`);
    await eventually('the callback', () => callbacks.length === 1);
  });

  it('starts no browser where nobody would see it', async () => {
    const { attempt, failures } = await shown({ open: null });
    attempt.showAgain();
    expect(failures).toEqual([]);
  });
});

describe('SEC-80: what else comes to the listener', () => {
  it.each<readonly [string, (own: URL) => readonly [string, Parameters<typeof get>[1]], number]>([
    ['another path', (own) => [`${own.origin}/${OK}`, {}], 404],
    ['another value', (own) => [`${own.origin}/${'a'.repeat(43)}${OK}`, {}], 404],
    ['a longer path', (own) => [`${own.href}/more${OK}`, {}], 404],
    ['another HTTP method', (own) => [own.href + OK, { method: 'POST' }], 405],
    ['HEAD', (own) => [own.href + OK, { method: 'HEAD' }], 405],
    ['a name that leads here', (own) => [own.href + OK, { host: `evil.example:${own.port}` }], 400],
    ['this computer by another name', (own) => [own.href + OK, { host: `localhost:${own.port}` }], 400],
    ['a host without the port', (own) => [own.href + OK, { host: '127.0.0.1' }], 400],
  ])('%s gets a page that tells nothing, and ends nothing', async (_, build, status) => {
    const { attempt, callbacks } = await shown();
    const own = new URL(attempt.callbackUrl);
    const answer = await get(...build(own));
    expect(answer.status).toBe(status);
    if (status !== 405) expect(answer.text).toContain('Nothing to do here');
    expect(answer.text).not.toContain(own.pathname);
    expect(callbacks).toEqual([]);
    // The login is as it was.
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
    await eventually('the callback', () => callbacks.length === 1);
  });

  it('the same once more is nothing any more', async () => {
    const { attempt, callbacks } = await shown();
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
    expect((await get(`${attempt.callbackUrl}?serviceState=cancel`)).status).toBe(404);
    expect((await get(attempt.callbackUrl + OK)).status).toBe(404);
    await eventually('the callback', () => callbacks.length === 1);
    expect(callbacks).toEqual([{ state: 'ok', token: 'abc' }]);
  });

  it('an endless or broken request is dropped', async () => {
    const { attempt, callbacks } = await shown();
    const { port } = new URL(attempt.callbackUrl);
    for (const bytes of [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\n`, 'NONSENSE\r\n\r\n']) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
        socket
          .on('error', () => undefined)
          .on('close', () => {
            resolve();
          });
        socket.resume();
      });
    }
    expect(callbacks).toEqual([]);
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
  });
});

/** At a port that was free a moment ago: somebody else may have taken it since. */
async function shownAtFreePort(
  baseAt: (port: number) => string,
): Promise<Shown & Readonly<{ base: string }>> {
  for (let left = 5; ; left -= 1) {
    const base = baseAt(await freePort());
    try {
      return { base, ...(await shown({ base })) };
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
