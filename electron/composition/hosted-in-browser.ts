import { loadCallbackStrings } from '../../shared/strings/load/callback.ts';
import type { Host } from '../host/host.ts';
import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import { systemBrowser } from '../hosted-page/system-browser.ts';
import type { PreparedLogin } from './prepare-login.ts';

/**
 * Display in the system browser; null for promptless applications, which have no page.
 *
 * @param hasScreen false without a display: the person could not see the browser
 */
export function displayInBrowser(
  { openOwnAddress }: Pick<Host, 'openOwnAddress'>,
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
