import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANNELS, memberOf, type ChannelName } from '../../shared/ipc/channels.ts';
import type { CallName } from '../../shared/ipc/contract.ts';

type Listener = (...args: readonly unknown[]) => void;

/** The parts of Electron that a preload may use; any other part throws. */
const electron = vi.hoisted(() => ({
  exposed: [] as (readonly [name: string, api: unknown])[],
  invoked: [] as (readonly unknown[])[],
  listeners: [] as { channel: string; listener: unknown }[],
}));
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, api: unknown) => electron.exposed.push([name, api]),
  },
  ipcRenderer: {
    invoke: (...given: readonly unknown[]) => {
      electron.invoked.push(given);
      return Promise.resolve({ ok: true, value: {} });
    },
    on: (channel: string, listener: unknown) => electron.listeners.push({ channel, listener }),
    removeListener: (channel: string, listener: unknown) => {
      const at = electron.listeners.findIndex(
        (one) => one.channel === channel && one.listener === listener,
      );
      if (at !== -1) electron.listeners.splice(at, 1);
    },
  },
}));

type Member = (...given: readonly unknown[]) => unknown;
let bridge: Record<string, Record<string, Member>> = {};
const NAMES = Object.keys(CHANNELS) as ChannelName[];
const CALLS = NAMES.filter((name): name is CallName => CHANNELS[name].kind !== 'event');
const member = (name: ChannelName): Member => {
  const [domain, verb] = memberOf(name);
  const found = bridge[domain]?.[verb];
  if (!found) throw new Error(`no ${domain}.${verb}`);
  return found;
};

beforeAll(async () => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
  await import('../../electron/preload.ts');
  bridge = electron.exposed[0]?.[1] as typeof bridge;
});
beforeEach(() => {
  electron.invoked.length = 0;
  electron.listeners.length = 0;
});

describe('the preload', () => {
  it('exposes one object, invokes no channel and adds no listener when the preload loads', () => {
    expect(electron.exposed.map(([name]) => name)).toEqual(['gatehouse']);
    expect(electron.invoked).toEqual([]);
    expect(electron.listeners).toEqual([]);
  });

  it('exposes exactly the members of the contract, all of them functions', () => {
    const found = Object.entries(bridge).flatMap(([domain, group]) =>
      Object.entries(group).map(([verb, value]) => [`${domain}.${verb}`, typeof value]),
    );
    const expected = NAMES.map((name) => [memberOf(name).join('.'), 'function']);
    expect(found.sort()).toEqual(expected.sort());
    expect(Object.getOwnPropertySymbols(bridge)).toEqual([]);
  });
});

describe('a call', () => {
  it.each(CALLS)(
    'passes a call of %s to its own channel with one argument, whatever it is given',
    async (name) => {
      const argument = { any: 'thing' };
      expect(await member(name)(argument, 'more', () => undefined)).toEqual({
        ok: true,
        value: {},
      });
      expect(electron.invoked).toEqual([[name, argument]]);
    },
  );
});

describe('a subscription', () => {
  const subscribe = (listener: Listener): (() => void) =>
    member('login:view-changed')(listener) as () => void;
  const emit = (...args: readonly unknown[]): void => {
    for (const { channel, listener } of [...electron.listeners]) {
      if (channel === 'login:view-changed') (listener as Listener)(...args);
    }
  };

  it('passes a listener the payload alone: no event object, no further argument', () => {
    const received: (readonly unknown[])[] = [];
    subscribe((...args) => received.push(args));
    emit({ sender: 'the event object' }, { revision: 1 }, 'more');
    expect(received).toEqual([[{ revision: 1 }]]);
  });

  it('ends one subscription and no other, though it is ended twice', () => {
    const received: string[] = [];
    const endFirst = subscribe(() => received.push('first'));
    const endSecond = subscribe(() => received.push('second'));
    expect(electron.listeners).toHaveLength(2);
    endFirst();
    endFirst();
    emit({}, {});
    expect(received).toEqual(['second']);
    endSecond();
    expect(electron.listeners).toEqual([]);
  });

  it('counts a listener twice if it subscribes twice, as React’s strict mode does', () => {
    const listener = vi.fn();
    const ends = [subscribe(listener), subscribe(listener)];
    ends[0]?.();
    emit({}, {});
    expect(listener).toHaveBeenCalledTimes(1);
    ends[1]?.();
    expect(electron.listeners).toEqual([]);
  });
});
