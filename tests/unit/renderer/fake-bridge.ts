import type { AppInfo, Bridge, CallName, IpcAnswer, IpcError } from '../../../shared/ipc/contract.ts';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import type { LoginView, NumberedView } from '../../../shared/login/login-view.ts';
import { success } from '../../../shared/result.ts';
import { REPORTS } from './reports.ts';

export const INFO: AppInfo = {
  version: '0.1.0',
  platform: 'linux',
  language: 'en-GB',
  brandName: 'Gatehouse',
  isGate: false,
  isReaderOn: false,
};

/** One call that the window made. */
export type Call = Readonly<{ name: CallName; argument: unknown }>;

/** Main, as the window sees it: it records the calls, answers as told, and sends views. */
export type FakeBridge = Readonly<{
  bridge: Bridge;
  calls: Call[];
  /** The commands alone, without the two questions of the start. */
  commands: () => readonly Call[];
  /** Sends a view with the next number, or with the one given. */
  show: (view: LoginView, revision?: number) => void;
  listenerCount: () => number;
  /** From now on this call is answered so; a function may answer late or throw. */
  answer: (name: CallName, how: () => Promise<IpcAnswer<never>>) => void;
}>;

/** An answer that refuses. */
export function refusal(code: IpcError['code']): () => Promise<IpcAnswer<never>> {
  return () => Promise.resolve({ ok: false, error: { code, message: '' } });
}

export function createFakeBridge(
  first: LoginView,
  info: AppInfo = INFO,
  report: DoctorReport = REPORTS.healthy,
): FakeBridge {
  const calls: Call[] = [];
  const listeners = new Set<(changed: NumberedView) => void>();
  const answers = new Map<CallName, () => Promise<IpcAnswer<never>>>();
  let current: NumberedView = { revision: 1, atMs: performance.now(), view: first };

  function call<Value>(name: CallName, value: () => Value) {
    return (argument: unknown): Promise<IpcAnswer<Value>> => {
      calls.push({ name, argument });
      return answers.get(name)?.() ?? Promise.resolve(success(value()));
    };
  }
  const nothing = (): Readonly<Record<string, never>> => ({});

  return {
    calls,
    commands: () => calls.filter(({ name }) => name !== 'login:get-view' && name !== 'app:get-info'),
    listenerCount: () => listeners.size,
    answer: (name, how) => void answers.set(name, how),
    show: (view, revision = current.revision + 1) => {
      current = { revision, atMs: performance.now(), view };
      listeners.forEach((listener) => listener(current));
    },
    bridge: {
      login: {
        getView: call('login:get-view', () => current),
        submitUsername: call('login:submit-username', nothing),
        chooseMethod: call('login:choose-method', nothing),
        submitCode: call('login:submit-code', nothing),
        submitProxyLogin: call('login:submit-proxy-login', nothing),
        keepWaiting: call('login:keep-waiting', nothing),
        goBack: call('login:go-back', nothing),
        retry: call('login:retry', nothing),
        cancel: call('login:cancel', nothing),
        finish: call('login:finish', nothing),
        onViewChanged: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      app: {
        getInfo: call('app:get-info', () => info),
        copyText: call('app:copy-text', nothing),
        openEnrolment: call('app:open-enrolment', nothing),
        openNetworkSignIn: call('app:open-network-sign-in', nothing),
        runDoctor: call('app:run-doctor', () => report),
        quit: call('app:quit', nothing),
      },
    },
  };
}
