/** Counts the traffic of the servers in this process, by Node's own channels: a proxy between would be seen by the client. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type TrafficCount = ReturnType<typeof countTraffic>;

/** Counts from now on; bytes of both directions, headers included. @param port of a server that no client has reached */
export function countTraffic(port: number) {
  const sockets = new Set<Socket>();
  let requests = 0;
  const channels = {
    'net.server.socket': (message: unknown) => {
      const { socket } = message as Readonly<{ socket: Socket }>;
      if (socket.localPort === port) sockets.add(socket);
    },
    'http.server.request.start': (message: unknown) => {
      const { request } = message as Readonly<{ request: IncomingMessage }>;
      if (request.socket.localPort === port) requests += 1;
    },
  };
  for (const [name, hear] of Object.entries(channels)) subscribe(name, hear);
  return {
    soFar: () => ({
      requests,
      bytes: [...sockets].reduce((sum, each) => sum + each.bytesRead + each.bytesWritten, 0),
    }),
    end: () => {
      for (const [name, hear] of Object.entries(channels)) unsubscribe(name, hear);
    },
  };
}
