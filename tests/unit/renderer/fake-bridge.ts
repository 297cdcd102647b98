import {
  CHANNELS,
  memberOf,
  type AppInfo,
  type ChannelName,
  type SupportFile,
} from '../../../shared/ipc/channels.ts';
import type {
  Bridge,
  CallName,
  IpcAnswer,
  IpcError,
  QueryName,
  ValueOf,
} from '../../../shared/ipc/contract.ts';
import type { LoginView, NumberedView } from '../../../shared/login/view/login-view.ts';
import { success } from '../../../shared/result.ts';
import { REPORTS } from './reports.ts';

export const INFO: AppInfo = {
  version: '0.1.0',
  platform: 'linux',
  language: 'en',
  messages: {},
  brand: { name: 'Gatehouse', logo: null, accent: null, help: null, helpAddress: null },
  isGate: false,
  isReaderOn: false,
};

export const SUPPORT_FILE: SupportFile = {
  text: '{\n  "kind": "x"\n}\n',
  file: '~/Downloads/support.json',
};

/** One call that the window made. */
export type Call = Readonly<{ name: CallName; argument: unknown }>;

/** Main, as the window sees it: it records the calls, answers as told, and sends views. */
export type FakeBridge = Readonly<{
  bridge: Bridge;
  calls: Call[];
  /** The person's commands, without the page's own requests and reports at the start. */
  commands: () => readonly Call[];
  /** Sends a view with the next number, or with the one given. */
  show: (view: LoginView, revision?: number) => void;
  listenerCount: () => number;
  /** From now on this call is answered so; a function may answer late or throw. */
  answer: (name: CallName, how: () => Promise<IpcAnswer<never>>) => void;
}>;

const OF_THE_START: readonly CallName[] = ['login:get-view', 'app:get-info', 'app:report-drawn'];

/** An answer that refuses. */
export function refusal(code: IpcError['code']): () => Promise<IpcAnswer<never>> {
  return () => Promise.resolve({ ok: false, error: { code, message: '' } });
}

export function createFakeBridge(first: LoginView, info: AppInfo = INFO): FakeBridge {
  const calls: Call[] = [];
  const listeners = new Set<(changed: NumberedView) => void>();
  const answers = new Map<CallName, () => Promise<IpcAnswer<never>>>();
  let current: NumberedView = { revision: 1, atMs: performance.now(), view: first };

  const valueOf: { readonly [Name in QueryName]: () => ValueOf<Name> } = {
    'login:get-view': () => current,
    'app:get-info': () => info,
    'app:run-doctor': () => REPORTS.healthy,
    'app:make-support-file': () => SUPPORT_FILE,
  };
  const isQuery = (name: CallName): name is QueryName => CHANNELS[name].kind === 'query';
  const call =
    (name: CallName) =>
    (argument: unknown): Promise<IpcAnswer<unknown>> => {
      calls.push({ name, argument });
      const value = isQuery(name) ? valueOf[name]() : {};
      return answers.get(name)?.() ?? Promise.resolve(success(value));
    };
  const listen: Bridge['login']['onViewChanged'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const bridge: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(CHANNELS) as ChannelName[]) {
    const [domain, member] = memberOf(name);
    (bridge[domain] ??= {})[member] = name === 'login:view-changed' ? listen : call(name);
  }

  return {
    calls,
    commands: () => calls.filter(({ name }) => !OF_THE_START.includes(name)),
    listenerCount: () => listeners.size,
    answer: (name, how) => void answers.set(name, how),
    show: (view, revision = current.revision + 1) => {
      current = { revision, atMs: performance.now(), view };
      listeners.forEach((listener) => listener(current));
    },
    bridge: bridge as Bridge,
  };
}
