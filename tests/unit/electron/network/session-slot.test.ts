import { beforeEach, describe, expect, it } from 'vitest';
import {
  SessionSlot,
  type HostVerdict,
  type SlotSession,
} from '../../../../electron/network/session-slot.ts';

const network = { ends: 0 };

const URL = 'https://mfa.example.com/';

type FakeSession = Readonly<{ number: number }>;

class FakeRuled implements SlotSession<FakeSession> {
  readonly session = { number: sessions.length + 1 };
  questions = 0;
  answers = 0;
  left = 0;
  hasRefused = false;
  holds = true;
  /** Happens while a use waits for the network process. */
  meanwhile = (): void => undefined;
  leaveConnections(): void {
    this.left += 1;
    this.hasRefused = false;
  }
  async ensureRule(): Promise<boolean> {
    await Promise.resolve();
    const { meanwhile } = this;
    this.meanwhile = () => undefined;
    meanwhile();
    return this.holds;
  }
  refusals = (): number => 0;
  verdict: HostVerdict = 'accepted';
  verdictOn = (): Promise<HostVerdict> => Promise.resolve(this.verdict);
}

let sessions: FakeRuled[] = [];
const one = (): FakeRuled => sessions[0] as FakeRuled;

const slotOf = (makeSession: () => Promise<FakeRuled>): SessionSlot<FakeSession> =>
  new SessionSlot(makeSession, () => network.ends);

function slot(): SessionSlot<FakeSession> {
  return slotOf(() => {
    const ruled = new FakeRuled();
    sessions.push(ruled);
    return Promise.resolve(ruled);
  });
}

beforeEach(() => {
  sessions = [];
  network.ends = 0;
});

const OWN = { hasOwnConnection: true };
const SHARED = { hasOwnConnection: false };

describe('the session of a slot', () => {
  it('makes the session of a slot once, for uses at the same time and later', async () => {
    const made = slot();
    const uses = await Promise.all([made.use(URL, SHARED), made.use(URL, SHARED)]);
    expect([uses[0]?.session, uses[1]?.session, sessions.length]).toEqual([
      one().session,
      one().session,
      1,
    ]);
    await made.use(URL, SHARED);
    expect([sessions.length, one().left]).toEqual([1, 0]);
  });

  it('replaces a session after the end of its network process, also if that ends meanwhile (SEC-100)', async () => {
    const made = slot();
    await made.use(URL, SHARED);
    network.ends += 1;
    expect((await made.use(URL, SHARED))?.session).toEqual({ number: 2 });
    (sessions[1] as FakeRuled).meanwhile = () => (network.ends += 1);
    expect((await made.use(URL, SHARED))?.session).toEqual({ number: 3 });
  });

  it('knows of an answer that its network process has ended (SEC-100)', async () => {
    const use = await slot().use(URL, SHARED);
    expect(await use?.verdict()).toBe('accepted');
    network.ends += 1;
    expect(await use?.verdict()).toBe('ended');
  });

  it('makes the session of a slot before its first use, if it is opened', async () => {
    const made = slot();
    await made.open();
    expect(sessions).toHaveLength(1);
    await made.use(URL, SHARED);
    expect(sessions).toHaveLength(1);
  });

  it('keeps a session whose rule has accepted or refused the server', async () => {
    const made = slot();
    for (const verdict of ['accepted', 'refused'] as const) {
      const use = await made.use(URL, SHARED);
      one().verdict = verdict;
      expect(await use?.verdict()).toBe(verdict);
    }
    await made.use(URL, SHARED);
    expect(sessions).toHaveLength(1);
  });

  it('replaces a session that answers without a word of the rule', async () => {
    const made = slot();
    const use = await made.use(URL, SHARED);
    one().verdict = 'unknown';
    expect(await use?.verdict()).toBe('unknown');
    expect((await made.use(URL, SHARED))?.session).toEqual({ number: 2 });
  });

  it('gives no session if no network process takes the rule (SEC-100)', async () => {
    const made = slotOf(() => {
      const ruled = new FakeRuled();
      ruled.holds = false;
      sessions.push(ruled);
      return Promise.resolve(ruled);
    });
    expect(await made.use(URL, SHARED)).toBeNull();
    expect(sessions).toHaveLength(5);
  });

  it('makes a session again after a failure of Electron, which the use shows', async () => {
    let isBroken = true;
    const made = slotOf(() => {
      if (isBroken) return Promise.reject(new Error('broken'));
      sessions.push(new FakeRuled());
      return Promise.resolve(one());
    });
    await expect(made.use(URL, SHARED)).rejects.toThrow('broken');
    isBroken = false;
    expect(await made.use(URL, SHARED)).not.toBeNull();
  });
});

describe('the connections of a slot', () => {
  it('leaves the connections of a slot for each request that acts', async () => {
    const made = slot();
    await made.use(URL, OWN);
    await made.use(URL, SHARED);
    await made.use(URL, OWN);
    expect(one().left).toBe(2);
  });

  it('leaves connections again if another request that acts came first', async () => {
    const made = slot();
    await Promise.all([made.use(URL, OWN), made.use(URL, OWN)]);
    expect(one().left).toBe(3);
  });

  it('leaves connections once for a request that acts, if others came first', async () => {
    const made = slot();
    await Promise.all([made.use(URL, SHARED), made.use(URL, OWN)]);
    expect(one().left).toBe(1);
  });

  it('leaves no connections before the first use of a slot', async () => {
    const made = slot();
    made.leaveConnections();
    await made.use(URL, SHARED);
    expect([one().left, sessions.length]).toEqual([0, 1]);
  });

  it('leaves connections once after a change of the network path, and after a refused certificate (SEC-100)', async () => {
    const made = slot();
    await made.use(URL, SHARED);
    made.leaveConnections();
    await Promise.resolve();
    await made.use(URL, SHARED);
    expect(one().left).toBe(1);
    one().hasRefused = true;
    await made.use(URL, SHARED);
    expect(one().left).toBe(2);
    one().meanwhile = () => (one().hasRefused = true);
    await made.use(URL, SHARED);
    await made.use(URL, SHARED);
    expect([one().left, sessions.length]).toEqual([3, 1]);
  });
});

describe('a question to the rule that nobody waits for, because Chromium would not ask again (SEC-33, SEC-100)', () => {
  it.each([
    ['of an exchange that was given up', true],
    ['that comes after an exchange was given up', false],
  ])('replaces the session after a question to the rule %s', async (_what, isBefore) => {
    const made = slot();
    const use = await made.use(URL, SHARED);
    const ask = (): void => void (one().questions += 1);
    if (isBefore) ask();
    else one().meanwhile = ask;
    use?.end({ isGivenUp: true });
    expect((await made.use(URL, SHARED))?.session).toEqual({ number: 2 });
  });

  it('replaces the session after a question to the rule of a connection that was left', async () => {
    const made = slot();
    await made.use(URL, SHARED);
    one().questions += 1;
    expect((await made.use(URL, OWN))?.session).toEqual({ number: 2 });
  });

  it('keeps the session while a question to the rule waits, if no connection is left or given up', async () => {
    const made = slot();
    const use = await made.use(URL, SHARED);
    one().questions += 1;
    await made.use(URL, SHARED);
    use?.end({ isGivenUp: false });
    await made.use(URL, SHARED);
    expect(sessions).toHaveLength(1);
  });

  it('keeps the session if the question to the rule was answered before', async () => {
    const made = slot();
    const use = await made.use(URL, SHARED);
    one().questions += 1;
    one().answers += 1;
    use?.end({ isGivenUp: true });
    await made.use(URL, SHARED);
    await made.use(URL, OWN);
    expect(sessions).toHaveLength(1);
  });

  it('looks for an open question to the rule again if another exchange is given up meanwhile', async () => {
    const made = slot();
    const [first, second] = [await made.use(URL, SHARED), await made.use(URL, SHARED)];
    first?.end({ isGivenUp: true });
    one().meanwhile = () => {
      second?.end({ isGivenUp: true });
      one().meanwhile = () => void (one().questions += 1);
    };
    expect((await made.use(URL, SHARED))?.session).toEqual({ number: 2 });
  });
});
