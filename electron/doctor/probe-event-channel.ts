import {
  connectionOver,
  type Connection,
  type ConnectionLoss,
  type TransportName,
} from '../event-channel/connection.ts';
import type { ProtocolCapability } from '../event-channel/protocol-version.ts';
import type { HttpOutcome, HttpPort } from '../network/http-port.ts';
import { noWebSocket } from '../network/no-websocket.ts';
import type { Handshake } from './check-realtime.ts';
import type { DoctorContext } from './context.ts';
import { noAnswerIn } from './finding.ts';
import { handshakeEndedBy, MAX_PROBE_BYTES } from './handshake-evidence.ts';
import { evidenceText } from '../../shared/service/evidence.ts';
import { withTimeout } from '../promises/with-timeout.ts';

/**
 * Probes one transport with a login's connection code, until the answer to sent data: a middlebox
 * may pass only the first exchange. Begins no login; ignores the configured protocol version.
 */
export async function probeEventChannel(
  context: DoctorContext,
  transport: TransportName,
): Promise<Handshake> {
  return await new Probe(context, transport).run();
}

class Probe {
  readonly #context: DoctorContext;
  readonly #transport: TransportName;
  readonly #capabilities: ProtocolCapability = { protocol: null };
  readonly #startedMs: number;
  readonly #exchanges: Exchange[] = [];
  #isOpened = false;
  /** When the last exchange ended; at first, when the probe started. */
  #lastProgressMs: number;
  /** Longest time between two ends of exchanges. */
  #longestWaitMs = 0;

  constructor(context: DoctorContext, transport: TransportName) {
    this.#context = context;
    this.#transport = transport;
    this.#startedMs = context.ports.clock.nowMs();
    this.#lastProgressMs = this.#startedMs;
  }

  run(): Promise<Handshake> {
    const { config, ports, limits, signal } = this.#context;
    const { clock } = ports;
    const silenceMs = this.#transport === 'polling' ? limits.polling : limits.webSocket;
    return new Promise((resolve) => {
      let isSettled = false;
      const settle = (handshake: Handshake): void => {
        if (isSettled) return;
        isSettled = true;
        cancelSilence();
        cancelOverall();
        signal.removeEventListener('abort', onSilence);
        const closing = this.#close(connection);
        // A blocked transport cannot deliver the close packet: do not wait.
        if (handshake.kind === 'blocked') resolve(handshake);
        else {
          void closing.then(() => {
            resolve(handshake);
          });
        }
      };
      const onSilence = (): void => {
        settle(this.#silent(silenceMs));
      };
      const onProgress = (): void => {
        if (isSettled) return;
        this.#longestWaitMs = Math.max(this.#longestWaitMs, clock.nowMs() - this.#lastProgressMs);
        this.#lastProgressMs = clock.nowMs();
        cancelSilence();
        cancelSilence = clock.schedule(silenceMs, onSilence);
      };
      const onAnswered = (): void => {
        onProgress();
        settle({
          kind: 'open',
          protocol: this.#capabilities.protocol ?? 4,
          tookMs: this.#longestWaitMs,
        });
      };
      let cancelSilence = clock.schedule(silenceMs, onSilence);
      // A handshake that reaches this limit is slow, and not blocked: each single wait was short
      // enough.
      const cancelOverall = clock.schedule(limits.pollingOverall, () => {
        const tookMs = clock.nowMs() - this.#startedMs;
        settle({ kind: 'open', protocol: this.#capabilities.protocol ?? 4, tookMs });
      });
      signal.addEventListener('abort', onSilence, { once: true });
      const connection = connectionOver(
        {
          http: this.#observed(onProgress),
          webSocket: ports.webSocket ?? noWebSocket,
          clock,
          protocol: null,
          capabilities: this.#capabilities,
          onPong: onAnswered,
          baseUrl: config.service.baseUrl,
          path: config.service.realtime.path,
        },
        {
          onOpened: () => {
            this.#isOpened = true;
          },
          onConnected: () => {
            // A protocol 3 server connects unasked. Ping it to test sent data.
            if (this.#capabilities.protocol === 3) connection.ping();
            else onAnswered();
          },
          onLost: (loss) => {
            settle(this.#lost(loss));
          },
        },
      );
      connection.open([this.#transport]);
    });
  }

  /**
   * Closes the connection and waits for its last POST requests, but no longer than the limits
   * allow.
   */
  async #close(connection: Connection): Promise<void> {
    const { ports, limits } = this.#context;
    const leftMs = limits.pollingOverall - (ports.clock.nowMs() - this.#startedMs);
    const closed = connection
      .close()
      .then(() =>
        Promise.all(
          this.#exchanges.filter(({ method }) => method === 'POST').map(({ end }) => end),
        ),
      );
    await withTimeout<unknown, null>(
      ports.clock,
      Math.max(1, Math.min(leftMs, limits.polling)),
      closed,
      null,
    );
  }

  /** The HTTP port with the limits of a probe; it records each exchange. */
  #observed(onProgress: () => void): HttpPort {
    const { ports, limits } = this.#context;
    return (request) => {
      const limitMs = request.method === 'POST' ? limits.polling : limits.pollingOverall;
      const timeoutMs = Math.min(request.timeoutMs, limitMs);
      const end = withTimeout<HttpOutcome, HttpOutcome>(
        ports.clock,
        timeoutMs,
        ports.http({ ...request, timeoutMs, maxBytes: MAX_PROBE_BYTES }),
        { kind: 'timeout' },
      );
      const exchange: Exchange = { method: request.method, end, outcome: null };
      this.#exchanges.push(exchange);
      return end.then((outcome) => {
        exchange.outcome = outcome;
        onProgress();
        return outcome;
      });
    };
  }

  #silent(limitMs: number): Handshake {
    const noAnswer = noAnswerIn(limitMs);
    if (this.#transport === 'polling') {
      return { kind: 'blocked', evidence: `${this.#nameOf(this.#pending())}${noAnswer}` };
    }
    return {
      kind: 'blocked',
      evidence: this.#isOpened ? `opened, then ${noAnswer} to what was sent` : noAnswer,
    };
  }

  #lost(loss: ConnectionLoss): Handshake {
    if (loss.kind === 'refused') {
      return { kind: 'refused', evidence: 'connected, then refused by the service (44)' };
    }
    if (this.#transport === 'websocket') {
      return {
        kind: 'blocked',
        evidence: `${evidenceText(loss.evidence)}${this.#isOpened ? ' after it was opened' : ''}`,
      };
    }
    const failed = this.#exchanges.find(({ outcome }) => outcome !== null && !isAnswer(outcome));
    if (failed?.outcome)
      return handshakeEndedBy(failed.outcome, this.#nameOf(failed), this.#context.limits.polling);
    if (!this.#exchanges.some(({ outcome }) => outcome !== null))
      return this.#silent(this.#context.limits.polling);
    // Status 200, but not the protocol's form.
    const name = this.#isOpened ? 'second GET: ' : '';
    return { kind: 'refused', evidence: `${name}HTTP 200, ${evidenceText(loss.evidence)}` };
  }

  /**
   * An exchange without an end yet. Prefers a POST, because the GET waits until the POST has sent
   * its data.
   */
  #pending(): Exchange | undefined {
    const pending = this.#exchanges.filter(({ outcome }) => outcome === null);
    return pending.find(({ method }) => method === 'POST') ?? pending[0];
  }

  /** Prefix that names the exchange in evidence; empty for the opening exchange. */
  #nameOf(exchange: Exchange | undefined): string {
    if (exchange === undefined || exchange === this.#exchanges[0]) return '';
    return exchange.method === 'POST' ? 'POST: ' : 'second GET: ';
  }
}

type Exchange = {
  readonly method: 'GET' | 'POST';
  readonly end: Promise<HttpOutcome>;
  /** Null until the exchange ends. */
  outcome: HttpOutcome | null;
};

function isAnswer(outcome: HttpOutcome): boolean {
  return outcome.kind === 'response' && outcome.status === 200;
}
