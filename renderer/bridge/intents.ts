import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { ArgumentOf, Bridge, CommandName, IpcAnswer } from '../../shared/ipc/contract.ts';
import type { Trouble, TroubleCode } from '../../shared/ipc/trouble.ts';
import { failure, type Result } from '../../shared/result.ts';
import type { Method } from '../../shared/service/methods.ts';

/** What may be copied; main copies its own value. */
export type Copyable = ArgumentOf<'app:copy-text'>['what'];

/** What the person can want. Each resolves to whether main took it; a refusal is shown by the window itself. */
export type Intents = Readonly<{
  submitUsername: (username: string) => Promise<boolean>;
  chooseMethod: (method: Method) => Promise<boolean>;
  submitCode: (code: string) => Promise<boolean>;
  submitProxyLogin: (login: ArgumentOf<'login:submit-proxy-login'>) => Promise<boolean>;
  keepWaiting: () => Promise<boolean>;
  goBack: () => Promise<boolean>;
  retry: () => Promise<boolean>;
  cancel: () => Promise<boolean>;
  finish: () => Promise<boolean>;
  copyText: (what: Copyable) => Promise<boolean>;
  openEnrolment: () => Promise<boolean>;
  openNetworkSignIn: () => Promise<boolean>;
  /** Whoever asks shows what became of it: an answer may come when nobody wants it any more. */
  runDoctor: () => Promise<Result<DoctorReport, TroubleCode>>;
  quit: () => Promise<boolean>;
}>;

/** Where an intent notes how it fares, for the window to show. */
export type IntentProgress = Readonly<{
  /** Whether a command of this name is on its way to main. */
  isInFlight: (name: CommandName) => boolean;
  setInFlight: (name: CommandName, isInFlight: boolean) => void;
  /** Null takes away what the last intent met. */
  showTrouble: (trouble: Trouble | null) => void;
}>;

/**
 * Intents over the bridge. Single flight: while a command is on its way, the same command is not sent again
 * (double Enter, double click). No answer but `ok` is swallowed: it becomes trouble that is shown.
 */
export function createIntents(bridge: Bridge | null, progress: IntentProgress): Intents {
  async function send(
    name: CommandName,
    call: (bridge: Bridge) => Promise<IpcAnswer<unknown>>,
  ): Promise<boolean> {
    if (progress.isInFlight(name)) return false;
    progress.showTrouble(null);
    if (bridge === null) {
      progress.showTrouble({ code: 'no-bridge', from: 'intent' });
      return false;
    }
    progress.setInFlight(name, true);
    try {
      const answer = await call(bridge);
      if (!answer.ok) progress.showTrouble({ code: answer.error.code, from: 'intent' });
      return answer.ok;
    } catch {
      // A rejected call is a bug on the other side; the person gets the plain words for one.
      progress.showTrouble({ code: 'internal', from: 'intent' });
      return false;
    } finally {
      progress.setInFlight(name, false);
    }
  }

  async function runDoctor(): Promise<Result<DoctorReport, TroubleCode>> {
    if (bridge === null) return failure('no-bridge');
    try {
      const answer = await bridge.app.runDoctor({});
      return answer.ok ? answer : failure(answer.error.code);
    } catch {
      return failure('internal');
    }
  }

  return {
    submitUsername: (username) =>
      send('login:submit-username', ({ login }) => login.submitUsername({ username })),
    chooseMethod: (method) => send('login:choose-method', ({ login }) => login.chooseMethod({ method })),
    submitCode: (code) => send('login:submit-code', ({ login }) => login.submitCode({ code })),
    submitProxyLogin: (given) =>
      send('login:submit-proxy-login', ({ login }) => login.submitProxyLogin(given)),
    keepWaiting: () => send('login:keep-waiting', ({ login }) => login.keepWaiting({})),
    goBack: () => send('login:go-back', ({ login }) => login.goBack({})),
    retry: () => send('login:retry', ({ login }) => login.retry({})),
    cancel: () => send('login:cancel', ({ login }) => login.cancel({})),
    finish: () => send('login:finish', ({ login }) => login.finish({})),
    copyText: (what) => send('app:copy-text', ({ app }) => app.copyText({ what })),
    openEnrolment: () => send('app:open-enrolment', ({ app }) => app.openEnrolment({})),
    openNetworkSignIn: () => send('app:open-network-sign-in', ({ app }) => app.openNetworkSignIn({})),
    runDoctor,
    quit: () => send('app:quit', ({ app }) => app.quit({})),
  };
}
