import { DEFAULTS, type Config } from '../../shared/config/config-schema.ts';
import { isLoopback } from './base-url.ts';
import type { ConfigError } from './config-error.ts';

type Fault = Omit<ConfigError, 'file'>;

export type TypeCheck = Readonly<{
  service: Pick<Config['service'], 'applicationType' | 'callbackParameters' | 'prompt'> &
    Readonly<{ realtime: unknown }>;
  params: Pick<Config['params'], 'logoutUrl'>;
}>;

/**
 * Faults of keys that belong to one application type. A key of the other type is refused unless it
 * has its default: whoever set it expects an effect, and it has none.
 */
export function faultsOfType({ service, params }: TypeCheck): readonly Fault[] {
  const faults: Fault[] = [];
  const refuseKeys = (given: object, defaults: object, section: string, type: string): void => {
    for (const [name, value] of Object.entries(given)) {
      if (JSON.stringify(value) === JSON.stringify((defaults as Record<string, unknown>)[name]))
        continue;
      faults.push({
        key: `${section}.${name}`,
        reason: `is for service.applicationType "${type}"`,
      });
    }
  };
  const { callbackParameters, prompt } = service;
  const { logoutUrl } = params;
  if (service.applicationType === 'promptless') {
    refuseKeys(prompt, DEFAULTS.service.prompt, 'service.prompt', 'prompt');
    refuseKeys(
      callbackParameters,
      DEFAULTS.service.callbackParameters,
      'service.callbackParameters',
      'prompt',
    );
    refuseKeys({ logoutUrl }, DEFAULTS.params, 'params', 'prompt');
    return faults;
  }
  refuseKeys(
    service.realtime as object,
    DEFAULTS.service.realtime,
    'service.realtime',
    'promptless',
  );
  if (callbackParameters.state === callbackParameters.token) {
    faults.push({ key: 'service.callbackParameters', reason: 'must name two parameters' });
  }
  const { callbackUrl } = prompt;
  const reason = callbackUrl === null ? null : faultOfCallback(callbackUrl, service);
  if (reason !== null) faults.push({ key: 'service.prompt.callbackUrl', reason });
  if (logoutUrl !== null && !/^https?:$/.test(urlOf(logoutUrl)?.protocol ?? '')) {
    faults.push({
      key: 'params.logoutUrl',
      reason: 'must be an address that begins with https:// or http://',
    });
  }
  return faults;
}

/** Null if the text is no address. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The fault of a callback address; null if there is none. */
function faultOfCallback(
  text: string,
  {
    callbackParameters: names,
    prompt,
  }: Pick<TypeCheck['service'], 'callbackParameters' | 'prompt'>,
): string | null {
  const url = urlOf(text);
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
    return `must have %${names.state}% and %${names.token}% once each, or neither`;
  }
  if ([names.state, names.token].some((name) => url.searchParams.has(name))) {
    return 'must not have the parameters that the service adds';
  }
  return null;
}
