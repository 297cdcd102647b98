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
    /** `rectangle` is null, to hide the view, if the window's page leaves no room for it. */
    moveTo: (rectangle: Rectangle | null) => void;
    focus: (direction: Direction) => void;
  }>;

export function hostedView(window: BrowserWindow, options: HostedViewOptions): HostedView {
  let shown: ShownPage | null = null;
  return {
    display: 'window',
    prepare: () => {
      const { callbackUrl, callbackParameters } = options;
      const callback = callbackAddress(
        callbackUrl ?? DEFAULT_CALLBACK,
        callbackParameters,
        newCallbackValue(),
      );
      let own: ShownPage | null = null;
      let isClosed = false;
      const attempt: HostedAttempt = {
        callbackUrl: callback.url,
        show: (webUri, listeners) => {
          if (isClosed || own !== null) return;
          shown?.close();
          own = new ShownPage(window, options, { callback, webUri, listeners });
          shown = own;
        },
        showAgain: () => {
          own?.focus(null);
        },
        close: () => {
          isClosed = true;
          own?.close();
          if (shown === own) shown = null;
        },
      };
      return Promise.resolve(success(attempt));
    },
    moveTo: (rectangle) => {
      shown?.moveTo(rectangle);
    },
    focus: (direction) => {
      shown?.focus(direction);
    },
  };
}
