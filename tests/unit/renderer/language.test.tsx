// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import type { AfterUsername } from '../../../renderer/store/lazy-screens.ts';
import { createWindowServices } from '../../../renderer/store/window-services.ts';
import type { AppInfo } from '../../../shared/ipc/channels.ts';
import { windowStrings } from '../../../shared/strings/window-strings.ts';
import { en, messagesFor } from '../../support/strings.ts';
import { createFakeBridge, INFO, type FakeBridge } from './fake-bridge.ts';
import { methodsView, usernameView } from './fixtures.ts';
import { heading, later, settle } from './window.tsx';

const ar = windowStrings(messagesFor('ar', 'window'));
const OWN = { 'username.heading': 'Who?' };

/** The requests, in order: languages, and that the window is drawn. */
let asked: string[];
let comes: ((isThere: boolean) => void)[];

beforeEach(() => {
  asked = [];
  comes = [];
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

/** A window with an English page; the test decides when each language loads. */
async function open(info: Partial<AppInfo>, fetchFirst = false): Promise<FakeBridge> {
  const main = createFakeBridge(usernameView(), { ...INFO, ...info });
  const slow: AfterUsername = {
    ...later,
    loadStrings: (tag, own) => {
      asked.push(`${tag} ${JSON.stringify(own)}`);
      return new Promise((resolve, reject) => {
        comes.push((isThere) => {
          if (!isThere) reject(new TypeError('Failed to fetch dynamically imported module'));
          else if (tag === 'ar') resolve(ar);
          else
            resolve(
              Object.keys(own).length === 0
                ? en
                : { ...en, username: { ...en.username, heading: 'Who?' } },
            );
        });
      });
    },
  };
  const services = createWindowServices(main.bridge, () => Promise.resolve(slow), en, INFO.brand);
  if (fetchFirst) void services.fetchLater();
  await settle();
  render(<App services={services} />);
  await settle();
  return main;
}

async function come(isThere = true): Promise<void> {
  await act(async () => {
    comes.shift()?.(isThere);
    await Promise.resolve();
  });
  await settle();
}
/** React has drawn it by the next picture, and then main is told. */
async function isToldDrawn(main: FakeBridge): Promise<boolean> {
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return main.calls.some(({ name }) => name === 'app:report-drawn');
}

test('the window is drawn in the language that main names before main is told that it is', async () => {
  const main = await open({ language: 'ar' });
  expect(asked).toEqual(['ar {}']);
  expect(heading()).toBe(en.username.heading);
  expect(await isToldDrawn(main)).toBe(false);
  await come();
  expect(heading()).toBe(ar.username.heading);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(document.title).toBe(`${ar.username.heading} – Gatehouse`);
  expect(await isToldDrawn(main)).toBe(true);
  act(() => main.show(methodsView()));
  await settle();
  expect(heading()).toBe(ar.say('place.confirm-it-is-you'));
});

test('replaces a load under way in the language of the page', async () => {
  await open({ language: 'ar' }, true);
  expect(asked).toEqual(['en {}']);
  await come();
  expect(asked).toEqual(['en {}', 'ar {}']);
  await come();
  expect(heading()).toBe(ar.username.heading);
});

test('messages of the administrator are drawn likewise, and in the language of the page', async () => {
  const main = await open({ messages: OWN });
  expect(asked).toEqual([`en ${JSON.stringify(OWN)}`]);
  expect(await isToldDrawn(main)).toBe(false);
  await come();
  expect(heading()).toBe('Who?');
  expect(await isToldDrawn(main)).toBe(true);
});

test('changes the brand together with the texts, because the window may be shown', async () => {
  const brand = { ...INFO.brand, name: 'Northwind' };
  const main = await open({ language: 'ar', brand });
  const drawn = (): readonly unknown[] => [heading(), screen.getByRole('banner').textContent];
  expect(drawn()).toEqual([en.username.heading, 'Gatehouse']);
  await come();
  expect(drawn()).toEqual([ar.username.heading, 'Northwind']);
  expect(await isToldDrawn(main)).toBe(true);
});

test('shows the brand also when the language cannot be loaded', async () => {
  await open({ language: 'ar', brand: { ...INFO.brand, name: 'Northwind' } });
  await come(false);
  expect(screen.getByRole('banner').textContent).toBe('Northwind');
});

test('draws without waiting when the page is already right', async () => {
  const main = await open({});
  expect(asked).toEqual([]);
  expect(await isToldDrawn(main)).toBe(true);
});

test('shows the page as it is when a language cannot be loaded', async () => {
  const main = await open({ language: 'ar' });
  await come(false);
  expect(heading()).toBe(en.username.heading);
  expect(await isToldDrawn(main)).toBe(true);
});
