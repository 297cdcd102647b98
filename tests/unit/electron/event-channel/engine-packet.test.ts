import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPacketOf } from '../../../../electron/event-channel/engine-packet.ts';
import { anyCharacter } from '../../../support/random/any-character.ts';

const OPEN = {
  sid: 'abc',
  upgrades: ['websocket'],
  pingInterval: 25_000,
  pingTimeout: 20_000,
  maxPayload: 1e6,
};
const open = (changes: object = {}): string => `0${JSON.stringify({ ...OPEN, ...changes })}`;

describe('an open packet of engine.io', () => {
  it('reads an open packet', () => {
    expect(openPacketOf(open())).toEqual(OPEN);
  });

  it.each([
    [
      'no largest payload if an old server names none',
      { maxPayload: undefined },
      { maxPayload: undefined },
    ],
    ['no largest payload for one that cannot be', { maxPayload: -1 }, { maxPayload: undefined }],
    ['no upgrade from none', { upgrades: [] }, { upgrades: [] }],
    ['one upgrade from many', { upgrades: ['websocket', 'polling', 'websocket', 7] }, {}],
    ['ten minutes between pings as five', { pingInterval: 600_000 }, { pingInterval: 300_000 }],
    ['ten minutes of patience as five', { pingTimeout: 600_000 }, { pingTimeout: 300_000 }],
    [
      'five minutes as they are',
      { pingInterval: 300_000, pingTimeout: 300_000 },
      { pingInterval: 300_000, pingTimeout: 300_000 },
    ],
    ['a heartbeat of ages as five minutes', { pingInterval: 1e300 }, { pingInterval: 300_000 }],
  ])('reads from an open packet %s', (_what, given, expected) => {
    expect(openPacketOf(open(given))).toEqual({ ...OPEN, ...expected });
  });

  it.each([
    '',
    '7',
    ' 4',
    '<html>',
    '{"code":1}',
    '0',
    '0{',
    '0{}',
    '0[]',
    '0null',
    open({ sid: undefined }),
    open({ sid: '' }),
    open({ sid: 'a b' }),
    open({ upgrades: undefined }),
    open({ upgrades: 'websocket' }),
    open({ upgrades: { length: 1 } }),
    open({ pingInterval: undefined }),
    open({ pingInterval: 0 }),
    open({ pingInterval: '25000' }),
    open({ pingTimeout: 0 }),
    open({ pingTimeout: -1 }),
  ])('refuses the open packet %j', (packet) => {
    expect(openPacketOf(packet)).toBeNull();
  });

  it('never throws at an open packet', () => {
    const packets = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json().map((json) => `0${json}`),
    );
    fc.assert(
      fc.property(packets, (packet) => {
        openPacketOf(packet);
      }),
      { numRuns: 500 },
    );
  });
});
