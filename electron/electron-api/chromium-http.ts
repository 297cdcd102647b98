import { net, type ClientRequest, type IncomingMessage } from 'electron';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from '../network/http-port.ts';
import { chromiumFailure, cutAnswer } from '../network/network-errors.ts';
import { setTimer, type Clock } from '../os/clock.ts';
import { proxyAnswers } from './proxy-answers.ts';
import type { ServiceNetwork } from './service-network.ts';

/** A timer's delay that indicates a suspended program or computer. */
const LATE_MS = 500;
/** Time to read answers after a suspension. Less than `LOGIN_LIMITS.answerSlackMs`. */
const GRACE_MS = 1500;

/** HTTP with the system's proxy, PAC and certificates; without cookies, cache or redirects. */
export function chromiumHttp(network: ServiceNetwork, timers: Clock = PROCESS_TIMERS): HttpPort {
  return (request) => exchange(network, timers, request);
}

/** The process's clock, which stops while the computer sleeps. */
const PROCESS_TIMERS: Clock = { nowMs: () => performance.now(), schedule: setTimer };

function exchange(
  { session, proxyLogins, observedCertificates }: ServiceNetwork,
  timers: Clock,
  wanted: HttpRequest,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    if (wanted.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const request = net.request({
      method: wanted.method,
      url: wanted.url,
      session,
      credentials: 'omit',
      useSessionCookies: false,
      redirect: 'manual',
      cache: 'no-store',
    });
    let isSettled = false;
    let asking: AskingProxy | null = null;
    let answeredWith: number | null = null;
    const settle = (found: HttpOutcome): void => {
      if (isSettled) return;
      isSettled = true;
      const whole = answeredWith === null ? found : cutOff(found, answeredWith);
      const outcome = asking ? askedFor(whole, asking) : whole;
      cancelTimer();
      wanted.signal.removeEventListener('abort', onAbort);
      resolve(outcome);
      if (outcome.kind !== 'response') request.abort();
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted' });
    };
    const dueAtMs = timers.nowMs() + wanted.timeoutMs;
    let cancelTimer = timers.schedule(wanted.timeoutMs, () => {
      const timeOut = (): void => {
        settle({ kind: 'timeout' });
      };
      // SECURITY: SEC-23 wait after a suspension: the timer runs before the program reads the answer.
      if (timers.nowMs() - dueAtMs < LATE_MS) timeOut();
      else cancelTimer = timers.schedule(GRACE_MS, timeOut);
    });
    wanted.signal.addEventListener('abort', onAbort, { once: true });

    for (const [name, value] of Object.entries(wanted.headers)) request.setHeader(name, value);
    const resolveProxy = (url: string): Promise<string> => session.resolveProxy(url);
    const answer = proxyAnswers({ url: wanted.url, logins: proxyLogins, resolveProxy }, (proxy) => {
      asking = proxy;
    });
    request.on('login', answer);
    request.on('response', ({ statusCode }) => {
      answeredWith = statusCode;
    });
    listen(request, wanted.maxBytes, (outcome) => {
      const { hostname } = new URL(wanted.url);
      settle(outcome.kind === 'tls' ? observedCertificates.explain(outcome, hostname) : outcome);
    });
    if (wanted.body) request.write(Buffer.from(wanted.body));
    request.end();
  });
}

function listen(request: ClientRequest, maxBytes: number, settle: (outcome: HttpOutcome) => void): void {
  request.on('redirect', (status, _method, _url, headers) => {
    // Do not follow the redirect.
    settle({ kind: 'response', status, headers: joined(headers), body: new Uint8Array() });
    request.abort();
  });
  request.on('error', (error) => {
    settle(chromiumFailure(error.message));
  });
  request.on('abort', () => {
    settle({ kind: 'aborted' });
  });
  request.on('response', (response) => {
    readBody(response, maxBytes, settle);
  });
}

// SECURITY: SEC-23 report an interrupted answer as `cut`, not as a service without an answer.
function cutOff(outcome: HttpOutcome, status: number): HttpOutcome {
  if (outcome.kind !== 'network' && outcome.kind !== 'timeout') return outcome;
  return cutAnswer(status, outcome.kind === 'network' ? outcome.evidence : 'no end in time');
}

/** A missing proxy login causes status 407 or a failed tunnel. */
function askedFor(outcome: HttpOutcome, proxy: AskingProxy): HttpOutcome {
  switch (outcome.kind) {
    case 'response':
      return outcome.status === 407 ? { kind: 'proxy-login', evidence: 'HTTP 407', proxy } : outcome;
    case 'network':
      return { kind: 'proxy-login', evidence: outcome.evidence, proxy };
    // The proxy requested a login in an endless or too large answer.
    case 'timeout':
    case 'too-large':
      return { kind: 'proxy-login', evidence: 'HTTP 407', proxy };
    default:
      return outcome;
  }
}

function readBody(response: IncomingMessage, maxBytes: number, settle: (outcome: HttpOutcome) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk) => {
    length += chunk.length;
    if (length > maxBytes) settle({ kind: 'too-large', limitBytes: maxBytes });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const headers = joined(response.headers);
    settle({ kind: 'response', status: response.statusCode, headers, body: Buffer.concat(chunks) });
  });
  response.on('error', (error: Error) => {
    settle(chromiumFailure(error.message));
  });
  response.on('aborted', () => {
    settle(chromiumFailure('ERR_ABORTED'));
  });
}

function joined(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
