import type { Config } from '../../shared/config/config-schema.ts';
import { callbackStringsFor } from '../../shared/strings/callback-strings-for.ts';
import { DEFAULT_LANGUAGE } from '../../shared/strings/language.ts';
import type { HostedPageDisplay } from '../hosted/hosted-page.ts';
import { systemBrowser } from '../hosted/system-browser.ts';
import { openServicePage } from '../platform/outside.ts';

/**
 * Where the hosted page of a login is shown; null for a promptless application, which has none.
 *
 * @param hasScreen whether a browser would be seen: not on a display that was made for Chromium's sake
 */
export function hostedDisplay({ service }: Config, hasScreen: boolean): HostedPageDisplay | null {
  if (service.applicationType === 'promptless') return null;
  const { baseUrl, callbackParameters: parameters, prompt } = service;
  return systemBrowser({
    base: prompt.callbackUrl,
    parameters,
    strings: callbackStringsFor(DEFAULT_LANGUAGE),
    open: hasScreen ? (address) => openServicePage(address, baseUrl) : null,
  });
}
