// @vitest-environment jsdom
// The page with the brand of a remembered look (`electron/look/first-page.ts`), as React takes it
// over.
import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstPage, firstStyles } from '../../../electron/look/first-page.ts';
import { brandOf, PLAIN_LOOK, type Look } from '../../../electron/look/look.ts';
import { App } from '../../../renderer/app/App.tsx';
import { createWindowServices } from '../../../renderer/store/window-services.ts';
import { compiledMessages } from '../../../scripts/build/messages.ts';
import { pageIn } from '../../../scripts/build/page.ts';
import { createFakeBridge, INFO } from './fake-bridge.ts';
import { usernameView } from './fixtures.ts';
import './window.tsx';

const TEMPLATE = readFileSync(join(import.meta.dirname, '../../../renderer/index.html'), 'utf8');
/** As vite.config.ts builds it. */
const built = (language: 'ar' | 'en'): string =>
  pageIn(TEMPLATE, language)
    .replace(/<!--[^]*?-->/g, '')
    .replace(/>\s+</g, '><');

const HOSTILE = `"><script>alert('$&')</script>`;
const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
const BRANDS: Readonly<Record<string, Partial<Look['brand']>>> = {
  'no brand': {},
  'a name': { name: 'Northwind & sons' },
  'a name of markup': { name: HOSTILE },
  'a logo': { logo: LOGO },
  'a help': { help: 'The desk helps.' },
  'a help of markup': { help: HOSTILE, helpAddress: HOSTILE },
  'an address alone': { helpAddress: '+49 30 4711' },
  'all of them': {
    name: 'Northwind',
    logo: LOGO,
    accent: '#1a5fb4',
    help: 'Call:',
    helpAddress: '4711',
  },
};

const lookWith = (brand: Partial<Look['brand']>): Look => ({
  ...PLAIN_LOOK,
  brand: { ...PLAIN_LOOK.brand, ...brand },
});

describe('the first page of a look', () => {
  it.each(
    Object.entries(BRANDS).flatMap(([name, brand]) =>
      (['en', 'ar'] as const).map((language) => ({ name, brand, language })),
    ),
  )(
    'gives React each element of the first page, with $name in $language',
    ({ brand, language }) => {
      const look = lookWith(brand);
      const page = new DOMParser().parseFromString(firstPage(built(language), look), 'text/html');
      const shown = brandOf(look.brand, 'Gatehouse');
      expect(page.title.endsWith(` – ${shown.name}`)).toBe(true);
      expect(page.querySelectorAll('script')).toHaveLength(1);
      const told = page.getElementById('root')?.dataset['brand'] ?? '';
      expect(JSON.parse(told)).toEqual({ ...shown, logo: null, accent: null });

      document.body.innerHTML = page.body.innerHTML;
      const root = document.getElementById('root');
      if (root === null) throw new Error('the page has no #root');
      root.querySelector('[autofocus]')?.removeAttribute('autofocus');
      const elements = [...document.querySelectorAll('#root *')];
      const main = createFakeBridge(usernameView());
      main.answer('app:get-info', () => new Promise(() => undefined));
      const messages = compiledMessages(language, 'window');
      const services = createWindowServices(main.bridge, { language, messages, brand: shown });
      const mismatches: unknown[] = [];
      render(<App services={services} />, {
        container: root,
        hydrate: true,
        onRecoverableError: (error) => mismatches.push(error),
      });
      expect(mismatches).toEqual([]);
      expect([...document.querySelectorAll('#root *')]).toEqual(elements);
    },
  );

  it('puts the colours of each theme with enough contrast into styles and classes of the first page', () => {
    const painted = (accent: string | null) => {
      const look = lookWith({ accent });
      const page = new DOMParser().parseFromString(firstPage(built('en'), look), 'text/html');
      return [page.documentElement.className, firstStyles('a {}', look).replace('a {}', '').trim()];
    };
    expect(painted(null)).toEqual(['', '']);
    expect(painted('#1a5fb4')).toEqual([
      'branded-light',
      ':root { --brand-light: #1a5fb4; --brand-light-strong: #165199; }',
    ]);
    expect(painted('#FFD400')).toEqual([
      'branded-dark',
      ':root { --brand-dark: #ffd400; --brand-dark-strong: #ffda26; }',
    ]);
  });

  it('leaves the first page as it is built without a brand, but for the data of the brand', () => {
    const isBrand = / data-brand=("[^"]*"|'[^']*')/;
    const bare = (page: string): string => page.replace(isBrand, '');
    expect(bare(firstPage(built('en'), PLAIN_LOOK))).toBe(bare(built('en')));
    const told = new DOMParser().parseFromString(built('en'), 'text/html').getElementById('root');
    expect(JSON.parse(told?.dataset['brand'] ?? '')).toEqual(INFO.brand);
  });
});
