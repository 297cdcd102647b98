import { loadCallbackStrings } from '../../shared/strings/load/callback.ts';
import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import { systemBrowser } from '../hosted-page/system-browser.ts';
import { hostedView, type HostedView } from '../electron-api/hosted-view.ts';
import { openOutside, openOwnAddress } from '../electron-api/outside.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** How a login in the window shows a hosted page. */
export type HostedInWindow = Readonly<{
  /** Shows the page for the login; null for promptless applications, which have no page. */
  display: HostedPageDisplay | null;
  /** The same object as `display` if the window shows the page, to move and focus its view; else null. */
  view: HostedView | null;
}>;

export function hostedInWindow(
  window: EarlyWindow['window'],
  prepared: PreparedLogin,
): HostedInWindow {
  const { service, login } = prepared.config;
  if (service.applicationType === 'promptless' || service.prompt.display === 'browser') {
    return { display: displayInBrowser(prepared, { hasScreen: true }), view: null };
  }
  const view = hostedView(window, {
    baseUrl: service.baseUrl,
    callbackUrl: service.prompt.callbackUrl,
    callbackParameters: service.callbackParameters,
    timeoutMs: login.timeouts.requestSeconds * 1000,
    openNetwork: prepared.openNetwork,
    openOutside,
  });
  return { display: view, view };
}

/**
 * Display in the system browser; null for promptless applications, which have no page.
 *
 * @param hasScreen false on a virtual display: the person could not see the browser
 */
export function displayInBrowser(
  { config, spoken }: Pick<PreparedLogin, 'config' | 'spoken'>,
  { hasScreen }: Readonly<{ hasScreen: boolean }>,
): HostedPageDisplay | null {
  const { service } = config;
  if (service.applicationType === 'promptless') return null;
  return systemBrowser({
    callbackBase: service.prompt.callbackUrl,
    parameters: service.callbackParameters,
    loadStrings: () => loadCallbackStrings(spoken.language, spoken.messages),
    baseUrl: service.baseUrl,
    open: hasScreen ? openOwnAddress : null,
  });
}
