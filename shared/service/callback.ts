/**
 * A callback of the hosted page (specification 4.2, docs/wire.md 5). `unknown`: the state is
 * undocumented. `malformed`: there is no state, a parameter is repeated, or `ok` has no usable
 * token. `Token`: the type of the token, or of a number in its place.
 */
export type CallbackOf<Token> =
  | Readonly<{ state: 'ok'; token: Token }>
  | Readonly<{ state: 'error' | 'cancel' | 'logout' | 'unknown' | 'malformed' }>;
