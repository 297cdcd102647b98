import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpOutcome, HttpRequest } from '../../../../electron/network/http-port.ts';
import type { HostVerdict } from '../../../../electron/network/session-slot.ts';
import { chromiumHttp } from '../../../../electron/electron-api/chromium-http.ts';
import { ObservedCertificates } from '../../../../electron/certificates/observed-certificates.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';

class FakeRequest extends EventEmitter {
  isAborted = false;
  /** What was sent, in order. */
  readonly sent: string[] = [];
  setHeader = (name: string, value: string): void => void this.sent.push(`${name}: ${value}`);
  write = (bytes: Buffer): void => void this.sent.push(bytes.toString());
  end = (): void => void this.sent.push('end');
  abort = (): void => {
    this.isAborted = true;
    this.emit('abort');
  };

  /** The head of an answer arrives. */
  head(statusCode: number, headers: Record<string, string | string[]> = {}): EventEmitter {
    const response = Object.assign(new EventEmitter(), { statusCode, headers });
    this.emit('response', response);
    return response;
  }

  /** An answer arrives, whole. */
  answer(statusCode: number): void {
    this.head(statusCode).emit('end');
  }
}

const electron = vi.hoisted(() => ({
  requests: [] as unknown[],
  options: [] as unknown[],
  refuses: false,
}));
vi.mock('electron', () => ({
  net: {
    request: (options: unknown) => {
      if (electron.refuses) throw new TypeError('Invalid URL');
      const made = new FakeRequest();
      electron.requests.push(made);
      electron.options.push(options);
      return made;
    },
  },
}));

const LIMIT_MS = 3_000;

/** A network of one session, whose rule says the same of every server. */
function exchange(
  changes: Partial<HttpRequest> = {},
  verdict: () => Promise<HostVerdict | 'ended'> = () => Promise.resolve('accepted'),
) {
  const clock = new FakeClock();
  const uses: string[] = [];
  const ends: boolean[] = [];
  const session = { name: 'session' };
  const slot = (name: string) => ({
    use: (_url: string, { hasOwnConnection }: Readonly<{ hasOwnConnection: boolean }>) => {
      uses.push(hasOwnConnection ? `${name}, own` : name);
      return Promise.resolve({
        session,
        verdict,
        end: ({ isGivenUp }: { isGivenUp: boolean }) => ends.push(isGivenUp),
      });
    },
    leaveConnections: () => undefined,
  });
  const network = {
    sessions: { calls: slot('calls'), others: slot('others') },
    proxyLogins: {},
    observedCertificates: new ObservedCertificates(),
  };
  const http = chromiumHttp(network as never, clock);
  const outcomes: (HttpOutcome | Error)[] = [];
  const abort = new AbortController();
  http({
    method: 'POST',
    url: 'https://mfa.example.com/',
    headers: {},
    body: null,
    timeoutMs: LIMIT_MS,
    maxBytes: 10,
    signal: abort.signal,
    ...changes,
  }).then(
    (outcome) => outcomes.push(outcome),
    (error: unknown) => outcomes.push(error as Error),
  );
  return { clock, outcomes, uses, ends, abort };
}

const settled = (): Promise<void> => new Promise(setImmediate);

async function begun(...words: Parameters<typeof exchange>) {
  const exchanged = exchange(...words);
  await settled();
  return { ...exchanged, request: electron.requests.at(-1) as FakeRequest };
}

beforeEach(() => {
  electron.requests.length = 0;
  electron.options.length = 0;
  electron.refuses = false;
});

describe('the time limit of an exchange (SEC-23)', () => {
  it('ends an exchange in time without an answer', async () => {
    const { clock, outcomes } = await begun();
    clock.advance(LIMIT_MS - 1);
    await settled();
    expect(outcomes).toEqual([]);
    clock.advance(1);
    await settled();
    expect(outcomes).toEqual([{ kind: 'timeout' }]);
  });

  it('counts the wait for a session in the time limit of an exchange', async () => {
    const { clock, outcomes, ends } = exchange();
    clock.advance(LIMIT_MS);
    await settled();
    expect([outcomes, electron.requests, ends]).toEqual([[{ kind: 'timeout' }], [], [false]]);
  });

  it('reads the refusal that came while the program was stopped, although its timer is run first', async () => {
    const { clock, request, outcomes } = await begun();
    clock.sleep(60_000);
    clock.advance(0);
    await settled();
    expect(outcomes).toEqual([]);
    request.answer(403);
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'response', status: 403 }]);
    expect(clock.pending).toBe(0);
  });
});

describe('a request', () => {
  it('gives a request that acts a connection of its own, in the sessions and in the mode of such requests', async () => {
    const { uses } = await begun({ atMostOnce: true });
    expect([uses, electron.options]).toMatchObject([
      ['calls, own'],
      [{ useSessionCookies: false }],
    ]);
    expect(electron.options[0]).not.toHaveProperty('credentials');
  });

  it('lets a request that does not act share a connection', async () => {
    const { uses } = await begun();
    expect([uses, electron.options]).toMatchObject([['others'], [{ credentials: 'omit' }]]);
  });

  it.each([
    ['aborted', true, ({ abort }: Awaited<ReturnType<typeof begun>>) => abort.abort()],
    [
      'broken',
      true,
      ({ request }: Awaited<ReturnType<typeof begun>>) =>
        request.emit('error', new Error('net::ERR_CONNECTION_RESET')),
    ],
    ['answered', false, ({ request }: Awaited<ReturnType<typeof begun>>) => request.answer(200)],
    [
      'refused',
      false,
      ({ request }: Awaited<ReturnType<typeof begun>>) =>
        request.emit('error', new Error('net::ERR_CERT_DATE_INVALID')),
    ],
  ])(
    'tells the session of a request that was %s whether it was given up: %s',
    async (_how, isGivenUp, act) => {
      const begunOne = await begun();
      act(begunOne);
      await settled();
      expect(begunOne.ends).toEqual([isGivenUp]);
    },
  );

  it('answers a request that was redirected, although its end aborts it', async () => {
    const { request, outcomes } = await begun();
    request.emit('redirect', 302, 'GET', 'https://elsewhere.test/', {
      location: ['https://elsewhere.test/'],
    });
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'response', status: 302 }]);
  });

  it('rejects a request that Chromium refuses, and leaves no timer', async () => {
    electron.refuses = true;
    const { outcomes, clock, ends } = await begun();
    expect([outcomes[0], clock.pending, ends]).toEqual([new TypeError('Invalid URL'), 0, [true]]);
  });
});

describe('what is sent', () => {
  it('sends headers and body of a request, without redirects, cookies and cache', async () => {
    const body = new TextEncoder().encode('{}');
    const { request } = await begun({ headers: { Accept: 'application/json' }, body });
    expect(request.sent).toEqual(['Accept: application/json', '{}', 'end']);
    expect(electron.options).toMatchObject([
      { redirect: 'manual', cache: 'no-store', useSessionCookies: false },
    ]);
  });

  it('sends nothing of a request that was ended before', async () => {
    const { outcomes, uses } = await begun({ signal: AbortSignal.abort() });
    expect([outcomes, uses, electron.requests]).toEqual([[{ kind: 'aborted' }], [], []]);
  });

  it.each([
    [
      'ends',
      'aborted',
      ({ abort }: Awaited<ReturnType<typeof begun>>) => {
        abort.abort();
      },
    ],
    [
      'takes too long',
      'timeout',
      ({ clock }: Awaited<ReturnType<typeof begun>>) => {
        clock.advance(LIMIT_MS);
      },
    ],
  ])("ends Chromium's request if the exchange %s", async (_how, kind, act) => {
    const begunOne = await begun();
    act(begunOne);
    await settled();
    expect(begunOne.outcomes).toEqual([{ kind }]);
    expect(begunOne.request.isAborted).toBe(true);
  });

  it("leaves Chromium's request alone that has answered, and makes no other", async () => {
    const { request, outcomes, abort } = await begun();
    request.answer(200);
    await settled();
    abort.abort();
    await settled();
    expect([request.isAborted, outcomes.length, electron.requests.length]).toEqual([false, 1, 1]);
  });

  it('makes no handshake again after the end of the exchange', async () => {
    let answer: (verdict: HostVerdict) => void = () => undefined;
    const verdict = new Promise<HostVerdict>((resolve) => {
      answer = resolve;
    });
    const { request, outcomes, clock } = await begun({}, () => verdict);
    request.emit('error', new Error('net::ERR_CERT_AUTHORITY_INVALID'));
    clock.advance(LIMIT_MS);
    answer('accepted');
    await settled();
    expect([outcomes, electron.requests.length]).toEqual([[{ kind: 'timeout' }], 1]);
  });
});

describe('the body of an answer', () => {
  it('reads a body to its limit, with headers in lower case', async () => {
    const { request, outcomes } = await begun();
    const response = request.head(200, { 'X-One': 'a', 'X-Two': ['b', 'c'] });
    response.emit('data', Buffer.from('12345'));
    response.emit('data', Buffer.from('67890'));
    response.emit('end');
    await settled();
    expect(outcomes).toEqual([
      {
        kind: 'response',
        status: 200,
        headers: { 'x-one': 'a', 'x-two': 'b, c' },
        body: Buffer.from('1234567890'),
      },
    ]);
  });

  it('ends an exchange that gets more than its limit', async () => {
    const { request, outcomes } = await begun();
    request.head(200).emit('data', Buffer.from('12345678901'));
    await settled();
    expect(outcomes).toEqual([{ kind: 'too-large', limitBytes: 10 }]);
    expect(request.isAborted).toBe(true);
  });

  it.each([
    ['breaks', 'error', new Error('net::ERR_CONNECTION_RESET'), /ERR_CONNECTION_RESET/],
    ['is given up by Chromium', 'aborted', undefined, /ERR_ABORTED/],
  ] as const)(
    'counts an answer as cut if it %s, and not as silence (SEC-23)',
    async (_how, event, error, evidence) => {
      const { request, outcomes } = await begun();
      request.head(403).emit(event, error);
      await settled();
      expect(outcomes).toMatchObject([
        { kind: 'network', fault: 'cut', evidence: expect.stringMatching(evidence) as string },
      ]);
    },
  );
});

describe('an answer', () => {
  it.each([
    ['refused', 'tls'],
    ['unknown', 'tls'],
    ['ended', 'network'],
  ] as const)(
    'counts no answer if the verdict of the rule for certificates is %s (SEC-100)',
    async (verdict, kind) => {
      const { request, outcomes } = await begun({}, () => Promise.resolve(verdict));
      request.answer(200);
      await settled();
      expect(outcomes).toMatchObject([{ kind }]);
    },
  );

  it('tries a handshake again that Chromium ended without asking the rule', async () => {
    const { request, outcomes, uses, ends } = await begun({ atMostOnce: true });
    request.emit('error', new Error('net::ERR_CERT_AUTHORITY_INVALID'));
    await settled();
    expect([outcomes, ends, uses]).toEqual([[], [false], ['calls, own', 'calls, own']]);
    (electron.requests.at(-1) as FakeRequest).answer(200);
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'response', status: 200 }]);
  });

  it('ends an exchange with the fifth handshake that Chromium ended without asking the rule', async () => {
    const { outcomes } = await begun();
    for (let handshakes = 0; handshakes < 5; handshakes += 1) {
      expect(outcomes).toEqual([]);
      (electron.requests.at(-1) as FakeRequest).emit(
        'error',
        new Error('net::ERR_CERT_AUTHORITY_INVALID'),
      );
      await settled();
    }
    expect(outcomes).toMatchObject([{ kind: 'tls', fault: 'authority' }]);
    expect(electron.requests).toHaveLength(5);
  });

  it('waits for the rule for certificates, no longer than the exchange may take (SEC-100)', async () => {
    const { request, outcomes, clock } = await begun({}, () => new Promise(() => undefined));
    request.answer(200);
    await settled();
    expect(outcomes).toEqual([]);
    clock.advance(LIMIT_MS);
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'network', fault: 'cut' }]);
  });

  it.each([
    ['over plain http', { url: 'http://127.0.0.1:8080/' }, 200],
    ['of a proxy, before there is a connection to the service', {}, 407],
  ])('needs no certificate for an answer %s', async (_what, changes, status) => {
    const { request, outcomes } = await begun(changes, () => Promise.resolve('unknown'));
    request.answer(status);
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'response', status }]);
  });
});
