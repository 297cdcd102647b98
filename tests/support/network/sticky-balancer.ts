import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import { eventually } from '../eventually.ts';

/** A request that came to the balancer. */
export type BalancedRequest = {
  readonly kind: 'call' | 'poll' | 'websocket';
  /** The cookies that came with it. */
  readonly cookie: string | null;
  readonly server: 'first' | 'second';
  /** 0 until it is answered. */
  status: number;
};

/**
 * Two services behind a load balancer that keeps a connection of the event channel on one of them
 * by a cookie. Without the cookie such requests go to the second and the first in turn. Calls go to
 * the first. Events of one reach the listeners of both, as where services share a queue.
 */
export type StickyBalancer = Pick<Emulator, 'url' | 'systemToken' | 'secretKey'> &
  Readonly<{
    first: Emulator;
    requests: readonly BalancedRequest[];
    /** Approves once a login listens. */
    approve: (tid: string) => Promise<void>;
    /** Cuts all connections of the event channel. */
    drop: () => void;
    close: () => Promise<void>;
  }>;

const REALTIME = '/ws/socket.io';
const COOKIE = /(?:^|; )SERVERID=(first|second)(?:;|$)/;
/** With a comma in its date, and one that is over already. */
const OTHER_COOKIES = [
  'route=1; Expires=Thu, 21 Oct 2099 07:28:00 GMT; HttpOnly',
  'gone=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
];

export async function startStickyBalancer(
  options: EmulatorOptions = {},
  { blocksWebSockets = false } = {},
): Promise<StickyBalancer> {
  const first = await startEmulator(options);
  const second = await startEmulator(options);
  const servers = { first, second };
  const requests: BalancedRequest[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const record = ({ url = '', headers }: IncomingMessage, isUpgrade: boolean): BalancedRequest => {
    const isEventChannel = url.startsWith(REALTIME);
    const { cookie = null } = headers;
    const kept = COOKIE.exec(cookie ?? '')?.[1];
    if (isEventChannel && kept === undefined) turn += 1;
    const next = turn % 2 === 1 ? 'second' : 'first';
    const server = !isEventChannel
      ? 'first'
      : kept === undefined
        ? next
        : kept === 'first'
          ? 'first'
          : 'second';
    const recorded: BalancedRequest = {
      kind: isUpgrade ? 'websocket' : isEventChannel ? 'poll' : 'call',
      cookie,
      server,
      status: 0,
    };
    requests.push(recorded);
    return recorded;
  };

  const passOn = (asked: IncomingMessage, answer: ServerResponse): void => {
    const recorded = record(asked, false);
    const { url = '/', method, headers } = asked;
    const onward = request(`${servers[recorded.server].url}${url}`, {
      method,
      headers,
      agent: false,
    });
    onward.on('error', () => asked.socket.destroy());
    onward.on('response', (given) => {
      recorded.status = given.statusCode ?? 0;
      const cookies = [`SERVERID=${recorded.server}; Path=/; HttpOnly`, ...OTHER_COOKIES];
      answer.writeHead(recorded.status, { ...given.headers, 'set-cookie': cookies });
      given.pipe(answer);
    });
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  };

  const balancer = createServer(passOn);
  balancer.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  balancer.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    const recorded = record(asked, true);
    if (blocksWebSockets) {
      recorded.status = 403;
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    const onward = connect(servers[recorded.server].port, '127.0.0.1');
    const lines = asked.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
    );
    onward.write(`GET ${asked.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.once('data', (data) => {
      recorded.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0);
    });
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => {
    balancer.listen(0, '127.0.0.1', resolve);
  });

  const listeners = (tid: string): number =>
    first.realtime.listenerCount(tid) + second.realtime.listenerCount(tid);
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    systemToken: first.systemToken,
    secretKey: first.secretKey,
    first,
    requests,
    approve: async (tid) => {
      await eventually('a login to listen', () => listeners(tid) > 0);
      const approved = first.approve(tid);
      if (!approved.ok) throw new Error(approved.error.message);
      second.realtime.announce(approved.value.announcement);
    },
    drop: () => {
      first.realtime.dropConnections();
      second.realtime.dropConnections();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      balancer.close();
      await first.close();
      await second.close();
    },
  };
}
