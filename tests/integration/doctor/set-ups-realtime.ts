import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { configFor, emulated, type Make } from './makers.ts';
import { emulatorFor, tcpServer } from './stage.ts';
import type { SetUp } from './set-ups.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';

const polling = { path: 'realtime', transport: 'polling' };
const over = (...transports: readonly string[]) => ({ service: { realtime: { transports } } });
const GENERATIONS = ['v4', 'v2', 'v4+v3'] as const;

/** Relays all traffic except a client's websocket frames. */
const swallowing =
  (realtime: NonNullable<EmulatorOptions['realtime']>, changes = {}): Make =>
  async (desk) => {
    const emulator = await emulatorFor({ realtime });
    const port = await tcpServer((socket) => {
      relay(socket, Number(new URL(emulator.url).port));
    });
    return { config: configFor(desk, { ...emulator, url: `http://127.0.0.1:${String(port)}` }, changes) };
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
    first: null,
    exitCode: 0,
    says: { polling: 'polling-blocked', websocket: 'well', generation: 'well' },
    make: emulated([{ path: 'realtime', transport: 'polling', kind: 'status', status: 403 }]),
  },
  {
    name: 'websockets blocked',
    first: null,
    exitCode: 0,
    says: { polling: 'well', websocket: 'websocket-blocked' },
    make: emulated([{ path: 'realtime', transport: 'websocket', kind: 'status', status: 403 }]),
  },
  {
    name: 'websockets that are taken and say nothing',
    first: null,
    exitCode: 0,
    says: { websocket: 'websocket-blocked' },
    make: emulated([{ path: 'realtime', transport: 'websocket', kind: 'hang' }]),
  },
  {
    name: 'both transports blocked',
    first: 'realtime-blocked',
    exitCode: 69,
    says: { polling: 'polling-blocked', generation: 'not-tried' },
    make: emulated([{ path: 'realtime', phase: 'any', kind: 'status', status: 403 }]),
  },
  {
    name: 'polling alone, and that blocked',
    first: 'realtime-blocked',
    exitCode: 69,
    says: { websocket: 'not-tried' },
    make: emulated([{ path: 'realtime', transport: 'polling', kind: 'hang' }], {
      service: { realtime: { transports: ['polling'] } },
    }),
  },
  {
    name: 'an old server where a new one is configured',
    first: 'generation-other',
    exitCode: 78,
    make: emulated([], { service: { realtime: { protocol: '4' } } }, { realtime: 'v2' }),
  },
  {
    name: 'a new server where an old one is configured',
    first: 'generation-other',
    exitCode: 78,
    make: emulated([], { service: { realtime: { protocol: '3', transports: ['websocket'] } } }),
  },
  {
    name: 'polling that may open and not write',
    first: null,
    exitCode: 0,
    says: { polling: 'polling-blocked', websocket: 'well' },
    make: emulated([{ ...polling, phase: 'established', kind: 'status', status: 403 }]),
  },
  {
    name: 'polling alone, that may open and not write',
    first: 'realtime-blocked',
    exitCode: 69,
    make: emulated([{ ...polling, phase: 'established', kind: 'status', status: 403 }], over('polling')),
  },
  {
    name: 'polling alone, through a balancer that mixes servers up',
    first: 'realtime-refused',
    exitCode: 69,
    make: emulated([{ ...polling, phase: 'established', kind: 'status', status: 400 }], over('polling')),
  },
  {
    name: 'polling that is slow',
    first: null,
    exitCode: 0,
    says: { polling: 'polling-slow', websocket: 'well' },
    make: emulated([{ ...polling, kind: 'delay', milliseconds: 2_100 }]),
  },
  {
    name: 'polling that is slow, and alone',
    first: 'realtime-slow',
    exitCode: 69,
    says: { polling: 'realtime-slow', websocket: 'not-tried', generation: 'well' },
    make: emulated([{ ...polling, kind: 'delay', milliseconds: 2_100 }], over('polling')),
  },
  ...GENERATIONS.flatMap((generation): readonly SetUp[] => [
    {
      name: `a middlebox that swallows what is sent into a websocket, ${generation}`,
      first: null,
      exitCode: 0,
      says: { polling: 'well', websocket: 'websocket-blocked' },
      make: swallowing(generation),
    },
    {
      name: `such a middlebox, and the websocket alone, ${generation}`,
      first: 'realtime-blocked',
      exitCode: 69,
      says: { polling: 'not-tried', websocket: 'realtime-blocked' },
      make: swallowing(generation, over('websocket')),
    },
    {
      name: `a service that refuses whoever connects, ${generation}`,
      first: 'realtime-refused',
      exitCode: 69,
      says: { polling: 'realtime-refused', websocket: 'websocket-blocked' },
      make: emulated([{ path: 'realtime', kind: 'refuse' }], {}, { realtime: generation }),
    },
    {
      name: `polling alone, ${generation}`,
      first: null,
      exitCode: 0,
      says: { polling: 'well', websocket: 'not-tried', generation: 'well' },
      make: emulated([], over('polling'), { realtime: generation }),
    },
    {
      name: `the websocket alone, ${generation}`,
      first: null,
      exitCode: 0,
      says: { polling: 'not-tried', websocket: 'well', generation: 'well' },
      make: emulated([], over('websocket'), { realtime: generation }),
    },
  ]),
  {
    name: 'another path for the event channel',
    first: 'realtime-refused',
    exitCode: 69,
    says: { polling: 'realtime-refused', websocket: 'websocket-blocked' },
    make: emulated([], { service: { realtime: { path: '/nowhere' } } }),
  },
  {
    name: 'another path for the event channel, and the websocket alone',
    first: 'realtime-refused',
    exitCode: 69,
    says: { polling: 'not-tried', websocket: 'realtime-refused' },
    make: emulated([], { service: { realtime: { path: '/nowhere', transports: ['websocket'] } } }),
  },
  {
    name: 'a service without its line',
    first: 'realtime-refused',
    exitCode: 69,
    make: emulated([{ path: 'realtime', phase: 'any', kind: 'status', status: 503 }]),
  },
];
