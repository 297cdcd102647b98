// @vitest-environment jsdom
// The page is served before the configuration is read: main's answer may name another language,
// brand or own messages.
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import { createWindowServices } from '../../../renderer/store/window-services.ts';
import { compiledMessages } from '../../../scripts/build/messages.ts';
import type { AppInfo } from '../../../shared/ipc/channels.ts';
import type { IpcAnswer } from '../../../shared/ipc/contract.ts';
import { success } from '../../../shared/result.ts';
import { windowStrings } from '../../../shared/strings/window-strings.ts';
import { en, messagesFor } from '../../support/strings.ts';
import { createFakeBridge, INFO, type FakeBridge } from './fake-bridge.ts';
import { methodsView, usernameView } from './fixtures.ts';
import { heading, PAGE, settle } from './window.tsx';

const ar = windowStrings(messagesFor('ar', 'window'));
const NORTHWIND = { ...INFO.brand, name: 'Northwind' };

let main: FakeBridge;
/** Main answers with the configuration. */
let answer: () => Promise<void>;

beforeEach(() => {
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

/** A window with an English page; the test decides when main answers. */
async function open(info: Partial<AppInfo>): Promise<void> {
  main = createFakeBridge(usernameView());
  const told = new Promise<IpcAnswer<never>>((resolve) => {
    answer = async () => {
      resolve(success({ ...INFO, ...info }) as IpcAnswer<never>);
      await settle();
    };
  });
  main.answer('app:get-info', () => told);
  render(<App services={createWindowServices(main.bridge, PAGE)} />);
  await settle();
}

const drawn = (): readonly unknown[] => [heading(), screen.getByRole('banner').textContent];

/** React has drawn it by the next picture, and then main is told. */
async function isToldDrawn(): Promise<boolean> {
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return main.calls.some(({ name }) => name === 'app:report-drawn');
}

it('draws the window in the language that main names, and then tells main that it is drawn', async () => {
  await open({ language: 'ar', messages: compiledMessages('ar', 'window') });
  expect(heading()).toBe(en.username.heading);
  expect(await isToldDrawn()).toBe(false);
  await answer();
  expect(heading()).toBe(ar.username.heading);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(document.title).toBe(`${ar.username.heading} – Gatehouse`);
  expect(await isToldDrawn()).toBe(true);
  act(() => main.show(methodsView()));
  await settle();
  expect(heading()).toBe(ar.formatMessage('screen.confirm-it-is-you'));
});

it('draws the messages of the administrator among those of the page', async () => {
  await open({ messages: { 'username.heading': 'Who?' } });
  expect(heading()).toBe(en.username.heading);
  await answer();
  expect(heading()).toBe('Who?');
  act(() => main.show(methodsView()));
  await settle();
  expect(heading()).toBe(en.formatMessage('screen.confirm-it-is-you'));
});

it('changes the brand together with the texts, because the window may be shown', async () => {
  await open({ language: 'ar', messages: compiledMessages('ar', 'window'), brand: NORTHWIND });
  expect(drawn()).toEqual([en.username.heading, 'Gatehouse']);
  await answer();
  expect(drawn()).toEqual([ar.username.heading, 'Northwind']);
});

it('tells main that it is drawn also if the page is right already', async () => {
  await open({});
  await answer();
  expect(await isToldDrawn()).toBe(true);
});
