import { randomUUID } from 'node:crypto';
import type { HttpOutcome, HttpPort, HttpRequest } from '../../../electron/network/http-port.ts';
import { chromiumFailure } from '../../../electron/network/network-errors.ts';
import type { Result } from '../../../shared/result.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { httpAnswer } from '../../support/fakes/fake-http.ts';
import { SimulatedService, type Announcement } from './service.ts';

const OFFLINE: HttpOutcome = chromiumFailure('ERR_INTERNET_DISCONNECTED');
const LATENCY_MS = 20;
const SEPARATOR = '\x1e';
const OPEN = { upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 };

/** One engine.io session: packets that wait, and the poll that waits for packets. */
type EngineSession = { queue: string[]; poll: Poll | null; tids: Set<string> };
type Poll = Readonly<{ answer: Answer; end: Answer }>;
type Answer = (outcome: HttpOutcome) => void;

/** How the network is: well, refusing at once, or swallowing everything. */
export type Network = 'up' | 'refused' | 'silent';

/**
 * The service behind an HTTP port, without sockets: REST and engine.io 4 over long polling, by
 * timers alone, so that fake timers run hours of the real event channel in seconds.
 */
export class SimulatedServer {
  readonly url = 'http://service.test';
  readonly systemToken = 'system-token-of-the-test';
  readonly secretKey = 'secret-key-of-the-test';
  readonly service: SimulatedService;
  network: Network = 'up';
  /** How many polls and requests were made. */
  requests = 0;
  #sessions = new Map<string, EngineSession>();
  #selected: string[] = [];

  constructor() {
    this.service = new SimulatedService(
      (announcement) => {
        this.#announce(announcement);
      },
      (tid) => this.#selected.push(tid),
    );
  }

  readonly http: HttpPort = (request) =>
    new Promise((resolve) => {
      this.requests += 1;
      const settle = (outcome: HttpOutcome): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        settle({ kind: 'timeout' });
      }, request.timeoutMs);
      const onAbort = (): void => {
        settle({ kind: 'aborted' });
      };
      if (request.signal.aborted) onAbort();
      else request.signal.addEventListener('abort', onAbort, { once: true });
      this.#arrive(request, (outcome) => {
        request.signal.removeEventListener('abort', onAbort);
        settle(outcome);
      });
    });

  /** The transaction of the last selected method. */
  get newestPush(): string | undefined {
    return this.#selected.at(-1);
  }

  /**
   * Takes the network down. If it refuses connections, open polls break at once; otherwise without
   * notice.
   */
  fail(network: Exclude<Network, 'up'>): void {
    this.network = network;
    if (network === 'refused') for (const { poll } of this.#sessions.values()) poll?.end(OFFLINE);
    this.cut();
  }

  /** Drops every connection without notice. */
  cut(): void {
    this.#sessions = new Map();
  }

  #arrive(request: HttpRequest, answer: Answer): void {
    setTimeout(() => {
      if (this.network === 'refused') answer(OFFLINE);
      if (this.network !== 'up') return;
      const send = (outcome: HttpOutcome): void => {
        setTimeout(() => {
          if (this.network === 'up') answer(outcome);
        }, LATENCY_MS);
      };
      const url = new URL(request.url);
      if (url.pathname.startsWith('/ws/'))
        this.#engine(request, url, { answer: send, end: answer });
      else send(this.#rest(request, url.pathname.split('/').at(-1) ?? ''));
    }, LATENCY_MS);
  }

  #rest(request: HttpRequest, endpoint: string): HttpOutcome {
    const body = JSON.parse(textOf(request)) as Readonly<Record<string, string>>;
    const { username = '', tid = '', method = '', accessToken = '', vericode = '' } = body;
    switch (endpoint) {
      case 'init':
        return told(this.service.init(username, METHODS, 'pending'), (started) => ({
          ...started,
          applicationName: started.requester.application,
          companyName: started.requester.company,
        }));
      case 'methodSSH':
        return told(this.service.selectMethod(tid, method as Method), (selected) => ({
          tid,
          method,
          ...(selected.qrText === null ? {} : { qrText: selected.qrText }),
        }));
      case 'confirmCode':
        return told(
          this.service.confirm(this.service.transactions.get(tid) ?? null, vericode),
          (isRight) => isRight,
        );
      default:
        return told(this.service.credentials(accessToken), (identity) => identity);
    }
  }

  #engine(request: HttpRequest, url: URL, poll: Poll): void {
    const send = poll.answer;
    const sid = url.searchParams.get('sid');
    if (sid === null) {
      const fresh = randomUUID();
      this.#sessions.set(fresh, { queue: [], poll: null, tids: new Set() });
      this.#beat(fresh);
      send(httpAnswer(200, `0${JSON.stringify({ sid: fresh, ...OPEN })}`));
      return;
    }
    const session = this.#sessions.get(sid);
    if (!session) {
      send(httpAnswer(400, '{"code":1,"message":"Session ID unknown"}'));
    } else if (request.method === 'GET') {
      session.poll = poll;
      flush(session);
    } else {
      for (const packet of textOf(request).split(SEPARATOR)) this.#packet(session, sid, packet);
      send(httpAnswer(200, 'ok'));
    }
  }

  #packet(session: EngineSession, sid: string, packet: string): void {
    if (packet === '1') {
      this.#sessions.delete(sid);
      return;
    }
    if (packet.startsWith('40')) push(session, `40${JSON.stringify({ sid: `socket-${sid}` })}`);
    const channel = /"channel":"transactionConfirmation\.([^."]+)"/.exec(packet)?.[1];
    if (packet.startsWith('42["subscribe"') && channel !== undefined) session.tids.add(channel);
  }

  #beat(sid: string): void {
    setTimeout(() => {
      const session = this.#sessions.get(sid);
      if (!session) return;
      push(session, '2');
      this.#beat(sid);
    }, OPEN.pingInterval);
  }

  #announce({ tid, kind, token }: Announcement): void {
    const name = kind === 'confirmed' ? 'TransactionConfirmedEvent' : 'TransactionDeniedEvent';
    const packet = `42${JSON.stringify([name, `transactionConfirmation.${tid}`, token === null ? {} : { token }])}`;
    for (const session of this.#sessions.values()) if (session.tids.has(tid)) push(session, packet);
  }
}

function push(session: EngineSession, packet: string): void {
  session.queue.push(packet);
  flush(session);
}

function flush(session: EngineSession): void {
  if (session.poll === null || session.queue.length === 0) return;
  session.poll.answer(httpAnswer(200, session.queue.splice(0).join(SEPARATOR)));
  session.poll = null;
}

function textOf(request: HttpRequest): string {
  return Buffer.from(request.body ?? []).toString('utf8');
}

function told<Value>(
  result: Result<Value, ServiceFailure>,
  show: (value: Value) => unknown,
): HttpOutcome {
  if (result.ok) return httpAnswer(200, { status: 'OK', result: show(result.value) });
  const { error } = result;
  const exception = error.kind === 'exception' ? error.exception : 'TooManyRequestsException';
  const code = error.kind === 'exception' ? error.code : null;
  return httpAnswer(400, { status: 'ERROR', result: { exception, code } });
}
