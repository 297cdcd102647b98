/**
 * The content of a callback of the hosted page (specification 4.2, docs/wire.md 5). `unknown`: an undocumented state.
 * `malformed`: ours, but without a state, with a repeated parameter, or `ok` without a usable token.
 *
 * @typeParam Token the token itself, or a stand-in if it must not be kept
 */
export type CallbackOf<Token> =
  | Readonly<{ state: 'ok'; token: Token }>
  | Readonly<{ state: 'error' | 'cancel' | 'logout' | 'unknown' | 'malformed' }>;
