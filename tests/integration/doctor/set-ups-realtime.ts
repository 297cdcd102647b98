import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { configFor, emulated, inTime, type Make } from './makers.ts';
import { emulatorFor, tcpServer } from './stage.ts';
import type { SetUp } from './set-ups.ts';

const polling = { path: 'realtime', transport: 'polling' };
const over = (...transports: readonly string[]) => ({ service: { realtime: { transports } } });

/** Relays all traffic except a client's websocket frames. */
const swallowing: Make = async (desk) => {
  const emulator = await emulatorFor();
  const port = await tcpServer((socket) => {
    relay(socket, Number(new URL(emulator.url).port));
  });
  return { config: configFor(desk, { ...emulator, url: `http://127.0.0.1:${String(port)}` }) };
};

function relay(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  let isWebSocket = false;
  onward.on('error', () => socket.destroy());
  onward.on('data', (data) => socket.write(data));
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.on('data', (data) => {
    if (isWebSocket) return;
    isWebSocket = /^upgrade: websocket/im.test(data.toString('latin1'));
    onward.write(data);
  });
}

/** A service that is reached, and the event channel. */
export const REALTIME_SET_UPS: readonly SetUp[] = [
  {
    name: 'polling blocked',
    says: { polling: 'polling-blocked', websocket: 'well', generation: 'well' },
    make: emulated([{ path: 'realtime', transport: 'polling', kind: 'status', status: 403 }]),
  },
  {
    name: 'websockets that open and stay silent',
    says: { websocket: 'websocket-blocked' },
    make: inTime(emulated([{ path: 'realtime', transport: 'websocket', kind: 'hang' }]), {
      webSocket: 500,
    }),
  },
  {
    name: 'an old server where a new one is configured',
    first: 'generation-other',
    make: emulated([], { service: { realtime: { protocol: '4' } } }, { realtime: 'v2' }),
  },
  ...(['v4', 'v2'] as const).map((realtime) => ({
    name: `a heartbeat of ten minutes, ${realtime}`,
    says: { polling: 'well', websocket: 'well', generation: 'well' } as const,
    make: emulated(
      [],
      {},
      { realtime, heartbeatIntervalMilliseconds: 600_000, heartbeatTimeoutMilliseconds: 600_000 },
    ),
  })),
  {
    name: 'polling alone, through a balancer that mixes servers up',
    first: 'realtime-refused',
    make: emulated(
      [{ ...polling, phase: 'established', kind: 'status', status: 400 }],
      over('polling'),
    ),
  },
  {
    name: 'polling that is slow',
    says: { polling: 'polling-slow', websocket: 'well' },
    make: inTime(emulated([{ ...polling, kind: 'delay', milliseconds: 2_100 }])),
  },
  {
    name: 'polling that is slow, and alone',
    first: 'realtime-slow',
    says: { polling: 'realtime-slow', websocket: 'not-tried', generation: 'well' },
    make: inTime(emulated([{ ...polling, kind: 'delay', milliseconds: 2_100 }], over('polling'))),
  },
  {
    name: 'both transports blocked',
    first: 'realtime-blocked',
    says: { polling: 'polling-blocked', generation: 'not-tried' },
    make: emulated([{ path: 'realtime', phase: 'any', kind: 'status', status: 403 }]),
  },
  {
    name: 'a middlebox that swallows frames of a websocket',
    says: { polling: 'well', websocket: 'websocket-blocked' },
    make: inTime(swallowing, { webSocket: 500 }),
  },
  ...(['v4', 'v2'] as const).map((realtime) => ({
    name: `a service that refuses every connection, ${realtime}`,
    first: 'realtime-refused' as const,
    says: { polling: 'realtime-refused', websocket: 'websocket-blocked' } as const,
    make: emulated([{ path: 'realtime', kind: 'refuse' }], {}, { realtime }),
  })),
  {
    name: 'another path for the event channel',
    first: 'realtime-refused',
    says: { polling: 'realtime-refused', websocket: 'websocket-blocked' },
    make: emulated([], { service: { realtime: { path: '/nowhere' } } }),
  },
];
