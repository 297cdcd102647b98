import { describe, expect, it } from 'vitest';
import { probeEventChannel } from '../../../../electron/doctor/probe-event-channel.ts';
import { openRealtime } from '../../../../electron/event-channel/event-channel.ts';
import type { EngineProtocol } from '../../../../electron/event-channel/protocol-version.ts';
import type { ServiceEvent } from '../../../../shared/service/events.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import {
  connectPacket,
  hostilePacket,
  hostilePayload,
  openPacket,
  payloadOf,
} from '../../../support/network/hostile-packets.ts';
import { processFaults } from '../../../support/fakes/process-faults.ts';
import { fakeContext } from '../doctor/fake-ports.ts';
import { scriptedServer, type Script } from '../../../support/fakes/scripted-server.ts';
import { SEED } from '../../../support/random/seed.ts';
import { seededRandom } from '../../../support/random/seeded-random.ts';

/*
 * What a server of the event channel may send, followed by the approval from a good server. By default the same few
 * hundred connections each time; `npm run nightly` takes a minute of each test. A failure names its seed:
 * GATEHOUSE_SEED=… runs it first.
 */
const SECONDS = Number(process.env['GATEHOUSE_FUZZ_SECONDS'] ?? 0);
const LEAST = 400;

const TOKEN = 'genuine';
const EVENT = '42["TransactionConfirmedEvent","transactionConfirmation.tid",{"token":"genuine"}]';

/** Ticks and timers until an approval must have been heard. */
const MOST_TURNS = 200;

type Transport = 'polling' | 'websocket';

function scriptOf(seed: number): Script & { transports: readonly [Transport, ...Transport[]] } {
  const random = seededRandom(seed);
  const protocol = random.pick<EngineProtocol>([4, 3]);
  const opened = random.below(4) > 0;
  const upgrades = random.below(4) === 0 ? ['websocket'] : [];
  const start = opened ? [openPacket(protocol, { upgrades }), connectPacket(protocol)] : [];
  const some = Array.from({ length: 1 + random.below(5) });
  const script = { protocol, event: EVENT };
  if (random.below(2) === 0) {
    const frames = [...start, ...some.map(() => hostilePacket(random, protocol))];
    return { ...script, frames, transports: ['websocket'] };
  }
  const payloads = some.map(() => hostilePayload(random, protocol));
  const frames = upgrades.length === 0 ? [] : [hostilePacket(random, protocol)];
  return {
    ...script,
    payloads: opened ? [payloadOf(start, protocol), ...payloads] : payloads,
    frames,
    transports: ['polling', 'websocket'],
  };
}

async function tryOne(seed: number): Promise<void> {
  const { transports, ...script } = scriptOf(seed);
  const clock = new FakeClock();
  const events: ServiceEvent[] = [];
  const faults = await processFaults(async () => {
    const eventChannel = openRealtime(
      {
        ...scriptedServer(script),
        clock,
        protocol: null,
        capabilities: { protocol: null, transport: null },
        baseUrl: 'https://mfa.example.com',
        path: '/ws/socket.io',
        transports,
        settleMs: 0,
        random: () => 0,
      },
      'tid',
      {
        onConfirmed: () => undefined,
        onLost: () => undefined,
        onEvent: (event) => events.push(event),
      },
    );
    const isHeard = (): boolean =>
      events.some((event) => event.kind === 'confirmed' && event.token === TOKEN);
    for (let turn = 0; turn < MOST_TURNS && !isHeard(); turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn % 5 === 4) clock.advance(Math.min(clock.nextInMs ?? 0, 30_000));
    }
    eventChannel.close();
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect(faults).toEqual([]);
  expect(events).toContainEqual({ kind: 'confirmed', token: TOKEN });
}

/** The doctor's probe, which ends whatever comes. */
async function probeOne(seed: number): Promise<void> {
  const { transports, ...script } = scriptOf(seed);
  const clock = new FakeClock();
  const ends: string[] = [];
  const faults = await processFaults(async () => {
    const context = fakeContext({ ...scriptedServer(script), clock });
    const probe = probeEventChannel(context, transports[0]).then(({ kind }) => ends.push(kind));
    for (let turn = 0; turn < MOST_TURNS && ends.length === 0; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn % 5 === 4) clock.advance(Math.min(clock.nextInMs ?? 0, 30_000));
    }
    await probe;
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect(faults).toEqual([]);
  expect(ends).toHaveLength(1);
}

/** Runs a first number of seeds, and more as long as there is time. */
async function fuzz(what: string, tryOne: (seed: number) => Promise<void>): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  for (; count < LEAST || performance.now() < end; count += 1) {
    const seed = SEED + count;
    try {
      await tryOne(seed);
    } catch (error) {
      throw new Error(`GATEHOUSE_SEED=${seed} finds it again`, { cause: error });
    }
  }
  if (SECONDS > 0) process.stdout.write(`  ${count} ${what} from seed ${SEED}\n`);
}

describe('a hostile server of the event channel', () => {
  it(
    'keeps a login through a hostile event channel until a good connection brings the approval (SEC-115)',
    () => fuzz('connections', tryOne),
    SECONDS * 1000 + 60_000,
  );

  it(
    'ends the doctor’s probe of a hostile event channel without a fault (SEC-115)',
    () => fuzz('probes', probeOne),
    SECONDS * 1000 + 60_000,
  );
});
