// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { hostedPageView, usernameView } from '../fixtures.ts';
import { refusal, type Call } from '../fake-bridge.ts';
import { button, openWindow, settle, type TestWindow } from '../window.tsx';

const PLACE = 'Page of the login service';
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** Where main was told that the view lies, in order. */
const told = ({ main }: TestWindow): readonly unknown[] =>
  main.calls
    .filter(({ name }: Call) => name === 'app:place-hosted-page')
    .map(({ argument }) => argument);

/** Gives the place a size, as a layout would. */
function layOut(left: number, top: number, right: number, bottom: number): void {
  const box = {
    left,
    top,
    right,
    bottom,
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  };
  screen.getByRole('group', { name: PLACE }).getBoundingClientRect = () => ({
    ...box,
    toJSON: () => box,
  });
}

describe('the place of the hosted page in ours', () => {
  it('tells main where the hosted page lies within the window, once for each place', async () => {
    const window = await openWindow(hostedPageView());
    layOut(0, 200, 400, innerHeight + 300);
    fireEvent.scroll(document);
    fireEvent.scroll(document);
    await settle();
    layOut(0, -50, 400, 100);
    fireEvent(globalThis.window, new Event('resize'));
    await settle();
    expect(told(window)).toEqual([
      NOWHERE,
      { x: 0, y: 200, width: 400, height: innerHeight - 200 },
      { x: 0, y: 0, width: 400, height: 100 },
    ]);
  });

  it('tells main of the hosted page again if it moved while main was told', async () => {
    const window = await openWindow(hostedPageView());
    let answer = (): void => undefined;
    window.main.answer('app:place-hosted-page', () => {
      return new Promise((resolve) => {
        answer = () => {
          resolve({ ok: true, value: {} } as never);
        };
      });
    });
    layOut(0, 10, 400, 100);
    fireEvent.scroll(document);
    layOut(0, 20, 400, 100);
    fireEvent.scroll(document);
    await settle();
    answer();
    await settle();
    expect(told(window).slice(1)).toEqual([
      { x: 0, y: 10, width: 400, height: 90 },
      { x: 0, y: 20, width: 400, height: 80 },
    ]);
  });

  it('tells main that the hosted page is nowhere with another screen and while the answer is checked', async () => {
    const window = await openWindow(hostedPageView());
    layOut(0, 10, 400, 100);
    fireEvent.scroll(document);
    await settle();
    await window.show(hostedPageView({ isVerifying: true }));
    expect(screen.queryByRole('group', { name: PLACE })).toBe(null);
    expect(told(window).at(-1)).toEqual(NOWHERE);
    await window.show(usernameView());
    expect(told(window).at(-1)).toEqual(NOWHERE);
  });

  it('keeps no place for a hosted page that is in the browser', async () => {
    const window = await openWindow(hostedPageView({ display: 'browser' }));
    expect(screen.queryByRole('group', { name: PLACE })).toBe(null);
    expect(told(window)).toEqual([]);
  });

  it('leads the keyboard into the hosted page from both sides, and not when the window gets the focus back', async () => {
    const window = await openWindow(hostedPageView());
    const entered = (): readonly unknown[] =>
      window.main.calls
        .filter(({ name }) => name === 'app:focus-hosted-page')
        .map(({ argument }) => argument);
    const place = screen.getByRole('group', { name: PLACE });
    fireEvent.focus(place, { relatedTarget: null });
    expect(entered()).toEqual([]);
    fireEvent.focus(place, { relatedTarget: screen.getByRole('main') });
    await settle();
    fireEvent.focus(place, { relatedTarget: button('Cancel') });
    await settle();
    fireEvent.keyDown(place, { key: 'Enter' });
    await settle();
    expect(entered()).toEqual([{ at: 'start' }, { at: 'end' }, { at: 'start' }]);
  });

  it('tells main of the next place of the hosted page after a refusal', async () => {
    const window = await openWindow(hostedPageView());
    window.main.answer('app:place-hosted-page', refusal('internal'));
    layOut(0, 10, 400, 100);
    fireEvent.scroll(document);
    await settle();
    layOut(0, 30, 400, 100);
    fireEvent.scroll(document);
    await settle();
    expect(told(window)).toHaveLength(3);
  });
});
