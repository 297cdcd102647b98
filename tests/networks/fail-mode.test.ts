// @module-tag never-retried
/**
 * An incomplete or unusual refusal does not count as silence: `allow-when-unreachable` does not let a person in by it.
 */
import { writeFileSync } from 'node:fs';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { LAUNCHER, skipped } from '../gate/support/gate.ts';
import { run } from '../gate/support/program.ts';
import { prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { writeConfig } from '../lab/written-config.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import {
  half,
  REFUSAL,
  REFUSALS,
  SILENCES,
  writes,
  type Behaviour,
} from './support/broken-answers.ts';

const LOGIN = ['check', '--no-ui', '--json', '--user', 'alice', '--method', 'push'];

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

  async function verdictAt(
    url: string,
    { authority, timeouts = {} }: Readonly<{ authority?: string; timeouts?: object }> = {},
  ): Promise<Verdict> {
    const config = writeConfig(
      { url, systemToken: 'TOKEN', secretKey: 'secret' },
      {
        login: {
          username: 'given',
          bypass: 'deny',
          failMode: 'allow-when-unreachable',
          timeouts,
        },
        ...(authority === undefined ? {} : { service: { caFile: 'ca.pem' } }),
      },
    );
    if (authority !== undefined) {
      writeFileSync(join(dirname(config), 'ca.pem'), authority, { mode: 0o644 });
      prepareForSandboxUser(dirname(config));
    }
    const { stdout } = await run([LAUNCHER, ...LOGIN, '--config', config]);
    return verdictSchema.parse(JSON.parse(stdout.toString()));
  }

  it.each(REFUSALS)(
    'lets nobody in by the fail mode after %s (SEC-23)',
    async (_name, behaviour) => {
      const { outcome, ticket } = await verdictAt(
        `http://127.0.0.1:${String(await serving(behaviour))}`,
      );
      expect([outcome, ticket]).toEqual(['unreachable', null]);
    },
  );

  it('lets nobody in by the fail mode after a refusal that stops in the middle (SEC-23)', async () => {
    const url = `http://127.0.0.1:${String(await serving(writes(half('400 Bad Request'))))}`;
    // Silence alone needs a short limit: every other answer comes, however busy the machine is.
    const { outcome, ticket } = await verdictAt(url, { timeouts: { requestSeconds: 3 } });
    expect([outcome, ticket]).toEqual(['unreachable', null]);
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
    const { outcome } = await verdictAt(`https://127.0.0.1:${String(port)}`, {
      authority: authority.pem,
    });
    expect(outcome).toBe('unreachable');
  });

  it.each(SILENCES)('lets in by the fail mode after %s (SEC-23)', async (_name, behaviour) => {
    const { outcome } = await verdictAt(`http://127.0.0.1:${String(await serving(behaviour))}`);
    expect(outcome).toBe('allowed-unreachable');
  });
});
