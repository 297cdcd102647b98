import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ObservedCertificates } from '../../../../electron/certificates/observed-certificates.ts';
import type { Ruling } from '../../../../electron/certificates/own-check.ts';
import { watchNetworkProcess } from '../../../../electron/electron-api/network-process.ts';
import { RuledSession } from '../../../../electron/electron-api/ruled-session.ts';

const electron = vi.hoisted(() => ({ app: null as unknown as NodeJS.EventEmitter }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  electron.app = new EventEmitter();
  return { app: electron.app };
});

/** Electron reports the end of a network process. */
function reportEnd(): void {
  const details = { type: 'Utility', serviceName: 'network.mojom.NetworkService' };
  electron.app.emit('child-process-gone', {}, details);
}

const URL = 'https://mfa.example.com/api';
const HOST = 'mfa.example.com';

type Proc = (request: unknown, answer: (code: number) => void) => void;

/** Chromium's session: the network process that it has, with the memory of that process. */
class FakeSession {
  rule: Proc | null = null;
  readonly marks: string[] = [];
  readonly suites: unknown[] = [];
  sets = 0;
  readonly cookies = {
    get: () => Promise.resolve([...this.marks]),
    set: () => Promise.resolve(void this.marks.push('mark')),
  };
  setCertificateVerifyProc = (rule: Proc): void => {
    this.rule = rule;
    this.sets += 1;
  };
  setSSLConfig = (config: unknown): void => void this.suites.push(config);
  allowNTLMCredentialsForDomains = vi.fn();

  /** Another process takes over. */
  restart(): void {
    this.rule = null;
    this.marks.length = 0;
  }

  /** Chromium asks about a certificate. @returns the answer, once it is there */
  ask(hostname = HOST, errorCode = 0): { answer: number | null } {
    const asked: { answer: number | null } = { answer: null };
    const certificate = { data: 'PEM', issuer: { commonName: 'Root', organizations: [] } };
    this.rule?.({ hostname, errorCode, certificate }, (code) => (asked.answer = code));
    return asked;
  }
}

function ruled(
  rule: () => Promise<Ruling> = () => Promise.resolve({ decision: 'as-chromium', finding: null }),
) {
  const session = new FakeSession();
  return { session, ruled: new RuledSession(session as never, rule, new ObservedCertificates()) };
}

const settled = (): Promise<void> => new Promise(setImmediate);
const refused = (): Promise<Ruling> =>
  Promise.resolve({ decision: 'unknown-authority', finding: null });

describe('the rule of a session', () => {
  it('sets the rule of a session before the first request, and allows no domain the system’s login (SEC-11, SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    expect(await one.ensureRule()).toBe(true);
    expect(session.rule).not.toBeNull();
    expect(session.allowNTLMCredentialsForDomains).toHaveBeenCalledWith('');
  });

  it('sets the rule of a session once for all requests of one network process', async () => {
    const { session, ruled: one } = ruled();
    expect(await Promise.all([one.ensureRule(), one.ensureRule(), one.ensureRule()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(await one.ensureRule()).toBe(true);
    expect(session.sets).toBe(1);
  });

  it('sets the rule of a session again in another network process, before any request goes (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.restart();
    expect(await one.ensureRule()).toBe(true);
    expect([session.sets, session.rule === null]).toEqual([2, false]);
  });

  it('lets no request go that waited for the rule when the network process ended', async () => {
    watchNetworkProcess();
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.cookies.get = () => new Promise(() => undefined);
    const isRuleSet = one.ensureRule();
    reportEnd();
    expect(await isRuleSet).toBe(false);
  });

  it('leaves the rule of a session as it is in a network process that answers late, such as after a suspension', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    const answer = session.cookies.get;
    session.cookies.get = () => new Promise(() => undefined);
    const held = one.ensureRule();
    session.cookies.get = answer;
    await vi.advanceTimersByTimeAsync(5000);
    expect([await held, session.sets]).toEqual([true, 1]);
  });

  it('lets no request go if no network process takes the rule (SEC-100)', async () => {
    const { session, ruled: one } = ruled();
    session.cookies.set = () => Promise.reject(new Error('no'));
    expect(await one.ensureRule()).toBe(false);
  });

  it.each([
    ['accept', -202, 0],
    ['unknown-authority', 0, -202],
    ['as-chromium', -201, -3],
  ] as const)('tells Chromium the decision of the rule: %s', async (decision, errorCode, told) => {
    const { session, ruled: one } = ruled(() => Promise.resolve({ decision, finding: null }));
    await one.ensureRule();
    const asked = session.ask(HOST, errorCode);
    await settled();
    expect(asked.answer).toBe(told);
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

  it('gives a verdict on an address in brackets, too', async () => {
    const { session, ruled: one } = ruled();
    await one.ensureRule();
    session.ask('::1');
    expect(await one.verdictOn('https://[::1]:8443/', 0)).toBe('accepted');
  });
});

it('leaves its connections by a change of the TLS settings, another one each time', () => {
  const { session, ruled: one } = ruled();
  one.leaveConnections();
  one.leaveConnections();
  one.leaveConnections();
  const [first, second, third] = session.suites;
  expect(first).not.toEqual(second);
  expect(second).not.toEqual(third);
});
