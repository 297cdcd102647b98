/** The benchmark's count of a server's traffic. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countTraffic } from '../../../../../scripts/bench/support/traffic.ts';

const ANSWER = 'x'.repeat(1000);
let servers: readonly Server[];
let counts: readonly ReturnType<typeof countTraffic>[];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  servers = [0, 1].map(() =>
    createServer((_request, response) => response.end(ANSWER)).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  counts = servers.map((server) => countTraffic(portOf(server)));
});
afterEach(() => {
  for (const count of counts) count.end();
  for (const server of servers) server.close().closeAllConnections();
});

it('has the requests and the bytes of both directions, of one server alone', async () => {
  const [server] = servers;
  for (let request = 0; request < 3; request += 1) {
    const answer = await fetch(`http://127.0.0.1:${server === undefined ? 0 : portOf(server)}/`);
    await answer.text();
  }
  const [asked, other] = counts.map((count) => count.soFar());
  expect(asked?.requests).toBe(3);
  expect(asked?.bytes).toBeGreaterThan(3 * ANSWER.length);
  expect(other).toEqual({ requests: 0, bytes: 0 });
});
