import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import { hostedView, type HostedView } from '../electron-api/hosted-view.ts';
import { program } from '../electron-api/program.ts';
import { openOutside } from '../electron-api/outside.ts';
import { openPageNetwork } from '../electron-api/service-network.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import type { Host } from '../host/host.ts';
import { displayInBrowser } from './hosted-in-browser.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** How a login in the window shows a hosted page. */
export type HostedInWindow = Readonly<{
  /** Shows the page for the login; null for promptless applications, which have no page. */
  display: HostedPageDisplay | null;
  /**
   * The same object as `display` if the window shows the page, to move and focus its view; else
   * null.
   */
  view: HostedView | null;
}>;

export function hostedInWindow(
  host: Host,
  window: EarlyWindow['window'],
  prepared: PreparedLogin,
): HostedInWindow {
  const { service, login } = prepared.config;
  if (service.applicationType === 'promptless' || service.prompt.display === 'browser') {
    return { display: displayInBrowser(host, prepared, { hasScreen: true }), view: null };
  }
  const view = hostedView(window, {
    baseUrl: service.baseUrl,
    callbackUrl: service.prompt.callbackUrl,
    callbackParameters: service.callbackParameters,
    timeoutMs: login.timeouts.requestSeconds * 1000,
    openNetwork: (mayLoad) => openPageNetwork(prepared.networkOptions, mayLoad),
    isReaderOn: program.isReaderOn,
    openOutside,
  });
  return { display: view, view };
}
