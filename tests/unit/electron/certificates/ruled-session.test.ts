import { describe, expect, it } from 'vitest';
import { ObservedCertificates } from '../../../../electron/certificates/observed-certificates.ts';
import type { Ruling } from '../../../../electron/certificates/own-check.ts';
import { RuledSession, type SessionPort } from '../../../../electron/certificates/ruled-session.ts';

const URL = 'https://mfa.example.com/api';
const HOST = 'mfa.example.com';
const SHOWN = { data: 'PEM', issuer: { commonName: 'Root', organizations: [] } };

type Judge = Parameters<SessionPort<unknown>['setRule']>[0];

/** A session, with the memory of the network process that it has. */
class FakeSession implements SessionPort<string> {
  readonly session = 'the session';
  rule: Judge | null = null;
  isMarked = false;
  /** Whether a network process keeps a mark. */
  takesMarks = true;
  ruleSets = 0;
  left = 0;
  hasMark = (): Promise<boolean | 'ended' | null> => Promise.resolve(this.isMarked);
  setRule = (judge: Judge): void => {
    this.rule = judge;
    this.isMarked = this.takesMarks;
    this.ruleSets += 1;
  };
  leaveConnections = (): void => void (this.left += 1);

  /** Another process takes over. */
  restart(): void {
    this.rule = null;
    this.isMarked = false;
  }

  /**
   * Chromium asks about a certificate.
   *
   * @returns the answer, once it is there
   */
  ask(hostname = HOST, errorCode = 0): { answer: Ruling['decision'] | null } {
    const asked: { answer: Ruling['decision'] | null } = { answer: null };
    void this.rule?.({ hostname, errorCode, certificate: SHOWN, chain: ['PEM'] }).then(
      (decision) => (asked.answer = decision),
    );
    return asked;
  }
}

type Rule = ConstructorParameters<typeof RuledSession>[1];

function ruled(
  rule: Rule = () => Promise.resolve({ decision: 'as-chromium', finding: null }),
  observed = new ObservedCertificates(),
) {
  const session = new FakeSession();
  return { session, ruled: new RuledSession(session, rule, observed) };
}

const settled = (): Promise<void> => new Promise(setImmediate);
const refused = (): Promise<Ruling> =>
  Promise.resolve({ decision: 'unknown-authority', finding: null });

describe('the rule of a session', () => {
  it('sets the rule of a session before the first request (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    expect(await one.ensureRule()).toBe(true);
    expect(session.rule).not.toBeNull();
  });

  it('sets the rule of a session once for all requests of one network process', async () => {
    const { session, ruled: one } = ruled();
    expect(await Promise.all([one.ensureRule(), one.ensureRule(), one.ensureRule()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(await one.ensureRule()).toBe(true);
    expect(session.ruleSets).toBe(1);
  });

  it('sets the rule of a session again in another network process, before any request goes (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.restart();
    expect(await one.ensureRule()).toBe(true);
    expect([session.ruleSets, session.rule === null]).toEqual([2, false]);
  });

  it('lets no request go that waited for the rule when the network process ended', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.hasMark = () => Promise.resolve('ended');
    expect(await one.ensureRule()).toBe(false);
  });

  it('asks again, and leaves the rule of a session as it is, if the network process did not answer', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    const answer = session.hasMark;
    session.hasMark = () => {
      session.hasMark = answer;
      return Promise.resolve(null);
    };
    expect([await one.ensureRule(), session.ruleSets]).toEqual([true, 1]);
  });

  it('lets no request go if no network process takes the rule (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    session.takesMarks = false;
    expect(await one.ensureRule()).toBe(false);
    expect(session.ruleSets).toBe(10);
  });

  it('lets no request go if no network process answers, and sets no rule then (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    session.hasMark = () => Promise.resolve(null);
    expect([await one.ensureRule(), session.ruleSets]).toEqual([false, 0]);
  });

  it.each(['accept', 'unknown-authority', 'as-chromium'] as const)(
    'answers Chromium with the decision of the rule: %s',
    async (decision) => {
      const { session, ruled: one } = ruled(() => Promise.resolve({ decision, finding: null }));
      await one.ensureRule();
      const asked = session.ask();
      await settled();
      expect(asked.answer).toBe(decision);
    },
  );

  it('asks the rule about the host, Chromium’s result and the chain, and notes the finding', async () => {
    const asked: unknown[] = [];
    const observed = new ObservedCertificates();
    const finding = { fault: 'date', why: 'expired' } as const;
    const { session, ruled: one } = ruled((judged) => {
      asked.push(judged);
      return Promise.resolve({ decision: 'unknown-authority', finding });
    }, observed);
    await one.ensureRule();
    session.ask(HOST, -202);
    await settled();
    expect(asked).toEqual([{ hostname: HOST, errorCode: -202, chain: ['PEM'] }]);
    expect(observed.of(HOST)).toEqual({ issuer: 'Root', certificate: 'PEM', finding });
  });
});

describe('the verdict on a server', () => {
  it.each([
    ['as-chromium', 0, 'accepted'],
    ['accept', -202, 'accepted'],
    ['as-chromium', -201, 'refused'],
    ['unknown-authority', 0, 'refused'],
  ] as const)(
    'judges a server, if the rule says %s to Chromium’s %s, as %s',
    async (decision, errorCode, verdict) => {
      const { session, ruled: one } = ruled(() => Promise.resolve({ decision, finding: null }));
      await one.ensureRule();
      session.ask(HOST, errorCode);
      expect(await one.verdictOn(URL, 0)).toBe(verdict);
    },
  );

  it('knows no verdict on a server if Chromium never asked, or after a change of the network process (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.ask('proxy.example.com');
    expect(await one.verdictOn(URL, 0)).toBe('unknown');
    session.ask();
    expect(await one.verdictOn(URL, 0)).toBe('accepted');
    session.restart();
    await one.ensureRule();
    expect(await one.verdictOn(URL, 0)).toBe('unknown');
  });

  it('waits with a verdict for every question: Chromium does not ask for a second connection meanwhile (SEC-100)', async () => {
    const answers: ((ruling: Ruling) => void)[] = [];
    const { session, ruled: one } = ruled(() => new Promise((resolve) => answers.push(resolve)));
    await one.ensureRule();
    session.ask();
    session.ask();
    const verdicts: string[] = [];
    void one.verdictOn(URL, 0).then((verdict) => verdicts.push(verdict));
    answers[0]?.({ decision: 'as-chromium', finding: null });
    await settled();
    expect([verdicts, one.questions, one.answers]).toEqual([[], 2, 1]);
    answers[1]?.({ decision: 'unknown-authority', finding: null });
    await settled();
    expect(verdicts).toEqual(['refused']);
  });

  it('counts a refusal of a server only for exchanges that began before it', async () => {
    let rule = refused;
    const { session, ruled: one } = ruled(() => rule());
    await one.ensureRule();
    session.ask();
    await settled();
    expect([one.refusals(URL), one.hasRefused, await one.verdictOn(URL, 0)]).toEqual([
      1,
      true,
      'refused',
    ]);
    one.leaveConnections();
    rule = () => Promise.resolve({ decision: 'as-chromium', finding: null });
    session.ask();
    await settled();
    expect([one.hasRefused, await one.verdictOn(URL, 1)]).toEqual([false, 'accepted']);
  });

  it('knows no verdict on a server if the only answer of the rule was a refusal before the exchange (SEC-33)', async () => {
    const { session, ruled: one } = ruled(refused);
    await one.ensureRule();
    expect(one.refusals(URL)).toBe(0);
    session.ask();
    await settled();
    expect([one.refusals(URL), await one.verdictOn(URL, 1)]).toEqual([1, 'unknown']);
  });

  it('gives a verdict on an address in brackets, too', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.ask('::1');
    expect(await one.verdictOn('https://[::1]:8443/', 0)).toBe('accepted');
  });
});

it('leaves the connections of its session, and gives that session to requests', () => {
  const { session, ruled: one } = ruled();
  one.leaveConnections();
  expect([session.left, one.session]).toEqual([1, 'the session']);
});
