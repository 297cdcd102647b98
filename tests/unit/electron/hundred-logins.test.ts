import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import {
  openRealtime,
  type RealtimeHandlers,
} from '../../../electron/event-channel/event-channel.ts';
import type { HttpOutcome, HttpPort } from '../../../electron/network/http-port.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { FakeEngine, settled } from '../../support/fakes/fake-engine.ts';
import { httpAnswer } from '../../support/fakes/fake-http.ts';
import { offering } from '../../support/login/login-fixtures.ts';

const OPEN = `0${JSON.stringify({ sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1000 })}`;

/**
 * An engine with an event channel of its own over a service that polls, and a count of its
 * resources.
 */
class CountedEngine {
  readonly #clock = new FakeClock();
  readonly #polls = new Set<AbortSignal>();
  readonly #listenersBefore = listeners();
  readonly #channels: WeakRef<RealtimeHandlers>[] = [];
  #confirmed = 0;
  readonly engine = new FakeEngine({
    clock: this.#clock,
    openRealtime: (tid, handlers) => {
      this.#channels.push(new WeakRef(handlers));
      const onConfirmed = (mayHaveMissedEvents: boolean): void => {
        this.#confirmed += 1;
        handlers.onConfirmed(mayHaveMissedEvents);
      };
      return openRealtime(this.#options, tid, { ...handlers, onConfirmed });
    },
  });
  readonly #options = {
    http: this.#service(),
    webSocket: () => {
      throw new Error('no websocket in this test');
    },
    clock: this.#clock,
    protocol: null,
    baseUrl: 'https://mfa.example.com',
    path: '/ws/socket.io',
    transports: ['polling'] as const,
    settleMs: 0,
    random: () => 0.5,
    capabilities: { protocol: null, transport: null },
  };

  /** Answers a handshake and the connection, and then no poll. */
  #service(): HttpPort {
    return ({ method, url, signal }) => {
      if (method === 'POST') return Promise.resolve(httpAnswer(200, 'ok'));
      if (!url.includes('sid=')) return Promise.resolve(httpAnswer(200, OPEN));
      if (!this.#polls.has(signal)) {
        this.#polls.add(signal);
        return Promise.resolve(httpAnswer(200, '40{"sid":"n"}'));
      }
      return new Promise<HttpOutcome>((resolve) => {
        signal.addEventListener('abort', () => {
          this.#polls.delete(signal);
          resolve({ kind: 'aborted' });
        });
      });
    };
  }

  /** From the name to a push that waits. */
  async wait(): Promise<void> {
    const before = this.#confirmed;
    this.engine.send({ type: 'submit-username', username: 'alice' });
    await this.engine.last('init').answer(offering(METHODS));
    await eventually('the event channel to stand', () => this.#confirmed > before);
    await this.engine.choose('push');
    expect(this.engine.view.screen).toBe('approval');
  }

  /** Gives the login up. */
  async leave(): Promise<void> {
    this.engine.send({ type: 'cancel' });
    await settled();
  }

  resources(): Readonly<Record<string, number>> {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return {
      polls: this.#polls.size,
      timers: this.#clock.pending,
      channels: this.#channels.filter((channel) => channel.deref() !== undefined).length,
      listenersOfProcess: listeners() - this.#listenersBefore,
    };
  }
}

const listeners = (): number =>
  process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);

/** A change that needs more says so here. */
const WAITING = { polls: 1, timers: 2, channels: 1, listenersOfProcess: 0 };
const LEFT = { polls: 0, timers: 0, channels: 0, listenersOfProcess: 0 };

it('leaves after a hundred logins in one window as little as after one: no poll, timer, channel or listener', async () => {
  const counted = new CountedEngine();
  for (let login = 1; login <= 100; login += 1) {
    await counted.wait();
    const isCounted = login === 1 || login === 100;
    if (isCounted) expect(counted.resources()).toEqual(WAITING);
    await counted.leave();
    if (isCounted) expect(counted.resources()).toEqual(LEFT);
  }
});
