import type { BrowserWindow } from 'electron';
import { success } from '../../shared/result.ts';
import {
  callbackAddress,
  DEFAULT_CALLBACK,
  newCallbackValue,
  type CallbackParameters,
} from '../hosted-page/callback.ts';
import type { HostedAttempt, HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import type { Rectangle } from '../hosted-page/page-in-view.ts';
import type { Direction } from '../hosted-page/view-keys.ts';
import { ShownPage, type ShownPageOptions } from './shown-page.ts';

export type HostedViewOptions = ShownPageOptions &
  Readonly<{
    /** `service.prompt.callbackUrl`. */
    callbackUrl: string | null;
    /** `service.callbackParameters`. */
    callbackParameters: CallbackParameters;
  }>;

export type HostedView = HostedPageDisplay &
  Readonly<{
    /** Moves the view. Null hides it, because the window's page leaves no room for it. */
    moveTo: (rectangle: Rectangle | null) => void;
    focus: (direction: Direction) => void;
  }>;

export function hostedView(window: BrowserWindow, options: HostedViewOptions): HostedView {
  let shownPage: ShownPage | null = null;
  return {
    display: 'window',
    prepare: () => {
      const { callbackUrl, callbackParameters } = options;
      const callback = callbackAddress(
        callbackUrl ?? DEFAULT_CALLBACK,
        callbackParameters,
        newCallbackValue(),
      );
      let pageOfAttempt: ShownPage | null = null;
      let isClosed = false;
      const attempt: HostedAttempt = {
        callbackUrl: callback.url,
        show: (webUri, listeners) => {
          if (isClosed || pageOfAttempt !== null) return;
          shownPage?.close();
          pageOfAttempt = new ShownPage(window, options, { callback, webUri, listeners });
          shownPage = pageOfAttempt;
        },
        showAgain: () => {
          pageOfAttempt?.focus(null);
        },
        close: () => {
          isClosed = true;
          pageOfAttempt?.close();
          if (shownPage === pageOfAttempt) shownPage = null;
        },
      };
      return Promise.resolve(success(attempt));
    },
    moveTo: (rectangle) => {
      shownPage?.moveTo(rectangle);
    },
    focus: (direction) => {
      shownPage?.focus(direction);
    },
  };
}
