import type { AuthInfo } from 'electron';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import type { ProxyCredentials, ProxyLogins } from '../network/proxy-credentials.ts';
import { proxySchemes } from '../network/route.ts';

export type ProxyAnswering = Readonly<{
  url: string;
  logins: ProxyLogins;
  resolveProxy: (url: string) => Promise<string>;
}>;

/**
 * Answers a request for a login. Without a username in the answer, the request continues without a
 * login.
 */
export type AskForLogin = (
  question: Pick<AuthInfo, 'isProxy' | 'host' | 'port' | 'scheme'>,
  callback: (username?: string, password?: string) => void,
) => void;

/**
 * Returns a function that gives a proxy its known login, once.
 *
 * @param onAsking called with a proxy whose login is unknown or was refused; called with null after
 *   a login was given
 */
export function proxyAnswers(
  { url, logins, resolveProxy }: ProxyAnswering,
  onAsking: (proxy: AskingProxy | null) => void,
): AskForLogin {
  const tried = new Map<string, ProxyCredentials>();
  return ({ isProxy, host, port, scheme }, callback) => {
    // SECURITY: SEC-11 a server gets no login; a proxy gets only the login given for it.
    if (!isProxy) {
      callback();
      return;
    }
    const name = `${host}:${String(port)}`;
    const answerOver = (transport: string): void => {
      const challenge = [transport, name, scheme].join(' ');
      const answer = logins.answer({ name, transport, scheme }, tried.get(challenge) ?? null);
      if (answer.kind === 'login') {
        tried.set(challenge, answer.credentials);
        onAsking(null);
        callback(answer.credentials.username, answer.credentials.password);
        return;
      }
      onAsking(answer.proxy);
      callback();
    };
    resolveProxy(url).then(
      (route) => {
        answerOver(proxySchemes(route, host, port));
      },
      () => {
        answerOver('');
      },
    );
  };
}
