import type { BrowserWindow, Input, WebContents } from 'electron';
import {
  entersView,
  focusEnd,
  isAtEnd,
  ViewKeys,
  type Direction,
} from '../hosted-page/view-keys.ts';
import { inOwnWorld } from './own-world.ts';
import { zoomable } from './zoom.ts';

/**
 * Joins the keyboard order of a view and the page below it. Tab leaves the view at its ends, Escape
 * and F6 anywhere. F6 returns.
 *
 * @param isShown whether the view's page is still the one shown: a closed page lives on for a
 *   moment
 * @returns a function that moves the keyboard into the view: to its first or last element, by
 *   direction, or with null to the element that had the focus before
 */
export function hostedKeys(
  window: BrowserWindow,
  contents: WebContents,
  isShown: () => boolean,
): (direction: Direction | null) => void {
  const page = window.webContents;
  const keys = new ViewKeys();

  function leave(direction: Direction | null): void {
    if (window.isDestroyed()) return;
    page.focus();
    if (direction !== null) pressTab(page, direction);
  }

  function enter(direction: Direction | null): void {
    if (contents.isDestroyed()) return;
    contents.focus();
    if (direction !== null) void inOwnWorld(contents, focusEnd(direction));
  }

  contents.on('before-input-event', (event, input) => {
    const act = keys.pressed(input);
    if (act.do === 'pass') return;
    event.preventDefault();
    if (act.do === 'leave') {
      leave(null);
      return;
    }
    const { direction } = act;
    void inOwnWorld(contents, isAtEnd(direction)).then((isEnd) => {
      if (contents.isDestroyed() || !contents.isFocused()) return;
      if (keys.answered(isEnd) === 'leave') leave(direction);
      else pressTab(contents, direction);
    });
  });
  const onPageKey = (event: Electron.Event, input: Input): void => {
    if (!entersView(input) || !isShown()) return;
    event.preventDefault();
    enter(null);
  };
  page.on('before-input-event', onPageKey);
  contents.once('destroyed', () => {
    if (!window.isDestroyed()) page.removeListener('before-input-event', onPageKey);
  });
  zoomable(contents);
  return enter;
}

function pressTab(contents: WebContents, direction: Direction): void {
  const modifiers: ['shift'] | [] = direction === 'backward' ? ['shift'] : [];
  contents.sendInputEvent({ type: 'keyDown', keyCode: 'Tab', modifiers });
  contents.sendInputEvent({ type: 'keyUp', keyCode: 'Tab', modifiers });
}
