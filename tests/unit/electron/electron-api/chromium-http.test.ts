import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import { chromiumHttp } from '../../../../electron/electron-api/chromium-http.ts';
import { LOGIN_LIMITS } from '../../../../shared/login/machine/login-limits.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

class FakeRequest extends EventEmitter {
  setHeader = (): void => undefined;
  write = (): void => undefined;
  end = (): void => undefined;
  abort = (): void => undefined;

  /** An answer arrives, whole. */
  answer(statusCode: number): void {
    const response = Object.assign(new EventEmitter(), { statusCode, headers: {} });
    this.emit('response', response);
    response.emit('end');
  }
}

const { requests } = vi.hoisted(() => ({ requests: [] as unknown[] }));
vi.mock('electron', () => ({
  net: {
    request: () => {
      const made = new FakeRequest();
      requests.push(made);
      return made;
    },
  },
}));

const LIMIT_MS = 3_000;

function exchange() {
  const clock = new FakeClock();
  const http = chromiumHttp({} as Parameters<typeof chromiumHttp>[0], clock);
  const outcomes: HttpOutcome[] = [];
  void http({
    method: 'POST',
    url: 'https://mfa.example.com/',
    headers: {},
    body: null,
    timeoutMs: LIMIT_MS,
    maxBytes: 10,
    signal: new AbortController().signal,
  }).then((outcome) => outcomes.push(outcome));
  return { clock, request: requests.at(-1) as FakeRequest, outcomes };
}

const settled = (): Promise<void> => new Promise(setImmediate);

beforeEach(() => {
  requests.length = 0;
});

describe('SEC-23 the time limit of an exchange', () => {
  it('ends it in time without an answer', async () => {
    const { clock, outcomes } = exchange();
    clock.advance(LIMIT_MS - 1);
    await settled();
    expect(outcomes).toEqual([]);
    clock.advance(1);
    await settled();
    expect(outcomes).toEqual([{ kind: 'timeout' }]);
  });

  it('grants no time for a timer that is late as other work makes it', async () => {
    const { clock, outcomes } = exchange();
    clock.sleep(LIMIT_MS + 400);
    clock.advance(0);
    await settled();
    expect(outcomes).toEqual([{ kind: 'timeout' }]);
  });

  it('reads the refusal that came while the program was stopped, although its timer is run first', async () => {
    const { clock, request, outcomes } = exchange();
    clock.sleep(60_000);
    clock.advance(0);
    await settled();
    expect(outcomes).toEqual([]);
    request.answer(403);
    await settled();
    expect(outcomes).toMatchObject([{ kind: 'response', status: 403 }]);
    expect(clock.pending).toBe(0);
  });

  it('ends it without an answer after a pause, before the login gives up on its port', async () => {
    const { clock, outcomes } = exchange();
    clock.sleep(60_000);
    clock.advance(LOGIN_LIMITS.answerSlackMs - 1);
    await settled();
    expect(outcomes).toEqual([{ kind: 'timeout' }]);
  });
});
