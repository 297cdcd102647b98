import { execFile } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Whose } from '../../../../electron/hosted-page/peers.ts';
import { eventually } from '../../../support/eventually.ts';
import { displayOf, get, OK, OWN, PAGE, shown } from './browser-login.ts';

describe('the callback listener (SEC-80)', () => {
  it.each<readonly [string, (own: URL) => readonly [string, Parameters<typeof get>[1]], number]>([
    ['another path', (own) => [`${own.origin}/${OK}`, {}], 404],
    ['another value', (own) => [`${own.origin}/${'a'.repeat(43)}${OK}`, {}], 404],
    ['a longer path', (own) => [`${own.href}/more${OK}`, {}], 404],
    ['another HTTP method', (own) => [own.href + OK, { method: 'POST' }], 405],
    ['HEAD', (own) => [own.href + OK, { method: 'HEAD' }], 405],
    ['a name that leads here', (own) => [own.href + OK, { host: `evil.example:${own.port}` }], 400],
    [
      'this computer by another name',
      (own) => [own.href + OK, { host: `localhost:${own.port}` }],
      400,
    ],
    ['a host without the port', (own) => [own.href + OK, { host: '127.0.0.1' }], 400],
  ])(
    'refuses a request with %s, reveals no path and still takes the callback',
    async (_, build, status) => {
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
    },
  );

  it('refuses every callback after the first', async () => {
    const { attempt, callbacks } = await shown();
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
    expect((await get(`${attempt.callbackUrl}?serviceState=cancel`)).status).toBe(404);
    expect((await get(attempt.callbackUrl + OK)).status).toBe(404);
    await eventually('the callback', () => callbacks.length === 1);
    expect(callbacks).toEqual([{ state: 'ok', token: 'abc' }]);
  });

  it('drops an endless, broken or unfinished request', async () => {
    const { attempt, callbacks } = await shown();
    const { port } = new URL(attempt.callbackUrl);
    for (const bytes of [
      `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n`,
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\n',
    ]) {
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

describe('the address for the browser (SEC-101)', () => {
  it('gives the browser a local address that redirects to the page once, then answers 404 and reports the repeat', async () => {
    const { attempt, opened, failures, callbacks } = await shown();
    attempt.showAgain();
    expect(opened.every((address) => OWN.test(address))).toBe(true);
    expect(new Set([...opened, attempt.callbackUrl]).size).toBe(3);
    const [first = '', second = ''] = opened;

    expect((await get(first, { method: 'HEAD' })).status).toBe(405);
    expect((await get(first)).headers.location).toBe(PAGE);
    expect(failures).toEqual([]);
    const again = await get(first);
    expect(again).toMatchObject({ status: 404 });
    expect(again.text + JSON.stringify(again.headers)).not.toContain('mfa.example.com');
    expect(failures).toEqual([{ kind: 'browser', evidence: 'address asked for twice' }]);

    expect((await get(second)).headers.location).toBe(PAGE);
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
    await eventually('the callback', () => callbacks.length === 1);
  });

  it('leads the browser nowhere after the callback', async () => {
    const { attempt, opened, callbacks } = await shown();
    await get(attempt.callbackUrl + OK);
    await eventually('the callback', () => callbacks.length === 1);
    expect((await get(opened[0] ?? '')).status).toBe(404);
  });

  it('leads the browser to a page of the service alone', async () => {
    const { opened, failures } = await shown({ baseUrl: 'https://other.example.com' });
    expect(opened).toEqual([]);
    expect(failures).toEqual([{ kind: 'browser', evidence: 'no page of the service' }]);
  });
});

describe('the listener beside other programs (SEC-102)', () => {
  it.each([
    [24, 20],
    [300, 3],
  ])(
    'keeps %i idle sockets, opened again and again, from blocking %i callbacks',
    async (count, logins) => {
      const display = displayOf();
      const busy = new Set<Socket>();
      let isOver = false;
      let port = 0;
      let connected = 0;
      const occupy = (): void => {
        const socket = connect(port, '127.0.0.1', () => (connected += 1)).on(
          'error',
          () => undefined,
        );
        busy.add(socket.resume());
        socket.on('close', () => {
          busy.delete(socket);
          if (!isOver) setImmediate(occupy);
        });
      };
      try {
        for (let login = 0; login < logins; login += 1) {
          const { attempt, callbacks } = await shown({}, display);
          port = Number(new URL(attempt.callbackUrl).port);
          connected = 0;
          for (const socket of busy) socket.destroy();
          while (busy.size < count) occupy();
          await eventually('the idle connections', () => connected >= count);
          expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
          await eventually('the callback', () => callbacks.length === 1);
        }
      } finally {
        isOver = true;
        for (const socket of busy) socket.destroy();
      }
    },
  );

  it('answers a stranger with 404 and spends no one-time value', async () => {
    let whose: Whose = 'stranger';
    const { attempt, opened, callbacks, failures } = await shown({ peers: () => whose });
    const [first = ''] = opened;
    for (const address of [first, first, attempt.callbackUrl + OK]) {
      const answer = await get(address);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('Nothing to do here');
    }
    expect([callbacks, failures]).toEqual([[], []]);
    whose = 'unknown';
    expect((await get(first)).headers.location).toBe(PAGE);
    whose = 'ours';
    expect((await get(attempt.callbackUrl + OK)).status).toBe(200);
    await eventually('the callback', () => callbacks.length === 1);
  });

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'treats a program of another account as a stranger',
    async () => {
      const { attempt, opened, callbacks } = await shown();
      const statusAs = async (uid: number, address: string): Promise<string> => {
        const code = `process.setuid(${String(uid)});
const { status } = await fetch(${JSON.stringify(address)}, { redirect: 'manual' });
process.stdout.write(String(status));`;
        const args = ['--input-type=module', '-e', code];
        return (await promisify(execFile)(process.execPath, args)).stdout;
      };
      for (const address of [opened[0] ?? '', attempt.callbackUrl + OK])
        expect(await statusAs(65_534, address)).toBe('404');
      expect(callbacks).toEqual([]);
      expect(await statusAs(0, opened[0] ?? '')).toBe('302');
      expect(await statusAs(0, attempt.callbackUrl + OK)).toBe('200');
      await eventually('the callback', () => callbacks.length === 1);
    },
  );
});
