/**
 * The person with the phone, acting through the emulator's control API (emulator/README.md): works
 * against an emulator in this process and in another one.
 */
export type Person = Readonly<{
  /** Everything delivered to a user, or to everybody, oldest first. */
  outbox: (username?: string) => Promise<readonly Delivery[]>;
  /** Waits for the newest delivery of a method and gives it back. */
  delivered: (username: string, method: string, after?: number) => Promise<Delivery>;
  /**
   * Waits until a login listens for the person's act. A subscription over a websocket has no answer
   * (decision 0002), so on a busy machine the service may read it after the method was started, and
   * no person is that quick.
   */
  listenedTo: (tid: string) => Promise<void>;
  /** Approves once a login listens. */
  approve: (tid: string) => Promise<void>;
  /** Denies once a login listens. */
  deny: (tid: string) => Promise<void>;
  /**
   * Approves whether a login listens or not: one that has ended, or that a signal may end
   * meanwhile.
   */
  approveAtOnce: (tid: string) => Promise<void>;
  /** Denies, as `approveAtOnce` approves. */
  denyAtOnce: (tid: string) => Promise<void>;
  expire: (tid: string) => Promise<void>;
  /** Codes that are valid now. */
  codes: (
    username: string,
  ) => Promise<Readonly<{ totp: string; bypassCodes: readonly string[]; yotp: string }>>;
  log: () => Promise<readonly LoggedRequest[]>;
  fault: (...faults: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
  clearFaults: () => Promise<void>;
  reset: () => Promise<void>;
}>;

export type Delivery = Readonly<{
  id: string;
  tid: string;
  username: string;
  method: string;
  code?: string;
  link?: string;
  qrText?: string;
}>;

export type LoggedRequest = Readonly<{
  at: number | string;
  path: string;
  body: Readonly<Record<string, unknown>> | null;
  signatureValid: boolean;
  status: number;
  exception?: string;
}>;

const DEADLINE_MS = 30_000;
const PAUSE_MS = 15;

/** @param url where the emulator listens */
export function personAt(url: string): Person {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/emulator/${path}`, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const outbox = async (username?: string): Promise<readonly Delivery[]> => {
    const whose = username === undefined ? '' : `?username=${encodeURIComponent(username)}`;
    return (await call('GET', `outbox${whose}`)) as Delivery[];
  };
  const listenedTo = async (tid: string): Promise<void> => {
    await firstOf('a login to listen for the person', async () => {
      const { listeners } = (await call('GET', `transactions/${tid}`)) as Readonly<{
        listeners: number;
      }>;
      return listeners > 0 ? listeners : undefined;
    });
  };
  const act = async (tid: string, kind: 'approve' | 'deny'): Promise<void> => {
    await call('POST', `transactions/${tid}/${kind}`);
  };
  return {
    outbox,
    delivered: (username, method, after = 0) =>
      firstOf(`a ${method} to be delivered to ${username}`, async () => {
        const found = (await outbox(username)).filter((delivery) => delivery.method === method);
        return found.length > after ? found.at(-1) : undefined;
      }),
    listenedTo,
    approve: async (tid) => {
      await listenedTo(tid);
      await act(tid, 'approve');
    },
    deny: async (tid) => {
      await listenedTo(tid);
      await act(tid, 'deny');
    },
    approveAtOnce: (tid) => act(tid, 'approve'),
    denyAtOnce: (tid) => act(tid, 'deny'),
    expire: async (tid) => {
      await call('POST', `transactions/${tid}/expire`);
    },
    codes: async (username) =>
      (await call('GET', `users/${encodeURIComponent(username)}`)) as Awaited<
        ReturnType<Person['codes']>
      >,
    log: async () => (await call('GET', 'log')) as LoggedRequest[],
    fault: async (...faults) => {
      await call('POST', 'faults', faults);
    },
    clearFaults: async () => {
      await call('DELETE', 'faults');
    },
    reset: async () => {
      await call('POST', 'reset');
    },
  };
}

/**
 * Asks until there is something.
 *
 * @param what the awaited event, for the error
 * @throws {Error} when there is nothing within the deadline
 */
async function firstOf<Found>(
  what: string,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error(`waited ${DEADLINE_MS} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
