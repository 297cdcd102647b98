/** The emulated service in a process of its own, and the person with the phone, acted through its control API. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

/** The first line that the emulator prints. */
export type Service = Readonly<{ url: string; systemToken: string; secretKey: string }>;

/** Something that was sent to a person: a push, a code, a link. */
export type Delivery = Readonly<{ tid: string; method: string; code?: string }>;

export type Emulator = Readonly<{ service: Service; stop: () => Promise<void> }>;

const START_MS = 30_000;
const DELIVERY_MS = 10_000;

/** Starts the emulator on a free port and waits until it listens. */
export async function startEmulator(checkout: string): Promise<Emulator> {
  const child = spawn('npm', ['run', '--silent', 'emulator'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that stopping reaches npm's child processes.
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async (): Promise<void> => {
    endGroup(child);
    await ended;
  };
  try {
    return { service: JSON.parse(await firstLine(child)) as Service, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const limit = setTimeout(
      () => fail(new Error(`the emulator said nothing in ${START_MS} ms`)),
      START_MS,
    );
    const settle = (): void => clearTimeout(limit);
    child
      .once('error', fail)
      .once('exit', (code) => fail(new Error(`the emulator ended with ${String(code)}`)));
    if (!child.stdout) throw new Error('the emulator has no standard output');
    createInterface({ input: child.stdout })
      .once('line', done)
      .once('line', settle)
      .once('close', settle);
  });
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
}

/** The person with the phone. */
export class Person {
  readonly #url: string;
  readonly #username: string;

  constructor({ url }: Service, username: string) {
    this.#url = url;
    this.#username = username;
  }

  /** Waits until something was sent by a method. */
  async delivered(method: string): Promise<Delivery> {
    let found: Delivery | undefined;
    const look = async (): Promise<boolean> => {
      const outbox = (await this.#call(
        'GET',
        `outbox?username=${this.#username}`,
      )) as readonly Delivery[];
      found = outbox.filter((delivery) => delivery.method === method).at(-1);
      return found !== undefined;
    };
    await expect
      .poll(look, { message: `a ${method} for ${this.#username}`, timeout: DELIVERY_MS })
      .toBe(true);
    if (!found) throw new Error(`no ${method} was delivered`);
    return found;
  }

  /** Says yes to the newest push, link or call. */
  async approve(method: string): Promise<void> {
    await this.#call('POST', `transactions/${(await this.delivered(method)).tid}/approve`);
  }

  /** Says no to it. */
  async deny(method: string): Promise<void> {
    await this.#call('POST', `transactions/${(await this.delivered(method)).tid}/deny`);
  }

  /** The code that the app on the phone shows now. */
  async code(): Promise<string> {
    return ((await this.#call('GET', `users/${this.#username}`)) as { totp: string }).totp;
  }

  async #call(method: 'GET' | 'POST', path: string): Promise<unknown> {
    return callEmulator(this.#url, method, path);
  }
}

/** Makes everything as it was at the start. */
export async function resetEmulator({ url }: Service): Promise<void> {
  await callEmulator(url, 'POST', 'reset');
}

async function callEmulator(url: string, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const body = { headers: { 'content-type': 'application/json' }, body: '{}' };
  const response = await fetch(`${url}/emulator/${path}`, {
    method,
    ...(method === 'POST' ? body : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}
