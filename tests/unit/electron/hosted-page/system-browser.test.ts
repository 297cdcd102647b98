import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { displayOf, get, OK, OWN, PAGE, prepared, shown, type Shown } from './browser-login.ts';

/** A computer may have one address family alone. */
const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Place = Readonly<{
  name: string;
  baseAt: (port: number) => string;
  /** The address that the service opens. */
  addressOf: (callbackUrl: string) => string;
  /** The addresses that the computer of a name has; undefined for that of the callback itself. */
  listensAt: readonly (string | undefined)[];
}>;

const behind = (callbackUrl: string): string => callbackUrl + OK;
const filledIn = (callbackUrl: string): string =>
  callbackUrl.replace('%serviceState%', 'ok').replace('%serviceToken%', 'abc');
const LOCALHOST = HAS_IPV6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];

const OTHER_FAMILY: Place = {
  name: 'the other address family',
  baseAt: (port) => `http://[::1]:${String(port)}/back`,
  addressOf: behind,
  listensAt: [undefined],
};

const PLACES: readonly Place[] = [
  {
    name: 'a fixed port and path',
    baseAt: (port) => `http://127.0.0.1:${String(port)}/back`,
    addressOf: behind,
    listensAt: [undefined],
  },
  ...(HAS_IPV6 ? [OTHER_FAMILY] : []),
  {
    name: 'a name',
    baseAt: (port) => `http://localhost:${String(port)}/back`,
    addressOf: behind,
    listensAt: LOCALHOST,
  },
  {
    name: 'a template',
    baseAt: (port) => `http://127.0.0.1:${String(port)}/?s=%serviceState%&t=%serviceToken%`,
    addressOf: filledIn,
    listensAt: [undefined],
  },
];

describe('the callback in the system browser', () => {
  it('opens the page in the browser, answers the callback with words alone, and takes its token', async () => {
    const { attempt, callbacks, opened } = await shown();
    expect(attempt.callbackUrl).toMatch(OWN);
    expect(await get(opened[0] ?? '')).toMatchObject({ status: 302, headers: { location: PAGE } });

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

  it('listens as long as the login, and opens the page as often as one likes', async () => {
    const { attempt, callbacks, opened } = await shown();
    attempt.showAgain();
    expect(opened).toHaveLength(2);
    attempt.close();
    attempt.close();
    attempt.showAgain();
    expect(opened).toHaveLength(2);
    for (const address of [attempt.callbackUrl + OK, ...opened])
      expect((await get(address)).status).toBe(404);
    expect(callbacks).toEqual([]);
  });

  it('keeps the callback’s port for the next login, so that a late callback reaches no other program', async () => {
    const display = displayOf();
    const first = await shown({}, display);
    first.attempt.close();
    const second = await shown({}, display);
    expect(new URL(second.attempt.callbackUrl).port).toBe(new URL(first.attempt.callbackUrl).port);
    expect((await get(first.attempt.callbackUrl + OK)).status).toBe(404);
    expect((await get(second.attempt.callbackUrl + OK)).status).toBe(200);
    await eventually('the callback', () => second.callbacks.length === 1);
    expect(first.callbacks).toEqual([]);
  });

  it.each(PLACES)('listens for the callback at $name of the configuration', async (place) => {
    const { baseAt, addressOf, listensAt } = place;
    const { callbackBase, attempt, callbacks } = await shownAtFreePort(baseAt);
    expect(attempt.callbackUrl.startsWith(callbackBase.split('?')[0] ?? '')).toBe(true);
    const address = addressOf(attempt.callbackUrl);
    for (const at of listensAt) {
      const { status } = await get(address, at === undefined ? {} : { at });
      expect([200, 404]).toContain(status);
    }
    await eventually('the callback', () => callbacks.length === 1);
    expect(callbacks).toEqual([{ state: 'ok', token: 'abc' }]);
  });

  it('prepares no callback if the port is taken, at one of the two addresses too', async () => {
    const server = createServer();
    servers.push(server);
    const host = HAS_IPV6 ? '::1' : '127.0.0.1';
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as AddressInfo;
    const taken = { ok: false, error: { kind: 'callback', evidence: 'EADDRINUSE' } };
    expect(await prepared({ callbackBase: `http://localhost:${String(port)}/` })).toEqual(taken);
    const callbackBase = `http://${HAS_IPV6 ? '[::1]' : host}:${String(port)}/`;
    expect(await prepared({ callbackBase })).toEqual(taken);
    expect(await prepared({ callbackBase: 'https://desk.example.com/' })).toEqual({
      ok: false,
      error: { kind: 'callback', evidence: 'no loopback address' },
    });
  });

  it.each([
    ['does not open the page', () => Promise.resolve(false)],
    ['fails', () => Promise.reject(new Error('no xdg-open'))],
  ])('reports a browser that %s, and still listens for the callback', async (_, opening) => {
    const { attempt, failures, callbacks } = await shown({ open: opening });
    await eventually('the failure', () => failures.length === 1);
    expect(failures[0]?.kind).toBe('browser');
    await get(`${attempt.callbackUrl}?serviceState=cancel`);
    await eventually('the callback', () => callbacks.length === 1);
  });

  it('starts no browser without a screen', async () => {
    const { attempt, failures } = await shown({ open: null });
    attempt.showAgain();
    expect(failures).toEqual([]);
  });
});
/** At a port that was free a moment ago: another program may have taken it since. */
async function shownAtFreePort(
  baseAt: (port: number) => string,
): Promise<Shown & Readonly<{ callbackBase: string }>> {
  for (let left = 5; ; left -= 1) {
    const callbackBase = baseAt(await freePort());
    try {
      return { callbackBase, ...(await shown({ callbackBase })) };
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
