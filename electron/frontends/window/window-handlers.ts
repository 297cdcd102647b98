import { failure, success, type Result } from '../../../shared/result.ts';
import type { Config } from '../../../shared/config/config-schema.ts';
import type { Intent } from '../../../shared/login/machine/login-event.ts';
import {
  referenceOf,
  type LoginView,
  type NumberedView,
} from '../../../shared/login/view/login-view.ts';
import type { Method } from '../../../shared/service/methods.ts';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import type { AppInfo, SupportFile } from '../../../shared/ipc/channels.ts';
import type { ArgumentOf, IpcError } from '../../../shared/ipc/contract.ts';
import type { ProxyLogins } from '../../network/proxy-credentials.ts';
import type { Handlers } from '../../ipc/register-channels.ts';
import type { LoginController } from '../../login/login-controller.ts';
import type { LoginPreferences } from '../../login/preferences.ts';
import { methodToStart } from '../../login/method-to-start.ts';

export type WindowHandlersOptions = Readonly<{
  /** Pending while the login's code loads, which happens during the window's first paint. */
  login: Promise<LoginController>;
  preferences: LoginPreferences;
  config: Config;
  /** Called for each request, because a screen reader may start later. */
  info: () => Promise<AppInfo>;
  onDrawn: () => void;
  copyText: (text: string) => void;
  /** Opens an address in the browser; false on failure. */
  openOutside: (address: string) => Promise<boolean>;
  /** Opens the text of a QR code in an authenticator on this computer; false on failure. */
  openAuthenticator: (qrText: string) => Promise<boolean>;
  quit: () => void;
  proxyLogins: Pick<ProxyLogins, 'provide'>;
  /** The view of the service's page; null if that page is not shown in the window. */
  hostedView: Readonly<{
    moveTo: (rectangle: ArgumentOf<'app:place-hosted-page'> | null) => void;
    focus: (direction: 'forward' | 'backward') => void;
  }> | null;
  /** Opens the browser for the sign-in page of a guest network; false on failure. */
  openNetworkSignIn: () => Promise<boolean>;
  /** Never rejects. */
  runDoctor: () => Promise<DoctorReport>;
  makeSupportFile: (report: DoctorReport) => Promise<UnsavedSupportFile>;
  /** The method of `--method`, which starts at once; null without that option. */
  method: Method | null;
}>;

export type UnsavedSupportFile = Readonly<{
  shown: SupportFile;
  /** False if the write failed. */
  save: () => boolean;
}>;

type Acknowledged = Result<Readonly<Record<string, never>>, IpcError>;
const DONE: Acknowledged = success({});
const NOT_NOW = failure<IpcError>({
  code: 'not-now',
  message: 'there is nothing of that kind on the screen',
});

const NOT_OPENED = failure<IpcError>({
  code: 'not-opened',
  message: 'no program opens this address',
});
const NOT_SAVED = failure<IpcError>({
  code: 'not-saved',
  message: 'the file could not be written',
});

export function windowHandlers(options: WindowHandlersOptions): Handlers {
  const dispatch = async (intent: Intent): Promise<Acknowledged> => {
    (await options.login).dispatch(intent);
    return DONE;
  };
  const viewNow = async (): Promise<NumberedView> => (await options.login).view();
  let report: DoctorReport | null = null;
  let doctorRun: Promise<DoctorReport> | null = null;
  let supportFile: UnsavedSupportFile | null = null;
  return {
    'login:get-view': async () => success(await viewNow()),
    'login:submit-username': ({ username }) => dispatch(usernameIntent(username, options)),
    'login:choose-method': ({ method }) => dispatch({ type: 'choose-method', method }),
    'login:submit-code': ({ code }) => dispatch({ type: 'submit-code', code }),
    'login:submit-proxy-login': async ({ username, password }) => {
      const { view } = await viewNow();
      if (view.screen !== 'failed' || view.proxy === null) return NOT_NOW;
      return options.proxyLogins.provide(view.proxy.id, { username, password })
        ? dispatch({ type: 'retry' })
        : NOT_NOW;
    },
    'login:keep-waiting': () => dispatch({ type: 'keep-waiting' }),
    'login:show-page-again': () => dispatch({ type: 'show-page-again' }),
    'login:go-back': () => dispatch({ type: 'go-back' }),
    'login:retry': () => dispatch({ type: 'retry' }),
    'login:cancel': () => dispatch({ type: 'cancel' }),
    'login:report-not-started': () => dispatch({ type: 'report-not-started' }),
    'login:finish': () => dispatch({ type: 'finish' }),
    'app:get-info': async () => success(await options.info()),
    'app:copy-text': async ({ what }) => {
      const text =
        what === 'doctor-report' ? textOf(report) : textToCopy((await viewNow()).view, what);
      if (text === null) return NOT_NOW;
      options.copyText(text);
      return DONE;
    },
    'app:place-hosted-page': (rectangle) => {
      options.hostedView?.moveTo(rectangle.width > 0 && rectangle.height > 0 ? rectangle : null);
      return DONE;
    },
    'app:focus-hosted-page': ({ at }) => {
      options.hostedView?.focus(at === 'start' ? 'forward' : 'backward');
      return DONE;
    },
    'app:open-enrolment': async () => {
      const { view } = await viewNow();
      if (view.screen !== 'account-waiting' || !view.canOpen || view.webUri === null)
        return NOT_NOW;
      return (await options.openOutside(view.webUri)) ? DONE : NOT_OPENED;
    },
    'app:open-authenticator': async () => {
      const { view } = await viewNow();
      if (view.screen !== 'qr' || !view.canOpen) return NOT_NOW;
      return (await options.openAuthenticator(view.qrText)) ? DONE : NOT_OPENED;
    },
    'app:open-network-sign-in': async () => {
      const { view } = await viewNow();
      if (view.screen !== 'failed' || !view.mayBeGuestNetwork) return NOT_NOW;
      return (await options.openNetworkSignIn()) ? DONE : NOT_OPENED;
    },
    'app:run-doctor': async () => {
      // Calls during a run share it, so that the report to copy is the one that is shown.
      doctorRun ??= options.runDoctor().finally(() => {
        doctorRun = null;
      });
      report = await doctorRun;
      return success(report);
    },
    'app:make-support-file': async () => {
      if (report === null) return NOT_NOW;
      supportFile = await options.makeSupportFile(report);
      return success(supportFile.shown);
    },
    // SECURITY: SEC-43 save the shown text; the page chooses neither text nor file.
    'app:save-support-file': () => {
      if (supportFile === null) return NOT_NOW;
      return supportFile.save() ? DONE : NOT_SAVED;
    },
    'app:report-drawn': () => {
      options.onDrawn();
      return DONE;
    },
    'app:quit': () => {
      options.quit();
      return DONE;
    },
  };
}

function textOf(report: DoctorReport | null): string | null {
  return report === null ? null : JSON.stringify(report, null, 2);
}

/** The start of a login. `--method` has precedence over the remembered method. */
function usernameIntent(
  username: string,
  { config, preferences, method }: WindowHandlersOptions,
): Intent {
  if (method !== null) return { type: 'submit-username', username, method, isMethodRequired: true };
  return {
    type: 'submit-username',
    username,
    method: methodToStart(username, config, preferences),
  };
}

/** The text that the page names; null if the view does not show it. */
function textToCopy(
  view: LoginView,
  what: Exclude<ArgumentOf<'app:copy-text'>['what'], 'doctor-report'>,
): string | null {
  switch (what) {
    case 'qr-text':
      return view.screen === 'qr' ? view.qrText : null;
    case 'error-reference':
      return referenceOf(view);
    case 'page-address':
      return view.screen === 'hosted-page' ? view.address : null;
    case 'enrolment-address':
      return view.screen === 'account-waiting' ? view.webUri : null;
  }
}
