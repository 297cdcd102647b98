import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CallbackOf } from '../../shared/service/callback.ts';
import { urlOf } from '../network/url-of.ts';

/** Names of query parameters (`service.callbackParameters`): letters, digits and `.`, `_`, `~`, `-`. */
export type CallbackParameters = Readonly<{ state: string; token: string }>;

export type Callback = CallbackOf<string>;

/** The callback address of one login, known only to the service and Gatehouse. */
export type CallbackAddress = Readonly<{
  url: string;
  /** Null for any other address. */
  read: (address: string) => Callback | null;
}>;

/** Default callback address. The hosted view intercepts it before a request is sent. */
export const DEFAULT_CALLBACK = 'http://127.0.0.1/gatehouse';

const MALFORMED: Callback = { state: 'malformed' };
const OTHER_STATES = ['error', 'cancel', 'logout'] as const;
/** Visible ASCII: refuse ambiguous characters. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
/** Longest callback address, in characters. */
const LONGEST_ADDRESS = 16_384;

/** Random value against a forged callback: 256 bits, safe in a path. */
export function newCallbackValue(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Makes the callback address of one login. `value` is the last part of the path, not a query: the
 * specification appends `?serviceState=…`, and some services ignore an existing `?`.
 *
 * @param base the address before the value; may contain a placeholder `%NAME%` for each parameter,
 *   as old services expect
 */
export function callbackAddress(
  base: string,
  parameters: CallbackParameters,
  value: string,
): CallbackAddress {
  const own = new URL(base);
  own.hash = '';
  own.pathname = `${own.pathname.replace(/\/+$/, '')}/${value}`;
  const placeholders = [`%${parameters.state}%`, `%${parameters.token}%`] as const;
  const isTemplate = placeholders.some((placeholder) => own.href.includes(placeholder));
  const pathPattern = patternOf(own.pathname, value, placeholders);
  const wholePattern = patternOf(own.pathname + own.search, value, placeholders);
  return {
    url: own.href,
    read: (address) => {
      const url = address.length > LONGEST_ADDRESS ? null : urlOf(address);
      if (url?.origin !== own.origin || url.username !== '' || url.password !== '') return null;
      const { value: given = '' } = pathPattern.exec(url.pathname)?.groups ?? {};
      // SECURITY: SEC-78 only the service knows the value.
      if (!isSame(given, value)) return null;
      if (!isTemplate) return callbackInQuery(url.searchParams, parameters);
      const groups = wholePattern.exec(url.pathname + url.search)?.groups;
      return groups === undefined
        ? MALFORMED
        : callbackOf(decoded(groups['state']), decoded(groups['token']));
    },
  };
}

/** A pattern of `text` that captures what stands in place of the value and of the placeholders. */
function patternOf(text: string, value: string, [state, token]: readonly [string, string]): RegExp {
  const escaped = (part: string): string => part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  const pattern = escaped(text)
    .replace(escaped(value), () => '(?<value>[^/?&]*)')
    .replace(escaped(state), () => '(?<state>[^/?&]*)')
    .replace(escaped(token), () => '(?<token>[^/?&]*)');
  return new RegExp(`^${pattern}$`);
}

/** Compares in constant time. */
export function isSame(given: string, value: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(value)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function callbackInQuery(query: URLSearchParams, parameters: CallbackParameters): Callback {
  const states = query.getAll(parameters.state);
  const tokens = query.getAll(parameters.token);
  if (states.length > 1 || tokens.length > 1) return MALFORMED;
  return callbackOf(states[0], tokens[0]);
}

function callbackOf(state: string | undefined, token: string | undefined): Callback {
  const name = state?.toLowerCase() ?? '';
  if (name === '') return MALFORMED;
  if (name === 'ok') {
    return token !== undefined && TOKEN.test(token) ? { state: 'ok', token } : MALFORMED;
  }
  const otherState = OTHER_STATES.find((other) => other === name);
  return { state: otherState ?? 'unknown' };
}

/** Undefined if the part is missing, or is not percent-encoded UTF-8. */
function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
