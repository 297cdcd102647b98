/** How a hosted login ends (docs/wire.md 5); only `ok` is in the specification. */
export const CALLBACK_STATES = ['ok', 'error', 'cancel', 'logout'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];

/** The names of the parameters that carry state and token (specification 4.2). */
export type CallbackParameters = Readonly<{
  state: string;
  token: string;
}>;

/**
 * The callback address with state and token: in place of `%serviceState%` and `%serviceToken%`
 * where it has them (old templates, docs/wire.md 5), otherwise as query parameters.
 *
 * @param token null where the login did not succeed
 */
export function callbackAddress(
  names: CallbackParameters,
  callbackUrl: string,
  state: string,
  token: string | null,
): string {
  if (callbackUrl.includes(`%${names.state}%`) || callbackUrl.includes(`%${names.token}%`)) {
    return callbackUrl
      .replaceAll(`%${names.state}%`, state)
      .replaceAll(`%${names.token}%`, token ?? '');
  }
  const address = new URL(callbackUrl);
  address.searchParams.append(names.state, state);
  if (token !== null) address.searchParams.append(names.token, token);
  return address.href;
}
