import type { Sentence } from './types.ts';

/** English: a proxy that wants a login, as both frontends say it. */
export const enProxyLogin = {
  /** What happened, with the proxy's name. */
  asks: (proxy: string): Sentence => ['The proxy ', { name: proxy }, ' asks for a username and a password.'],
  /** Whose they are: many would type those of the login itself. */
  hint: 'Your network needs them before you can go on. They may be others than those of this login. If you do not have them, ask your administrator.',
  name: 'Username for the proxy',
  password: 'Password for the proxy',
  /** The proxy did not take the last login. */
  refused: 'The proxy did not accept this username and password. Type them again.',
  emptyPassword: 'The password is empty. Type it. If there is none, sign in again.',
  emptyName: 'Type the username for the proxy.',
};
