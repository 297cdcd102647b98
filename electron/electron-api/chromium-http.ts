import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import { exchangeRule } from '../certificates/exchange-rule.ts';
import { exchangeLimit, PROCESS_TIMERS } from '../network/exchange-limit.ts';
import { askedFor, cutOff } from '../network/exchange-outcome.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from '../network/http-port.ts';
import { chromiumFailure } from '../network/network-errors.ts';
import type { Clock } from '../os/clock.ts';
import { proxyAnswers } from './proxy-answers.ts';
import type { ServiceNetwork } from './service-network.ts';
import type { SessionUse } from '../network/session-slot.ts';

/** HTTP with the system's proxy, PAC and certificates; without cookies, cache or redirects. */
export function chromiumHttp(network: ServiceNetwork, timers: Clock = PROCESS_TIMERS): HttpPort {
  return (request) => exchange(network, timers, request);
}

function exchange(
  network: ServiceNetwork,
  timers: Clock,
  wanted: HttpRequest,
): Promise<HttpOutcome> {
  return new Promise((resolve, reject) => {
    if (wanted.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const applyRule = exchangeRule(network.observedCertificates, wanted.url);
    let use: SessionUse<Session> | null = null;
    let request: ClientRequest | null = null;
    let isSettled = false;
    let askingProxy: AskingProxy | null = null;
    let answeredStatus: number | null = null;
    const end = (isComplete: boolean): void => {
      isSettled = true;
      cancelTimer();
      wanted.signal.removeEventListener('abort', onAbort);
      if (!isComplete) request?.abort();
      use?.end({ isGivenUp: !isComplete });
    };
    const settle = (found: HttpOutcome): void => {
      if (isSettled) return;
      const withStatus = answeredStatus === null ? found : cutOff(found, answeredStatus);
      const outcome = askingProxy ? askedFor(withStatus, askingProxy) : withStatus;
      end(outcome.kind === 'response' || outcome.kind === 'tls');
      resolve(outcome);
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted' });
    };
    const cancelTimer = exchangeLimit(timers, wanted.timeoutMs, () => {
      settle({ kind: 'timeout' });
    });
    wanted.signal.addEventListener('abort', onAbort, { once: true });

    const begin = (newUse: SessionUse<Session> | null): void => {
      use = newUse;
      if (isSettled) newUse?.end({ isGivenUp: false });
      if (isSettled || newUse === null) {
        settle(chromiumFailure('ERR_FAILED'));
        return;
      }
      request = requestIn(newUse.session, wanted);
      const resolveProxy = (url: string): Promise<string> => newUse.session.resolveProxy(url);
      const logins = network.proxyLogins;
      const answer = proxyAnswers({ url: wanted.url, logins, resolveProxy }, (proxy) => {
        askingProxy = proxy;
      });
      request.on('login', answer);
      request.on('response', ({ statusCode }) => {
        answeredStatus = statusCode;
      });
      let hasOutcome = false;
      const settleOrRepeat = async (outcome: HttpOutcome): Promise<void> => {
        const ruled = await applyRule(newUse, outcome);
        if (ruled !== 'repeat') settle(ruled);
        else if (!isSettled) {
          newUse.end({ isGivenUp: false });
          use = null;
          start();
        }
      };
      listen(request, wanted.maxBytes, (outcome) => {
        if (hasOutcome) return;
        hasOutcome = true;
        void settleOrRepeat(outcome);
      });
      if (wanted.body) request.write(Buffer.from(wanted.body));
      request.end();
    };
    const hasOwnConnection = wanted.atMostOnce === true;
    const sessions = hasOwnConnection ? network.sessions.calls : network.sessions.others;
    const start = (): void => {
      // Chromium throws for an address or a header that it refuses.
      sessions
        .use(wanted.url, { hasOwnConnection })
        .then(begin)
        .catch((error: unknown) => {
          if (isSettled) return;
          end(false);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
    };
    start();
  });
}

function requestIn(
  session: Session,
  { method, url, headers, atMostOnce }: HttpRequest,
): ClientRequest {
  const request = net.request({
    method,
    url,
    session,
    // No request sends cookies, with `credentials` or without. But requests that act have another
    // mode of credentials than the others, so Chromium gives them other connections: it repeats a
    // request whose connection was used before and breaks. They also leave the connections of one
    // another (SessionSlot).
    ...(atMostOnce === true ? {} : { credentials: 'omit' }),
    useSessionCookies: false,
    redirect: 'manual',
    cache: 'no-store',
  });
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  return request;
}

function listen(
  request: ClientRequest,
  maxBytes: number,
  onOutcome: (outcome: HttpOutcome) => void,
): void {
  request.on('redirect', (status, _method, _url, headers) => {
    // Do not follow the redirect.
    onOutcome({ kind: 'response', status, headers: joined(headers), body: new Uint8Array() });
    request.abort();
  });
  request.on('error', (error) => {
    onOutcome(chromiumFailure(error.message));
  });
  request.on('abort', () => {
    onOutcome({ kind: 'aborted' });
  });
  request.on('response', (response) => {
    readBody(response, maxBytes, onOutcome);
  });
}

function readBody(
  response: IncomingMessage,
  maxBytes: number,
  onOutcome: (outcome: HttpOutcome) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk) => {
    length += chunk.length;
    if (length > maxBytes) onOutcome({ kind: 'too-large', limitBytes: maxBytes });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const headers = joined(response.headers);
    onOutcome({
      kind: 'response',
      status: response.statusCode,
      headers,
      body: Buffer.concat(chunks),
    });
  });
  response.on('error', (error: Error) => {
    onOutcome(chromiumFailure(error.message));
  });
  response.on('aborted', () => {
    onOutcome(chromiumFailure('ERR_ABORTED'));
  });
}

/** Names in lower case; repeated values joined by a comma. */
function joined(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
