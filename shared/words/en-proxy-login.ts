import type { Sentence } from './types.ts';

/** English: a proxy that wants a login, as both faces say it. */
export const enProxyLogin = {
  asks: (proxy: string): Sentence => ['The proxy ', { name: proxy }, ' asks for a name and a password.'],
  name: 'Name for the proxy',
  password: 'Password for the proxy',
  refused: 'The proxy did not take the last name and password. Type both again.',
  emptyName: 'Type the name for the proxy.',
} as const;
