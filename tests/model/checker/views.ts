import { ERROR_CATALOG, hasTrait, type ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import type {
  ApprovalView,
  ChallengeView,
  CodeView,
  FailedView,
  HostedPageView,
  LoginView,
  Notice,
  QrView,
  SucceededView,
} from '../../../shared/login/view/login-view.ts';
import { isSent, METHODS, type Method } from '../../../shared/service/methods.ts';
import { APPROVAL_MS, REQUESTER, LOGIN_MS } from '../../support/login-fixtures.ts';

/** Views as a healthy run shows them. */
export const home: LoginView = {
  screen: 'username',
  username: 'alice',
  editable: true,
  busy: false,
  problem: null,
  tries: 0,
  isLeftOnPhone: false,
  endsInMs: null,
};
export const busyUsername: LoginView = { ...home, busy: true };

export function methods({
  methods: offered = METHODS,
  starting = null,
  notice = null,
}: Partial<{ methods: readonly Method[]; starting: Method | null; notice: Notice | null }> = {}): LoginView {
  const choices = offered.map((method) => ({ method, availableInMs: 0 }));
  return {
    screen: 'methods',
    requester: REQUESTER,
    username: 'alice',
    choices,
    remembered: null,
    starting,
    remainingMs: LOGIN_MS,
    canExtend: true,
    notice,
  };
}

function common(method: Method): ChallengeView {
  return {
    requester: REQUESTER,
    username: 'alice',
    method,
    challenge: 1,
    remainingMs: APPROVAL_MS,
    canExtend: true,
    totalMs: APPROVAL_MS,
    elapsedMs: 0,
    link: 'connected',
    isVerifying: false,
    againInMs: 0,
    hasOtherMethods: true,
    canReportNotStarted: isSent(method),
    notice: null,
  };
}

/** The screen on which a method waits. */
export function challenge(method: Method, changes: Partial<ApprovalView> = {}): LoginView {
  if (method === 'totp' || method === 'sms') return code({ method });
  if (method === 'qrcode') return qr();
  const chosen = method as ApprovalView['method'];
  return {
    ...common(method),
    screen: 'approval',
    method: chosen,
    phoneNumber: null,
    hostName: null,
    others: [],
    areOthersOffered: false,
    reference: null,
    codeBeside: null,
    ...changes,
  };
}

export function code(changes: Partial<CodeView> = {}): CodeView {
  return {
    ...common('totp'),
    screen: 'code',
    method: 'totp',
    codeLength: 6,
    phoneNumber: null,
    busy: false,
    isStarting: false,
    isAccepted: false,
    problem: null,
    ...changes,
  };
}

export function qr(qrText = 'qr-text'): QrView {
  return { ...common('qrcode'), screen: 'qr', method: 'qrcode', qrText, canOpen: false };
}

export function failed(errorCode: ErrorCode, changes: Partial<FailedView> = {}): FailedView {
  return {
    screen: 'failed',
    requester: REQUESTER,
    username: 'alice',
    code: errorCode,
    outcome: ERROR_CATALOG[errorCode].outcome,
    mayBeGuestNetwork: hasTrait(errorCode, 'guest-network'),
    reference: errorCode,
    advice: 'restart',
    waitMs: 0,
    canChooseMethod: false,
    serviceText: null,
    configKey: null,
    method: null,
    proxy: null,
    endsInMs: null,
    ...changes,
  };
}

export function succeeded(outcome: SucceededView['outcome'], username = 'alice'): LoginView {
  return { screen: 'succeeded', outcome, requester: REQUESTER, username, serviceText: null };
}

/** The page of the service is shown. */
export function hostedPage(changes: Partial<HostedPageView> = {}): HostedPageView {
  return {
    screen: 'hosted-page',
    requester: REQUESTER,
    username: 'alice',
    purpose: 'verify',
    place: 'browser',
    address: 'https://service.example/api/transaction/process/tid-1',
    isUnopened: false,
    isVerifying: false,
    remainingMs: LOGIN_MS,
    canExtend: true,
    endsInMs: null,
    ...changes,
  };
}
