/**
 * An incomplete or unusual refusal does not count as silence: `allow-when-unreachable` does not let
 * a person in by it.
 */
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, describe, it } from 'vitest';
import type { Program } from '../../lab/child-program.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { skipped, unreachable, type HereOptions } from '../support/bench/here.ts';
import { check, type Login } from '../support/bench/login.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { sampled } from '../support/random/sampled.ts';
import {
  half,
  REFUSAL,
  REFUSALS,
  SILENCES,
  writes,
  type Behaviour,
} from './support/broken-answers.ts';

describe.skipIf(skipped !== '')(`the fail mode${skipped && ` (skipped: ${skipped})`}`, () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  const serving = (behaviour: Behaviour): Promise<number> =>
    listening(createServer((socket) => socket.once('data', () => behaviour(socket))));

  /** A login that may let in when the service is silent. */
  function lenient(
    url: string,
    { authority, timeouts = {} }: Readonly<{ authority?: string; timeouts?: object }> = {},
  ): Login<Program, HereOptions> {
    const there = { url, systemToken: 'TOKEN', secretKey: 'secret' };
    const beside = authority === undefined ? {} : { 'ca.pem': authority };
    const on = unreachable({ config: (changes) => writeConfig(there, changes, { beside }) });
    const failMode = 'allow-when-unreachable';
    return check(on)
      .with({
        login: { username: 'given', bypass: 'deny', failMode, timeouts },
        ...(authority === undefined ? {} : { service: { caFile: 'ca.pem' } }),
      })
      .as('alice');
  }

  it.each(sampled(REFUSALS, 3))(
    'lets nobody in by the fail mode after %s (SEC-23)',
    async (_name, behaviour) => {
      const url = `http://127.0.0.1:${String(await serving(behaviour))}`;
      await lenient(url).ends('unreachable');
    },
  );

  it('lets nobody in by the fail mode after a refusal that stops in the middle (SEC-23)', async () => {
    const url = `http://127.0.0.1:${String(await serving(writes(half('400 Bad Request'))))}`;
    // Silence alone needs a short limit: every other answer comes, however busy the machine is.
    await lenient(url, { timeouts: { requestSeconds: 3 } }).ends('unreachable');
  });

  it('lets nobody in by the fail mode after a refusal over HTTP/2 on a connection closed before its end (SEC-23)', async () => {
    const authority = makeAuthority({ commonName: 'Company Root' });
    const { key, pem } = issue(authority, { names: ['127.0.0.1'] });
    const server = createSecureServer({ key, cert: pem });
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.on('error', () => undefined);
      stream.respond({ ':status': 403, 'content-type': 'application/json' });
      stream.write(REFUSAL.slice(0, 20), () => {
        stream.session?.destroy();
      });
    });
    const port = await listening(server);
    const url = `https://127.0.0.1:${String(port)}`;
    await lenient(url, { authority: authority.pem }).ends('unreachable');
  });

  it.each(sampled(SILENCES, 2))(
    'lets in by the fail mode after %s (SEC-23)',
    async (_name, behaviour) => {
      const url = `http://127.0.0.1:${String(await serving(behaviour))}`;
      await lenient(url).ends('allowed-unreachable');
    },
  );
});
