/** Network traffic of a login: requests to the service, and no others. */
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, skipped } from '../support/bench/here.ts';
import { check } from '../support/bench/login.ts';
import { HOSTS } from './support/hosts.ts';

describe.skipIf(skipped !== '').each(HOSTS)(
  `calls to other hosts in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);
    const asked: string[] = [];
    // The system's proxy. The service is on loopback, which bypasses it; every request here was
    // meant for another host.
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        asked.push(data.toString('latin1').split('\r\n')[0] ?? '');
        socket.destroy();
      });
    });
    let env: NodeJS.ProcessEnv = {};

    beforeAll(async () => {
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
      env = { http_proxy: url, https_proxy: url, all_proxy: url, no_proxy: '' };
    });
    afterAll(() => {
      proxy.close();
    });

    it('sends no request to another host in a login (SEC-32)', async () => {
      await check(on).under({ env }).approve().ends('confirmed');
      expect(asked).toEqual([]);
    });

    it('sees a request to another host at the system’s proxy (SEC-32)', async () => {
      const elsewhere = { service: { baseUrl: 'https://mfa.example.test' } };
      await check(on).with(elsewhere).under({ env }).ends('unreachable');
      expect(asked[0]).toBe('CONNECT mfa.example.test:443 HTTP/1.1');
    });
  },
);
