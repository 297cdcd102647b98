import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Ruling } from '../../../../electron/certificates/own-check.ts';
import { watchNetworkProcess } from '../../../../electron/electron-api/network-process.ts';
import { chromiumSession } from '../../../../electron/electron-api/chromium-session.ts';

const electron = vi.hoisted(() => ({ app: null as unknown as NodeJS.EventEmitter }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  electron.app = new EventEmitter();
  return { app: electron.app };
});

type Shown = Readonly<{ data: string; issuer: object; issuerCert?: Shown }>;
type Proc = (request: unknown, answer: (code: number) => void) => void;

/** Electron's session, with the memory of its network process. */
class FakeSession {
  rule: Proc | null = null;
  readonly marks: unknown[] = [];
  readonly suites: unknown[] = [];
  readonly cookies = {
    get: vi.fn(() => Promise.resolve([...this.marks])),
    set: vi.fn((mark: unknown) => Promise.resolve(void this.marks.push(mark))),
  };
  setCertificateVerifyProc = (rule: Proc): void => void (this.rule = rule);
  setSSLConfig = (config: unknown): void => void this.suites.push(config);
  allowNTLMCredentialsForDomains = vi.fn();
}

function made() {
  const session = new FakeSession();
  return { session, port: chromiumSession(session as never) };
}

const decides = (decision: Ruling['decision']) => (): Promise<Ruling['decision']> =>
  Promise.resolve(decision);

describe('the rule in Chromium’s session', () => {
  it('marks the network process that has the rule, and allows no domain the system’s login (SEC-11, SEC-100)', async () => {
    const { session, port } = made();
    expect(await port.hasMark()).toBe(false);
    port.setRule(decides('accept'));
    expect([await port.hasMark(), session.rule !== null]).toEqual([true, true]);
    expect(session.allowNTLMCredentialsForDomains).toHaveBeenCalledWith('');
    expect(session.cookies.get).toHaveBeenCalledWith({ domain: 'rule.invalid', name: 'rule' });
    expect(session.marks).toEqual([{ url: 'https://rule.invalid/', name: 'rule', value: 'set' }]);
  });

  it('knows of no mark if the network process does not answer in time, such as after a suspension', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { session, port } = made();
    session.cookies.get = vi.fn(() => new Promise<never>(() => undefined));
    const asked = port.hasMark();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await asked).toBeNull();
  });

  it('says that the network process ended while it was asked for the mark', async () => {
    watchNetworkProcess();
    const { session, port } = made();
    session.cookies.get = vi.fn(() => new Promise<never>(() => undefined));
    const asked = port.hasMark();
    const details = { type: 'Utility', serviceName: 'network.mojom.NetworkService' };
    electron.app.emit('child-process-gone', {}, details);
    expect(await asked).toBe('ended');
  });

  it('knows of no mark if a network process refuses it', async () => {
    const { session, port } = made();
    session.cookies.set = vi.fn(() => Promise.reject(new Error('no')));
    port.setRule(decides('accept'));
    expect(await port.hasMark()).toBe(false);
  });

  it.each([
    ['accept', 0],
    ['unknown-authority', -202],
    ['as-chromium', -3],
  ] as const)('tells Chromium the decision of the rule: %s', async (decision, told) => {
    const { session, port } = made();
    port.setRule(decides(decision));
    const answer = await new Promise((resolve) => {
      session.rule?.({ hostname: 'a', errorCode: 0, certificate: shown('own') }, resolve);
    });
    expect(answer).toBe(told);
  });
});

const shown = (data: string, issuerCert?: Shown): Shown => ({
  data,
  issuer: { commonName: data, organizations: [] },
  ...(issuerCert && { issuerCert }),
});

describe('the chain that the rule gets', () => {
  const chainOf = (certificate: Shown): readonly string[] => {
    const { session, port } = made();
    let chain: readonly string[] = [];
    port.setRule((question) => {
      ({ chain } = question);
      return Promise.resolve('accept');
    });
    session.rule?.({ hostname: 'a', errorCode: 0, certificate }, () => undefined);
    return chain;
  };

  it('gives the rule the chain that a host sent, its own certificate first', () => {
    expect(chainOf(shown('own', shown('intermediate', shown('root'))))).toEqual([
      'own',
      'intermediate',
      'root',
    ]);
  });

  it('ends the chain of a host at a certificate that issued itself, and after 16 certificates (SEC-33)', () => {
    const root = { ...shown('root'), issuerCert: shown('root', shown('further')) };
    expect(chainOf(shown('own', root))).toEqual(['own', 'root']);
    let long = shown('0');
    for (let number = 1; number < 40; number += 1) long = shown(String(number), long);
    expect(chainOf(long)).toHaveLength(16);
  });
});

it('leaves its connections by a change of the TLS settings, another one each time', () => {
  const { session, port } = made();
  port.leaveConnections();
  port.leaveConnections();
  port.leaveConnections();
  const [first, second, third] = session.suites;
  expect(first).not.toEqual(second);
  expect(second).not.toEqual(third);
  expect(first).toEqual({ disabledCipherSuites: [0x1a1a] });
});
