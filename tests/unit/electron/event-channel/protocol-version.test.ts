import { describe, expect, it } from 'vitest';
import {
  EngineDialect,
  type EngineProtocol,
} from '../../../../electron/event-channel/protocol-version.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { connectPacket, openPacket, payloadOf } from '../../../support/network/hostile-packets.ts';

function dialect(clock = new FakeClock(), pings: number[] = []): EngineDialect {
  return new EngineDialect({
    clock,
    fixed: null,
    capabilities: { protocol: null },
    ping: () => pings.push(clock.nowMs()),
    onPong: () => undefined,
  });
}

const PROTOCOLS: readonly EngineProtocol[] = [4, 3];

describe.each(PROTOCOLS)('the packets of a server of protocol %i', (protocol) => {
  const read = (...packets: readonly string[]): string | null =>
    dialect().readPayload(payloadOf(packets, protocol));
  const open = openPacket(protocol);

  it(`reads an open packet and the connect packet of protocol ${protocol}`, () => {
    const connect = protocol === 4 ? '40{"sid":"n"}' : '40{"sid":"S"}';
    expect(read(open, connectPacket(protocol))?.split('\x1e')).toEqual([
      expect.stringMatching(/^0\{/),
      connect,
    ]);
  });

  it.each(['42', '4', '47', '7', '42[]'])(
    `refuses a payload with a packet that breaks protocol ${protocol}: %s`,
    (bad) => {
      expect(read(open, bad)).toBeNull();
      expect(read(open, '42["x"]', bad)).toBeNull();
    },
  );

  it.each(['2', '3', '6', '42["x"]', '44'])(
    `refuses a packet before the open packet of protocol ${protocol}: %s`,
    (early) => {
      expect(read(early)).toBeNull();
      expect(read(early, open)).toBeNull();
    },
  );

  it(`refuses a second open packet of protocol ${protocol}`, () => {
    expect(read(open, open)).toBeNull();
  });

  it(`opens the session of protocol ${protocol} anew after a payload that was refused`, () => {
    const one = dialect();
    expect(one.readPayload(payloadOf([open, '42'], protocol))).toBeNull();
    expect(one.readPayload(payloadOf([open], protocol))).toMatch(/^0\{/);
  });

  it.each(['1', '2', '3', '5', '6'])(
    `reads no packet within the data of another of protocol ${protocol}: %s`,
    (type) => {
      const own = dialect();
      own.readPayload(payloadOf([open], protocol));
      const payload = own.readPayload(payloadOf([`${type}x\x1e44`], protocol));
      // In protocol 4 these are two packets, and the second is a refusal.
      const expected = protocol === 4 ? [type, '44{"message":"refused"}'] : [type];
      expect(payload?.split('\x1e')).toEqual(expected);
    },
  );

  it(`leaves out binary data of protocol ${protocol}, even if nothing is left`, () => {
    const own = dialect();
    own.readPayload(payloadOf([open], protocol));
    expect(own.readPayload(payloadOf(['451-["x"]', 'bAAAA'], protocol))).toBe('6');
  });

  it(`offers an upgrade of protocol ${protocol} from polling alone`, () => {
    const upgradable = openPacket(protocol, { upgrades: ['websocket', 'websocket'] });
    expect(dialect().readPayload(payloadOf([upgradable], protocol))).toContain(
      '"upgrades":["websocket"]',
    );
    expect(dialect().readFrame(upgradable)).toContain('"upgrades":[]');
  });

  it(`shortens ten minutes between pings of protocol ${protocol}, and of patience, to five each`, () => {
    const slow = openPacket(protocol, { pingInterval: 600_000, pingTimeout: 600_000 });
    const own = dialect();
    const payload = own.readPayload(payloadOf([slow], protocol));
    expect(payload).toContain('"pingInterval":300000,"pingTimeout":300000');
    expect(own.heartbeatMs).toBe(600_000);
  });
});

it('pings a server of protocol 3 after five minutes if it names ten', () => {
  const clock = new FakeClock(0);
  const pings: number[] = [];
  dialect(clock, pings).readPayload(payloadOf([openPacket(3, { pingInterval: 600_000 })], 3));
  clock.advance(600_000);
  expect(pings).toEqual([300_000]);
});
