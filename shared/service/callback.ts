/**
 * A callback of the hosted page (specification 4.2, docs/wire.md 5). `unknown`: an undocumented state. `malformed`: no
 * state, a repeated parameter, or `ok` without a usable token. `Token`: the token, or a stand-in for it.
 */
export type CallbackOf<Token> =
  | Readonly<{ state: 'ok'; token: Token }>
  | Readonly<{ state: 'error' | 'cancel' | 'logout' | 'unknown' | 'malformed' }>;
