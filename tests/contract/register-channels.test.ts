import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registerChannels, type Handlers } from '../../electron/ipc/register-channels.ts';
import type { Sender } from '../../electron/ipc/sender.ts';
import { CHANNELS } from '../../shared/ipc/channels.ts';
import { CALLS, type CallName } from '../../shared/ipc/contract.ts';
import { goodArgumentFor } from '../support/ipc-arguments.ts';

const ORIGIN = 'app://shell';
const OWN: Sender = { isOwnWindow: true, isMainFrame: true, url: 'app://shell/index.html' };
type Handle = (sender: Sender, argument: unknown) => Promise<unknown>;
const registered = new Map<string, Handle>();
const called: (readonly [channel: string, argument: unknown])[] = [];
const logged: (readonly [event: string, fields: unknown])[] = [];
/** The behaviour of every handler. */
let act: (argument: unknown) => unknown = () => ({ ok: true, value: { some: 'value' } });

const handlers = Object.fromEntries(
  CALLS.map((channel) => [
    channel,
    (argument: unknown) => {
      called.push([channel, argument]);
      return act(argument);
    },
  ]),
) as unknown as Handlers;

beforeEach(() => {
  registered.clear();
  called.length = 0;
  logged.length = 0;
  act = () => ({ ok: true, value: { some: 'value' } });
  registerChannels(
    (channel, handle) => {
      if (registered.has(channel)) throw new Error(`twice: ${channel}`);
      registered.set(channel, handle);
    },
    ORIGIN,
    handlers,
    (event, fields) => logged.push([event, fields]),
  );
});

/** Calls as our window does; the default argument is valid. */
const call = (
  channel: CallName,
  ...given: readonly [argument?: unknown, sender?: Sender]
): Promise<unknown> => {
  const handle = registered.get(channel);
  if (!handle) throw new Error(`not registered: ${channel}`);
  const [argument, sender = OWN] = given;
  return handle(sender, given.length === 0 ? goodArgumentFor(channel) : argument);
};
const refused = (code: string) => ({ ok: false, error: { code, message: expect.any(String) } });

describe('the set of registered channels', () => {
  it('registers each call of the contract once, and no event', () => {
    const calls = Object.entries(CHANNELS).filter(([, { kind }]) => kind !== 'event');
    expect([...registered.keys()].sort()).toEqual(calls.map(([name]) => name).sort());
  });
});

describe.each(CALLS)('%s', (channel) => {
  it('passes a call from our window to its own handler alone (SEC-8)', async () => {
    expect(await call(channel)).toEqual({ ok: true, value: { some: 'value' } });
    expect(called).toEqual([[channel, goodArgumentFor(channel)]]);
    expect(logged).toEqual([]);
  });

  it.each<readonly [string, Partial<Sender>]>([
    ['another window', { isOwnWindow: false }],
    ['another window that says it is ours', { isOwnWindow: false, isMainFrame: true }],
    ['a subframe of our origin', { isMainFrame: false }],
    ['a frame that is gone', { url: '', isMainFrame: false }],
    ...[
      '',
      ' ',
      'null',
      'undefined',
      'about:blank',
      'about:srcdoc',
      'data:text/html,x',
      'javascript:0',
      'app://',
      'app:shell',
      'app:///index.html',
      'app://shell.evil/',
      'app://evil.shell/',
      'app://shell2',
      'app://other/index.html',
      'app://shell:1/',
      'app2://shell/',
      'xapp://shell/',
      'blob:app://shell/1',
      'filesystem:app://shell/x',
      'http://shell/',
      'https://shell/',
      'https://mfa.example.com/app://shell',
      'file:///app/shell/index.html',
      'file://shell/',
      'devtools://devtools/x',
      'chrome://gpu',
      'app://shell%2eevil',
      '//shell/',
      'shell',
      'not an address',
    ].map((url) => [`the address ${JSON.stringify(url)}`, { url }] as const),
  ])('denies a call from %s, which reaches no handler (SEC-8)', async (_who, changes) => {
    expect(await call(channel, goodArgumentFor(channel), { ...OWN, ...changes })).toEqual(
      refused('ipc-denied'),
    );
    expect(called).toEqual([]);
    expect(logged).toEqual([['ipc-denied', { channel, why: expect.any(String) }]]);
  });

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['a text', 'alice'],
    ['a list of its object', [goodArgumentFor(channel)]],
    ['a member too many', { ...goodArgumentFor(channel), extra: 1 }],
    ['a hidden member too many', JSON.parse('{"extra":{"__proto__":1}}')],
  ])('refuses %s as an argument, which reaches no handler (SEC-8)', async (_what, argument) => {
    expect(await call(channel, argument)).toEqual(refused('ipc-invalid'));
    expect(called).toEqual([]);
    expect(logged).toEqual([['ipc-invalid', { channel }]]);
  });

  it('passes a handler no content of a Map, a Date or an Error (SEC-8)', async () => {
    for (const odd of [new Map([['extra', 1]]), new Date(0), new Error('x')]) {
      const answer = await call(channel, odd);
      if (Object.keys(goodArgumentFor(channel)).length > 0)
        expect(answer).toEqual(refused('ipc-invalid'));
    }
    expect(called.every(([, argument]) => JSON.stringify(argument) === '{}')).toBe(true);
  });

  it('keeps an error of a handler out of answer and log (SEC-8)', async () => {
    for (const fault of [
      new Error('secret inside'),
      'secret inside',
      { secret: 'inside' },
      undefined,
    ]) {
      act = () => {
        throw fault as Error;
      };
      expect(await call(channel)).toEqual(refused('internal'));
      act = async () => {
        await Promise.resolve();
        throw fault as Error;
      };
      const answer = await call(channel);
      expect(answer).toEqual(refused('internal'));
      expect(JSON.stringify([answer, logged])).not.toContain('inside');
    }
  });
});

describe('arguments of a wrong shape', () => {
  it.each<readonly [CallName, readonly unknown[]]>([
    [
      'login:choose-method',
      [{ method: 'fido' }, { method: 'PUSH' }, { method: '' }, { method: ['push'] }],
    ],
    [
      'app:copy-text',
      [{ what: 'secret' }, { what: '' }, { text: 'anything' }, { what: ['qr-text'] }],
    ],
  ])('refuses arguments of a wrong shape for %s', async (channel, wrong) => {
    for (const argument of wrong)
      expect(await call(channel, argument)).toEqual(refused('ipc-invalid'));
    expect(called).toEqual([]);
  });

  it('logs no argument of a wrong shape', async () => {
    await call('login:submit-code', { code: 'x'.repeat(5_000), more: 'hunter2' });
    expect(JSON.stringify(logged)).toBe('[["ipc-invalid",{"channel":"login:submit-code"}]]');
  });
});

describe('our origin', () => {
  it.each(['app://shell/', 'app://shell', 'app://shell/a/b.html?c#d', 'APP://shell/index.html'])(
    'takes %s for our origin',
    async (url) => {
      expect(await call('login:get-view', {}, { ...OWN, url })).toMatchObject({ ok: true });
    },
  );

  it('checks the origin of each call anew', async () => {
    const sender = { ...OWN };
    expect(await call('login:get-view', {}, sender)).toMatchObject({ ok: true });
    expect(await call('login:get-view', {}, { ...sender, url: 'https://evil.example' })).toEqual(
      refused('ipc-denied'),
    );
  });
});

describe('an answer', () => {
  it('passes on a handler’s answer as it is, even a refusal', async () => {
    const answer = { ok: false, error: { code: 'not-now', message: 'x' } };
    act = vi.fn(() => Promise.resolve(answer));
    expect(await call('app:copy-text')).toBe(answer);
  });
});
