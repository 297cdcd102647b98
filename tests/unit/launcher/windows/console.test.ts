/** Data between Electron and the console, under sanitizers (pure.c). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usePureParts, withoutCompiler } from './pure-parts.ts';

describe.skipIf(withoutCompiler !== '')(`the console of the Windows launcher ${withoutCompiler}`, () => {
  const run = usePureParts();

  describe('keys of the console', () => {
    /** Each event is a key that goes down or up, which, and the unit that it brings. */
    const bytesOf = (events: readonly (readonly [number, number, number])[]): string =>
      run(['keys'], Buffer.from(new Uint16Array(events.flat()).buffer)).toString();
    const typed = (text: string): string =>
      bytesOf(Array.from({ length: text.length }, (_unused, index) => [1, 65, text.charCodeAt(index)]));
    it.each([
      ['aß漢🙂', 'aß漢🙂'],
      ['a\rb\nc', 'a\nb\nc'],
      // The backspace, with and without Ctrl.
      ['\b\u007f', '\u007f\u007f'],
      ['\u001b\u0015', '\u0015\u0015'],
      ['\u001a\u0004', '\u0004\u0004'],
      ['\u0001\t\u0003\u001c\u001f\u0080\u009b\u009f\0', ''],
      // Halves of a character.
      ['\ud83da', 'a'],
      ['\ude42a', 'a'],
      ['\ud83d\ud83d\ude42', '🙂'],
      ['\uffff\ud7ff\ue000', '\uffff\ud7ff\ue000'],
    ])('%j are %j', (text, bytes) => {
      expect(typed(text)).toBe(bytes);
    });
    it('count when they go down; Alt alone when it is let go, with what was typed by its number', () => {
      const ALT = 0x12;
      expect(
        bytesOf([
          [1, 65, 97],
          [0, 65, 97],
          [1, ALT, 0],
          [0, ALT, 0xdf],
        ]),
      ).toBe('aß');
    });
    it('are text and four controls, whatever comes', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(0xffff), { maxLength: 60 }), (units) => {
          const bytes = bytesOf(units.map((unit) => [1, 65, unit]));
          expect(bytes).not.toMatch(/[\0-\u0003\u0005-\t\v-\u0014\u0016-\u001f\u0080-\u009f]/);
        }),
        { numRuns: 60 },
      );
    });
    it.each([
      ['25', '80', '\u001b[48;25;80;0;0t'],
      ['0', '4294967295', '\u001b[48;0;65535;0;0t'],
    ])('its size of %s by %s is reported in band', (rows, columns, report) => {
      expect(run(['size', rows, columns], Buffer.alloc(0)).toString()).toBe(report);
    });
  });

  describe('what is shown at the console', () => {
    const shownOf = (bytes: Buffer | string, piece = 4096): string =>
      run(['shown', String(piece)], Buffer.from(bytes)).toString('utf16le');
    it.each([
      ['aß漢🙂', 'aß漢🙂'],
      ['one\ntwo\rthree', 'one\r\ntwo\rthree'],
      ['a\tb\0\u0007\bc\u007f\u009bd', 'a bcd'],
      // The only valid picture, and invalid sequences.
      ['x\u001b[97;40m█\u001b[0my', 'x\0█\0y'],
      ['\u001b[2J\u001b[H\u001b[31ma\u001b[97;40;1mb\u001b[97;40Hc', 'abc'],
      ['\u001b]0;title\u0007\u001bcx\u001b7', '0;title' + 'x'],
      ['\u001b[0m\u001b[m\u001b', ''],
      ['\u001b[9\n7;40mx', '\r\n7;40mx'],
      ['\u001b[97;4000000000000000m\u001b\u001b[97;40mx', '\0x'],
    ])('%j is %j', (text, shown) => {
      for (const piece of [4096, 1, 3]) expect(shownOf(text, piece)).toBe(shown);
    });
    it('is text and the ends of lines, whatever comes, and what is no UTF-8 is marked', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 9 }), (bytes, piece) => {
          const shown = shownOf(Buffer.from(bytes), piece);
          expect(shown).not.toMatch(/[\u0001-\t\v\f\u000e-\u001f\u007f-\u009f]/);
          // Nor half a character.
          expect(Buffer.from(shown).toString()).toBe(shown);
        }),
        { numRuns: 150 },
      );
      // Cut off, too long a form, half a pair, beyond the last.
      for (const bytes of ['c3', 'e282', 'c080', 'e08080', 'eda080', 'f4908080', 'ff', '80'])
        expect(shownOf(Buffer.from(`${bytes}41`, 'hex'))).toMatch(/^\ufffd+A$/);
    });
    it('is every text that there is', () => {
      const unit = fc.oneof(
        fc.integer({ min: 0xa0, max: 0xd7ff }),
        fc.integer({ min: 0xe000, max: 0x10ffff }),
      );
      fc.assert(
        fc.property(fc.array(unit, { maxLength: 50 }), fc.integer({ min: 1, max: 9 }), (codes, piece) => {
          const text = String.fromCodePoint(...codes);
          expect(shownOf(text, piece)).toBe(text);
        }),
        { numRuns: 60 },
      );
    });
  });
});
