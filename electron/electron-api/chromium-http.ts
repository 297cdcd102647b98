import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import { evidenceText, toEvidence } from '../../shared/service/evidence.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from '../network/http-port.ts';
import { chromiumFailure, cutAnswer } from '../network/network-errors.ts';
import type { Clock } from '../os/clock.ts';
import { nodeTimers } from '../promises/timers.ts';
import { proxyAnswers } from './proxy-answers.ts';
import type { ServiceNetwork } from './service-network.ts';
import type { SessionUse } from './session-slot.ts';

/** A timer's delay that indicates a suspended program or computer. */
const LATE_MS = 500;
/** Time to read answers after a suspension. Less than `LOGIN_LIMITS.answerSlackMs`. */
const GRACE_MS = 1500;
/** Handshakes that Chromium ends without asking the rule (`isUnasked`), before the last counts. */
const MOST_HANDSHAKES = 5;

/** HTTP with the system's proxy, PAC and certificates; without cookies, cache or redirects. */
export function chromiumHttp(network: ServiceNetwork, timers: Clock = PROCESS_TIMERS): HttpPort {
  return (request) => exchange(network, timers, request);
}

/** The process's clock, which stops while the computer sleeps. */
const PROCESS_TIMERS: Clock = { nowMs: () => performance.now(), ...nodeTimers };

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
    let use: SessionUse | null = null;
    let request: ClientRequest | null = null;
    let isSettled = false;
    let handshakes = 0;
    let asking: AskingProxy | null = null;
    let answeredWith: number | null = null;
    const end = (isOver: boolean): void => {
      isSettled = true;
      cancelTimer();
      wanted.signal.removeEventListener('abort', onAbort);
      if (!isOver) request?.abort();
      use?.end(!isOver);
    };
    const settle = (found: HttpOutcome): void => {
      if (isSettled) return;
      const whole = answeredWith === null ? found : cutOff(found, answeredWith);
      const outcome = asking ? askedFor(whole, asking) : whole;
      end(outcome.kind === 'response' || outcome.kind === 'tls');
      resolve(outcome);
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

    const begin = (used: SessionUse | null): void => {
      use = used;
      if (isSettled) used?.end(false);
      if (isSettled || used === null) {
        settle(chromiumFailure('ERR_FAILED'));
        return;
      }
      request = requestIn(used.session, wanted);
      const resolveProxy = (url: string): Promise<string> => used.session.resolveProxy(url);
      const logins = network.proxyLogins;
      const answer = proxyAnswers({ url: wanted.url, logins, resolveProxy }, (proxy) => {
        asking = proxy;
      });
      request.on('login', answer);
      request.on('response', ({ statusCode }) => {
        answeredWith = statusCode;
      });
      let isFound = false;
      const found = async (outcome: HttpOutcome): Promise<void> => {
        handshakes += 1;
        const isAgain = handshakes < MOST_HANDSHAKES && (await isUnasked(used, outcome));
        if (!isAgain) settle(await judged(network, used, wanted.url, outcome));
        else if (!isSettled) {
          used.end(false);
          use = null;
          start();
        }
      };
      listen(request, wanted.maxBytes, (outcome) => {
        if (isFound) return;
        isFound = true;
        void found(outcome);
      });
      if (wanted.body) request.write(Buffer.from(wanted.body));
      request.end();
    };
    const isFresh = wanted.atMostOnce === true;
    const sessions = isFresh ? network.sessions.calls : network.sessions.others;
    const start = (): void => {
      // Chromium throws for an address or a header that it refuses.
      sessions
        .use(wanted.url, { isFresh })
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
    // Both send no cookies. Chromium sends a request again where its connection was used before and breaks: requests that
    // act have connections of their own by another mode, and leave those of one another (SessionSlot).
    ...(atMostOnce === true ? {} : { credentials: 'omit' }),
    useSessionCookies: false,
    redirect: 'manual',
    cache: 'no-store',
  });
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  return request;
}

/**
 * Whether Chromium refused an authority that the rule has accepted: it does not ask the rule for a second connection while
 * the rule considers the first (RuledSession). The handshake failed, so nothing was sent.
 */
async function isUnasked(use: SessionUse, outcome: HttpOutcome): Promise<boolean> {
  return (
    outcome.kind === 'tls' && outcome.fault === 'authority' && (await use.verdict()) === 'accepted'
  );
}

/** The outcome, once the rule for certificates has spoken on the server. */
async function judged(
  { observedCertificates }: ServiceNetwork,
  use: SessionUse,
  url: string,
  outcome: HttpOutcome,
): Promise<HttpOutcome> {
  const { protocol, hostname } = new URL(url);
  if (outcome.kind === 'tls') return observedCertificates.explain(outcome, hostname);
  // A proxy answers with 407 before there is a connection to the service.
  if (outcome.kind !== 'response' || outcome.status === 407 || protocol !== 'https:')
    return outcome;
  // SECURITY: SEC-33, SEC-100 no answer counts without the rule's acceptance (RuledSession).
  const verdict = await use.verdict();
  if (verdict === 'accepted') return outcome;
  const failure = chromiumFailure(
    verdict === 'ended' ? 'ERR_FAILED' : 'ERR_CERT_AUTHORITY_INVALID',
  );
  return failure.kind === 'tls' ? observedCertificates.explain(failure, hostname) : failure;
}

function listen(
  request: ClientRequest,
  maxBytes: number,
  settle: (outcome: HttpOutcome) => void,
): void {
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
  return cutAnswer(
    status,
    outcome.kind === 'network' ? evidenceText(outcome.evidence) : 'no end in time',
  );
}

/** A missing proxy login causes status 407 or a failed tunnel. */
function askedFor(outcome: HttpOutcome, proxy: AskingProxy): HttpOutcome {
  switch (outcome.kind) {
    case 'response':
      return outcome.status === 407
        ? { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy }
        : outcome;
    case 'network':
      return { kind: 'proxy-login', evidence: outcome.evidence, proxy };
    // The proxy requested a login in an endless or too large answer.
    case 'timeout':
    case 'too-large':
      return { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy };
    default:
      return outcome;
  }
}

function readBody(
  response: IncomingMessage,
  maxBytes: number,
  settle: (outcome: HttpOutcome) => void,
): void {
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
