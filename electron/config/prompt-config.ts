import type { Config, ConfigFile } from '../../shared/config/config-schema.ts';
import { isLoopback } from './base-url.ts';
import type { ConfigError } from './config-error.ts';

type Fault = Omit<ConfigError, 'file'>;

/** What is checked of one application type, and where the faults are named. */
export type TypeCheck = Readonly<{
  service: Pick<Config['service'], 'applicationType' | 'callbackParameters' | 'prompt'>;
  params: Pick<Config['params'], 'logoutUrl'>;
  /** Whether any file that counts says something there. */
  isSaid: (read: (file: ConfigFile) => unknown) => boolean;
}>;

/**
 * What of the configuration does not fit the type of the application, or the way in which its hosted page is shown.
 * A key of the other type is refused, because somebody who sets it believes that it does something.
 */
export function faultsOfType({ service, params, isSaid }: TypeCheck): readonly Fault[] {
  if (service.applicationType === 'promptless') {
    const needsPrompt = 'is for service.applicationType "prompt"';
    return [
      ...(isSaid((file) => file.service?.prompt) ? [{ key: 'service.prompt', reason: needsPrompt }] : []),
      ...(isSaid((file) => file.service?.callbackParameters)
        ? [{ key: 'service.callbackParameters', reason: needsPrompt }]
        : []),
      ...(isSaid((file) => file.params?.logoutUrl) ? [{ key: 'params.logoutUrl', reason: needsPrompt }] : []),
    ];
  }
  const { callbackParameters, prompt } = service;
  const faults: Fault[] = [];
  if (isSaid((file) => file.service?.realtime)) {
    faults.push({ key: 'service.realtime', reason: 'is for service.applicationType "promptless"' });
  }
  if (callbackParameters.state === callbackParameters.token) {
    faults.push({ key: 'service.callbackParameters', reason: 'must name two parameters' });
  }
  const { callbackUrl } = prompt;
  const callback = callbackUrl === null ? null : faultOfCallback(callbackUrl, service);
  if (callback !== null) faults.push({ key: 'service.prompt.callbackUrl', reason: callback });
  const { logoutUrl } = params;
  if (logoutUrl !== null && !isWebAddress(logoutUrl)) {
    faults.push({
      key: 'params.logoutUrl',
      reason: 'must be an address that begins with https:// or http://',
    });
  }
  return faults;
}

function isWebAddress(text: string): boolean {
  return parse(text) !== null && /^https?:$/.test(parse(text)?.protocol ?? '');
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function faultOfCallback(
  text: string,
  { callbackParameters: names, prompt }: TypeCheck['service'],
): string | null {
  const url = parse(text);
  if (url === null) return 'is not an address; write it like https://desk.example.com/callback';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (text.includes('#')) return 'must end before any "#"';
  const isOwnComputer = url.protocol === 'http:' && isLoopback(url.hostname);
  if (prompt.display === 'browser' && !isOwnComputer) {
    return 'must be an http:// address of this computer, where the browser comes back to';
  }
  if (url.protocol !== 'https:' && !isOwnComputer) {
    return 'must begin with https:// (http:// is for a loopback address only)';
  }
  if (prompt.display === 'browser' && !['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) {
    return 'must name 127.0.0.1, [::1] or localhost';
  }
  const counts = [names.state, names.token].map((name) => text.split(`%${name}%`).length - 1);
  if (counts.some((count) => count > 1) || counts[0] !== counts[1]) {
    return `must have %${names.state}% and %${names.token}% once each, or none of them`;
  }
  if ([names.state, names.token].some((name) => url.searchParams.has(name))) {
    return 'must not have the parameters that the service adds';
  }
  return null;
}
