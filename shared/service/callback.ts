/**
 * What a callback of the hosted page says (specification 4.2, docs/wire.md 5). `unknown`: a state that nobody documents.
 * `malformed`: ours, but without a state, with one of the parameters twice, or `ok` without a token that can be used.
 *
 * @typeParam Token the token itself, or what stands for it where it must not be kept
 */
export type CallbackOf<Token> =
  | Readonly<{ state: 'ok'; token: Token }>
  | Readonly<{ state: 'error' | 'cancel' | 'logout' | 'unknown' | 'malformed' }>;
