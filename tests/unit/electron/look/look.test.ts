import { describe, expect, it } from 'vitest';
import {
  brandOf,
  isSameLook,
  lookIn,
  PLAIN_LOOK,
  type Look,
} from '../../../../electron/look/look.ts';
import { logoAddress } from '../../../../electron/look/usable-logo.ts';
import { pngOf } from '../../../support/png.ts';

const LOGO = logoAddress(pngOf(48, 32, [0, 128, 128]));
const WHOLE: Look = {
  theme: 'dark',
  language: 'ar',
  brand: {
    name: 'Northwind <b>',
    logo: LOGO,
    accent: '#1a5fb4',
    help: 'The desk helps.',
    helpAddress: '4711',
  },
};

const changed = (changes: object, brand: object = {}): unknown => ({
  ...WHOLE,
  ...changes,
  brand: { ...WHOLE.brand, ...brand },
});

describe('lookIn', () => {
  it('accepts the program’s own look and a whole brand', () => {
    for (const look of [PLAIN_LOOK, WHOLE]) expect(lookIn(structuredClone(look))).toEqual(look);
  });

  it('drops members that no look has, so that a file cannot carry them into the page', () => {
    expect(lookIn(changed({ username: 'alice' }, { style: 'x' }))).toEqual(WHOLE);
  });

  it.each([
    ['null', null],
    ['a text', 'dark'],
    ['a list', []],
    ['no brand', { theme: 'dark', language: 'ar' }],
    ['another theme', changed({ theme: 'pink' })],
    ['a member of every object as the theme', changed({ theme: 'constructor' })],
    ['a language without a page', changed({ language: 'nl' })],
    ['a path as the language', changed({ language: '../../etc' })],
    ['no name', changed({}, { name: undefined })],
    ['an empty name', changed({}, { name: '' })],
    ['a name of two lines', changed({}, { name: 'North\nwind' })],
    ['half a character in the name', changed({}, { name: 'North\ud83d' })],
    ['half a character in the help', changed({}, { help: '\udc00' })],
    ['a longer name than a configuration may have', changed({}, { name: 'x'.repeat(61) })],
    ['a longer help', changed({}, { help: 'x'.repeat(201) })],
    ['a number as help', changed({}, { helpAddress: 4711 })],
    ['a colour by its name', changed({}, { accent: 'red' })],
    ['a colour with more styles', changed({}, { accent: '#1a5fb4; background: url(x)' })],
    ['a logo of the network', changed({}, { logo: 'https://example.com/logo.png' })],
    ['an SVG as the logo', changed({}, { logo: 'data:image/svg+xml;base64,PHN2Zz4=' })],
    ['a logo that is no PNG', changed({}, { logo: 'data:image/png;base64,PHN2Zz4=' })],
    ['a logo that ends the attribute', changed({}, { logo: `${LOGO}" onerror="alert(1)` })],
    ['a logo of two lines', changed({}, { logo: `${LOGO}\n` })],
    ['a logo too small', changed({}, { logo: logoAddress(pngOf(8, 8, [0, 0, 0])) })],
    ['a logo too large', changed({}, { logo: LOGO + 'A'.repeat(360_000) })],
  ])('refuses a remembered look that is or has %s (SEC-90)', (_name, value) => {
    expect(lookIn(value)).toBeNull();
  });
});

describe('isSameLook', () => {
  it('compares each member of two looks, whatever their order', () => {
    const { brand, language, theme } = WHOLE;
    const { helpAddress, ...others } = brand;
    expect(isSameLook(WHOLE, { brand: { helpAddress, ...others }, theme, language })).toBe(true);
    const other: readonly object[] = [
      { theme: 'light' },
      { language: 'de' },
      ...Object.keys(brand).map((member) => ({ brand: { ...brand, [member]: null } })),
    ];
    for (const changes of other)
      expect(isSameLook(WHOLE, { ...WHOLE, ...changes }), JSON.stringify(changes)).toBe(false);
  });
});

describe('brandOf', () => {
  it('names the program if a brand has no name, and leaves out a colour with too little contrast', () => {
    expect(brandOf(PLAIN_LOOK.brand, 'Gatehouse')).toEqual({
      ...PLAIN_LOOK.brand,
      name: 'Gatehouse',
    });
    const { accent } = brandOf({ ...WHOLE.brand, accent: '#FFD400' }, 'Gatehouse');
    expect([accent?.light, accent?.dark?.accent]).toEqual([null, '#ffd400']);
  });
});
