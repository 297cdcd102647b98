import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import type { ServedPage } from '../../../renderer/store/mirror.ts';
import { createWindowServices } from '../../../renderer/store/window-services.ts';
import type { AppInfo } from '../../../shared/ipc/channels.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { compiledMessages } from '../../../scripts/build/messages.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeBridge, INFO, type FakeBridge } from './fake-bridge.ts';

/** The real window over a fake bridge, driven as a person would: by roles and names. */
export type TestWindow = Readonly<{
  main: FakeBridge;
  /** Main sends another view. */
  show: (view: LoginView, revision?: number) => Promise<void>;
  unmount: () => void;
}>;

/** The page as it is served in English. */
export const PAGE: ServedPage = {
  language: 'en',
  messages: compiledMessages('en', 'window'),
  brand: INFO.brand,
};

let wantsLessMotion = false;

/** Whether the operating system asks for less motion in the tests that follow. */
export function setReducedMotion(isWanted: boolean): void {
  wantsLessMotion = isWanted;
}

beforeEach(() => {
  wantsLessMotion = false;
  // Without a layout there is no scrolling, and jsdom lacks this method.
  Element.prototype.scrollIntoView = () => undefined;
  // Nor does anything change its size by itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && wantsLessMotion,
  }));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

export async function openWindow(
  view: LoginView,
  info: Partial<AppInfo> = {},
): Promise<TestWindow> {
  const main = createFakeBridge(view, { ...INFO, ...info });
  const services = createWindowServices(main.bridge, PAGE);
  const { unmount } = render(<App services={services} />);
  await settle();
  return {
    main,
    unmount,
    show: async (next, revision) => {
      act(() => main.show(next, revision));
      await settle();
    },
  };
}

/** Lets the answers of the bridge arrive. */
export async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  });
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });
/** A field by its label. The first one of a form is named by the heading before it. */
export const field = (label: string): HTMLInputElement =>
  screen.getByRole('textbox', { name: (name) => name === label || name.endsWith(` ${label}`) });
export const heading = (): string => screen.getByRole('heading', { level: 1 }).textContent;
/** The queries of the screen alone: for a while, a live region may repeat one of its sentences. */
export const onScreen = () => within(screen.getByRole('main'));
/** The last announced sentence, while it is present; otherwise empty. */
export const polite = (): string => screen.getByRole('status').lastElementChild?.textContent ?? '';
export const assertive = (): string =>
  screen.getByRole('alert').lastElementChild?.textContent ?? '';

/** Waits for the sentence that is said at once, which comes behind a focus that moves. */
export async function saidAtOnce(sentence: string | RegExp): Promise<void> {
  const isSaid = (): boolean =>
    typeof sentence === 'string' ? assertive().includes(sentence) : sentence.test(assertive());
  await eventually(`the alert ${String(sentence)}`, isSaid, undefined, assertive);
}

/**
 * Listens to a live region, which drops each sentence again after a while.
 *
 * @returns the sentences announced since then, oldest first
 */
export function listen(to: 'status' | 'alert'): () => readonly string[] {
  const heard: string[] = [];
  const note = (changes: readonly MutationRecord[]): void => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) heard.push(textContent ?? '');
  };
  const observer = new MutationObserver(note);
  observer.observe(screen.getByRole(to), { childList: true });
  return () => {
    note(observer.takeRecords());
    return heard;
  };
}

/**
 * The announcement of a new screen: its heading, and the description of the screen or of the
 * focused field.
 */
export function opening(): string {
  const says =
    document.querySelector('.slide:not([hidden]) [id$="-opening"]')?.textContent ??
    screen.getByRole('main').getAttribute('aria-description') ??
    '';
  return says === '' ? heading() : `${heading()} ${says}`;
}

export async function press(name: string): Promise<void> {
  fireEvent.click(button(name));
  await settle();
}

export function type(name: string, text: string): void {
  fireEvent.change(field(name), { target: { value: text } });
}

/** The text that describes an element, as `aria-describedby` names it. */
export function described(element: HTMLElement): string {
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** The text of a field changes as by a browser's own event. */
export function input(to: HTMLInputElement, text: string, event: Event): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(to, text);
  fireEvent(to, event);
}

/** Presses Enter in a field: the browser submits the form around it. */
export async function enter(name: string): Promise<void> {
  const form = field(name).form;
  if (form === null) throw new Error(`"${name}" stands in no form`);
  fireEvent.submit(form);
  await settle();
}

export async function key(init: KeyboardEventInit): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, init);
  await settle();
}

/**
 * Lets time pass in steps, so that drawn components can set their next timers in between. The
 * timers are fake.
 */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    act(() => void vi.advanceTimersByTime(Math.min(left, 1000)));
    await settle();
  }
}

/** The text of the clock on the screen. */
export const timer = (): string => screen.getByRole('timer').textContent;
