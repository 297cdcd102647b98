/**
 * The emulated service in a process of its own, and the person with the phone, acted through its
 * control API.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The first line that the emulator prints. */
export type Service = Readonly<{ url: string; systemToken: string; secretKey: string }>;

export type Emulator = Readonly<{ service: Service; stop: () => Promise<void> }>;

const START_MS = 30_000;
/** How long a person waits for something to answer, and for somebody who listens. */
const WAIT_SECONDS = 10;

/**
 * Starts the emulator on a free port and waits until it listens. It sends events to those alone who
 * have subscribed (`--rooms tid`), as Gatehouse does: by its default a program that forgot to would
 * pass.
 */
export async function startEmulator(checkout: string): Promise<Emulator> {
  const child = spawn('npm', ['run', '--silent', 'emulator', '--', '--rooms', 'tid'], {
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

  /**
   * Approves the newest push, link or call, once there is one and somebody listens. No loop, no
   * sleep.
   */
  async approve(): Promise<void> {
    await this.#answer('approve');
  }

  /** Denies the newest push in the same way. */
  async deny(): Promise<void> {
    await this.#answer('deny');
  }

  /** The code that the app on the phone shows now. */
  async code(): Promise<string> {
    const codes = await callEmulator(this.#url, 'GET', `users/${this.#username}`);
    return (codes as { totp: string }).totp;
  }

  async #answer(act: 'approve' | 'deny'): Promise<void> {
    const body = { waitSeconds: WAIT_SECONDS };
    await callEmulator(this.#url, 'POST', `users/${this.#username}/${act}`, body);
  }
}

/** Makes everything as it was at the start. */
export async function resetEmulator({ url }: Service): Promise<void> {
  await callEmulator(url, 'POST', 'reset');
}

async function callEmulator(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  fields: object = {},
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = { headers, body: JSON.stringify(fields) };
  const response = await fetch(`${url}/emulator/${path}`, {
    method,
    ...(method === 'POST' ? body : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}
