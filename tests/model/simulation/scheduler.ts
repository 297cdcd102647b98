import { createClock, type SleepingClock } from '../../../electron/os/clock.ts';
import type { Choices } from './choices.ts';

/** Where a task runs: in the process under test, which may sleep, or in the world, which never does. */
export type Endpoint = 'here' | 'there';

type Task = {
  atMs: number;
  readonly place: Endpoint;
  readonly isTimer: boolean;
  readonly act: () => void;
};

/** Longer than any promise chain between a port and the controller. */
const TICKS = 8;

/** Lets every promise that is kept already have its say. */
export async function settled(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await new Promise<void>(queueMicrotask);
}

/** Behaviour of a computer's clocks in sleep. */
export type Computer = Readonly<{ stopsInSleep: boolean; tellsBootTime: boolean }>;

/** How often the process looks whether it has slept: seldom, so that runs stay short. */
export const LOOK_MS = 5_000;
const MAX_TASKS = 5_000;

/**
 * Time and order of one simulated run. Only tasks run; time advances to the next one. If several
 * are ready, the choices decide which is first. The process may sleep: the world's tasks go on, its
 * own wait.
 */
export class Scheduler {
  readonly #choices: Choices;
  #nowMs = 1_000;
  #tasks: Task[] = [];
  /** Since when, by the monotonic clock; null while it is awake. */
  #asleepSinceMs: number | null = null;
  #sleeps = 0;
  /**
   * How far the monotonic clock is behind the world's: some computers' stop in sleep, and their
   * timers with them.
   */
  #lagMs = 0;
  readonly #computer: Computer;
  /** The process's clock: the product's own, over the clocks of a simulated computer. */
  readonly clock: SleepingClock;

  constructor(choices: Choices, computer: Computer) {
    this.#choices = choices;
    this.#computer = computer;
    this.clock = createClock(
      {
        monotonicMs: () =>
          computer.stopsInSleep && this.#asleepSinceMs !== null
            ? this.#asleepSinceMs
            : this.#nowMs - this.#lagMs,
        bootMs: () => (computer.tellsBootTime ? this.#nowMs : null),
        wallMs: () => this.#nowMs,
        setTimer: (delayMs, act) => this.#add(delayMs, 'here', act, true),
      },
      LOOK_MS,
    );
  }

  /** The world's time. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** How often the process has slept. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** Runs a task later; returns a function that cancels it. */
  after(delayMs: number, place: Endpoint, act: () => void): () => void {
    return this.#add(delayMs, place, act, false);
  }

  /** The process sleeps; `onWake` is its first task then. */
  sleep(forMs: number, onWake: (sleptSinceMs: number) => void): void {
    if (this.#asleepSinceMs !== null) return;
    const sinceMs = this.clock.nowMs();
    this.clock.suspended();
    this.#asleepSinceMs = this.#nowMs - this.#lagMs;
    this.#sleeps += 1;
    this.after(forMs, 'there', () => {
      this.#asleepSinceMs = null;
      if (this.#computer.stopsInSleep) {
        this.#lagMs += forMs;
        for (const task of this.#tasks) if (task.isTimer) task.atMs += forMs;
      }
      onWake(sinceMs);
    });
  }

  /** Runs until no task is left. */
  async run(): Promise<void> {
    for (let count = 0; ; count += 1) {
      if (count > MAX_TASKS) throw new Error('the run does not end');
      const task = this.#take();
      if (!task) return;
      task.act();
      await settled();
    }
  }

  #add(delayMs: number, place: Endpoint, act: () => void, isTimer: boolean): () => void {
    const task: Task = { atMs: this.#nowMs + Math.max(0, delayMs), place, isTimer, act };
    this.#tasks.push(task);
    return () => {
      const at = this.#tasks.indexOf(task);
      if (at !== -1) this.#tasks.splice(at, 1);
    };
  }

  #take(): Task | null {
    let nextMs = Infinity;
    for (const task of this.#tasks)
      if (this.#mayRun(task) && task.atMs < nextMs) nextMs = task.atMs;
    if (nextMs === Infinity) return null;
    this.#nowMs = Math.max(this.#nowMs, nextMs);
    const ready = this.#tasks.filter((task) => this.#mayRun(task) && task.atMs <= this.#nowMs);
    const task = ready[ready.length === 1 ? 0 : this.#choices.below(ready.length)];
    if (!task) return null;
    this.#tasks.splice(this.#tasks.indexOf(task), 1);
    return task;
  }

  #mayRun(task: Task): boolean {
    return this.#asleepSinceMs === null || task.place === 'there';
  }
}
