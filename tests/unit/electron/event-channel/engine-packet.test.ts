import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPacket } from '../../../../electron/event-channel/engine-packet.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const OPEN = {
  sid: 'abc',
  upgrades: ['websocket'],
  pingInterval: 25_000,
  pingTimeout: 20_000,
  maxPayload: 1e6,
};
const open = (changes: object = {}): string => `0${JSON.stringify({ ...OPEN, ...changes })}`;

describe('an engine.io packet', () => {
  it.each([open(), open({ upgrades: [] }), open({ maxPayload: undefined }), open({ pingInterval: 300_000 })])(
    'opens: %s',
    (packet) => {
      expect(checkPacket(packet)).toBe(true);
    },
  );

  it.each(['1', '2probe', '3', '40{"sid":"x"}', '6', 'bAQID', '4{bad'])('goes on: %s', (packet) => {
    expect(checkPacket(packet)).toBe(true);
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
    open({ sid: undefined }),
    open({ sid: '' }),
    open({ upgrades: undefined }),
    open({ upgrades: 'websocket' }),
    open({ upgrades: { length: 1 } }),
    open({ pingInterval: undefined }),
    open({ pingInterval: 0 }),
    open({ pingInterval: '25000' }),
    open({ pingInterval: 300_001 }),
    open({ pingTimeout: 0 }),
    open({ pingTimeout: 1e12 }),
  ])('is refused: %s', (packet) => {
    expect(checkPacket(packet)).toBe(false);
  });

  it('never throws', () => {
    const packets = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json().map((json) => `0${json}`),
    );
    fc.assert(
      fc.property(packets, (packet) => {
        expect(typeof checkPacket(packet)).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
