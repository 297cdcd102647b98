import type {
  OpenRealtimeFor,
  RealtimeHandlers,
  EventChannel,
} from '../../../electron/event-channel/event-channel.ts';
import { reconnectDelayMs } from '../../../electron/event-channel/reconnect-delay.ts';
import { parseServiceEvent } from '../../../shared/service/events.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';
import { CHOICES, type Choices } from './choices.ts';
import type { Scheduler } from './scheduler.ts';

/** A raw event in transit: name and arguments in the form of socket.io. */
export type Frame = Readonly<{
  name: string;
  args: readonly unknown[];
  /** Transaction id in the arguments. */ tid: string;
}>;

/** Simulated faults of one run. */
export type Weather = Readonly<{
  breaks: boolean;
  refuses: boolean;
  repeats: boolean;
  /** Closed event channels still deliver frames. The login must tolerate this defect of the client. */
  leaks: boolean;
}>;

export type EventChannelOptions = Readonly<{
  scheduler: Scheduler;
  choices: Choices;
  weather: Weather;
  /** Delay of one message, in milliseconds. */
  latencyMs: () => number;
  /** Called for every frame that reaches the process under test. */
  onFrame: (frame: Frame) => void;
}>;

/**
 * Simulated event channels. Each subscribes to one transaction and loses the events sent while it
 * is disconnected.
 */
export class SimulatedEventChannels {
  readonly #options: EventChannelOptions;
  readonly #eventChannels = new Set<SimulatedEventChannel>();

  constructor(options: EventChannelOptions) {
    this.#options = options;
  }

  readonly open: OpenRealtimeFor = (tid, handlers) => {
    const eventChannel = new SimulatedEventChannel(this.#options, tid, handlers);
    this.#eventChannels.add(eventChannel);
    return eventChannel;
  };

  /** Sends a frame to the subscribers of a transaction. */
  send(tid: string, frame: Frame): void {
    for (const eventChannel of this.#eventChannels)
      if (eventChannel.tid === tid) eventChannel.receive(frame);
  }

  /** Cuts every event channel without notice, like the computer's sleep. */
  slept(): void {
    for (const eventChannel of this.#eventChannels) eventChannel.cut(false);
  }

  /**
   * Cuts every event channel. `isNoticed`: each detects the loss at once, otherwise by its
   * heartbeat.
   */
  cut(isNoticed: boolean): void {
    for (const eventChannel of this.#eventChannels) eventChannel.cut(isNoticed);
  }
}

class SimulatedEventChannel implements EventChannel {
  readonly tid: string;
  readonly #scheduler: Scheduler;
  readonly #choices: Choices;
  readonly #weather: Weather;
  readonly #latencyMs: EventChannelOptions['latencyMs'];
  readonly #onFrame: EventChannelOptions['onFrame'];
  readonly #handlers: RealtimeHandlers;
  /** Number of the present connection: frames of an older one are dropped. */
  #connection = 0;
  #isSubscribed = false;
  #isUp = false;
  #wasConfirmed = false;
  #isClosed = false;
  #failures = 0;

  constructor(
    { scheduler, choices, weather, latencyMs, onFrame }: EventChannelOptions,
    tid: string,
    handlers: RealtimeHandlers,
  ) {
    this.#scheduler = scheduler;
    this.#choices = choices;
    this.#weather = weather;
    this.#latencyMs = latencyMs;
    this.#onFrame = onFrame;
    this.tid = tid;
    this.#handlers = handlers;
    this.#connect();
  }

  reconnect(): void {
    if (this.#isClosed) return;
    if (this.#isUp) this.#lost('io client disconnect');
    this.#failures = 0;
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#isSubscribed = false;
    this.#connection += 1;
  }

  receive(frame: Frame): void {
    const isLeaking = this.#isClosed && this.#weather.leaks;
    if (!this.#isSubscribed && !isLeaking) return;
    const copies =
      this.#weather.repeats && this.#choices.chance(15) ? this.#choices.between(2, 4) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delayMs =
        copies > 1 || this.#weather.repeats ? this.#latencyMs() : this.#choices.between(2, 60);
      const connection = this.#connection;
      this.#scheduler.after(delayMs, 'here', () => {
        // Drop frames that were in transit when the event channel broke.
        const isHeard = this.#isSubscribed && connection === this.#connection;
        if (!isHeard && !(this.#isClosed && this.#weather.leaks)) return;
        this.#onFrame(frame);
        const event = parseServiceEvent(frame.name, frame.args, this.tid);
        if (event) this.#handlers.onEvent(event);
      });
    }
  }

  cut(isNoticed: boolean): void {
    if (this.#isClosed || !this.#isSubscribed) return;
    this.#isSubscribed = false;
    // Without notice the heartbeat detects the loss.
    const afterMs = isNoticed ? 0 : this.#choices.between(1_000, 45_000);
    this.#onConnection(afterMs, () => {
      this.#lost('transport close');
      this.#retry();
    });
  }

  #connect(): void {
    this.#connection += 1;
    this.#isSubscribed = false;
    this.#isUp = false;
    this.#onConnection(this.#latencyMs(), () => {
      if (this.#weather.refuses && this.#choices.chance(30)) {
        this.#handlers.onLost(toEvidence`HTTP 502`);
        this.#retry();
        return;
      }
      this.#isSubscribed = true;
      this.#isUp = true;
      this.#onConnection(this.#latencyMs(), () => {
        if (this.#isSubscribed) this.#confirmed();
      });
      if (this.#weather.breaks && this.#choices.chance(60)) {
        const isNoticed = this.#choices.chance(50);
        this.#onConnection(this.#choices.between(0, 40_000), () => {
          this.cut(isNoticed);
        });
      }
    });
  }

  #confirmed(): void {
    const mayHaveMissedEvents = this.#wasConfirmed;
    this.#wasConfirmed = true;
    this.#failures = 0;
    this.#handlers.onConfirmed(mayHaveMissedEvents);
  }

  #lost(evidence: string): void {
    this.#isSubscribed = false;
    this.#isUp = false;
    this.#handlers.onLost(toEvidence`${evidence}`);
  }

  #retry(): void {
    const delayMs = reconnectDelayMs(this.#failures, this.#choices.below(CHOICES) / CHOICES);
    this.#failures += 1;
    this.#onConnection(delayMs, () => {
      this.#connect();
    });
  }

  /** Schedules a task; a later connection or `close` cancels it. */
  #onConnection(delayMs: number, act: () => void): void {
    const connection = this.#connection;
    this.#scheduler.after(delayMs, 'here', () => {
      if (connection === this.#connection && !this.#isClosed) act();
    });
  }
}
