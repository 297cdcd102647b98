import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSocketPacket } from '../../../../electron/event-channel/socket-packet.ts';
import { anyCharacter } from '../../../support/random/any-character.ts';

const members = (count: number): string => `["x"${',1'.repeat(count - 1)}]`;

describe('a socket.io packet', () => {
  it.each([
    ['40', '40'],
    ['40{"sid":"n"}', '40{"sid":"n"}'],
    ['40/,{"sid":"n"}', '40{"sid":"n"}'],
    ['40{"sid":"n","pid":"p","more":[[]]}', '40{"sid":"n","pid":"p"}'],
    ['40{"sid":"n","pid":{"deep":[]}}', '40{"sid":"n"}'],
    ['40{}', '40'],
    ['41', '41'],
    ['41{"more":1}', '41'],
    ['42["x"]', '42["x"]'],
    ['42["x",{"token":"t"}]', '42["x",{"token":"t"}]'],
    ['42[7]', '42[7]'],
    ['4212["x"]', '42["x"]'],
    ['42/,["x"]', '42["x"]'],
    ['42 ["x"]', '42["x"]'],
    [`42${members(17)}`, `42${members(17)}`],
    ['44', '44{"message":"refused"}'],
    ['44"no"', '44{"message":"refused"}'],
    ['44{"message":{"deep":[]}}', '44{"message":"refused"}'],
    ['44null', '44{"message":"refused"}'],
  ])(
    'passes a socket.io packet to the library in its plain form: %s (SEC-115)',
    (packet, expected) => {
      expect(readSocketPacket(packet)).toBe(expected);
    },
  );

  it.each([
    '42/admin,["x"]',
    '40/admin',
    '44/admin,{}',
    '43["x"]',
    '431["x"]',
    '451-["x"]',
    '451-',
    '461-1[]',
  ])('leaves out a socket.io packet that means nothing here: %s', (packet) => {
    expect(readSocketPacket(packet)).toBeNull();
  });

  it.each([
    '4',
    '47',
    '4x',
    '4{bad',
    '42',
    '421',
    '42[]',
    '42[null]',
    '42[["x"]]',
    '42{}',
    '42"x"',
    '42["x"',
    '42["x\x1e44"]',
    '40[]',
    '40null',
    '40{"sid":1}',
    '40{"sid":""}',
    '40{"sid"',
  ])('refuses a socket.io packet that breaks the protocol: %j (SEC-115)', (packet) => {
    expect(readSocketPacket(packet)).toBeUndefined();
  });

  it('never throws at a socket.io packet, and never passes the separator of a payload', () => {
    const packets = fc.oneof(
      fc.string({ unit: anyCharacter }).map((text) => `4${text}`),
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.json()).map(([type, json]) => `4${type}${json}`),
    );
    fc.assert(
      fc.property(packets, (packet) => {
        expect(readSocketPacket(packet) ?? '').not.toContain('\x1e');
      }),
      { numRuns: 500 },
    );
  });
});
