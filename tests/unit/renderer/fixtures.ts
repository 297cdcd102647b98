import { ERROR_CATALOG, hasTrait, type ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import type {
  AccountWaitingView,
  ApprovalView,
  ChallengeView,
  CodeView,
  FailedView,
  HostedPageView,
  LoginView,
  MethodsView,
  Notice,
  QrView,
  SecurityKeyView,
  SucceededView,
  UsernameView,
} from '../../../shared/login/view/login-view.ts';
import type { ServiceText } from '../../../shared/service/service-text.ts';
import type { AskingProxy } from '../../../shared/service/service-failure.ts';
import type { Requester } from '../../../shared/service/requester.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';

/** Views for tests. Typed by the contract, so that they break when it changes. */

const ADDRESS =
  'https://mfa.northwind.example/enroll/3f5b8ad0c7f1?code=6f1c2a9e-5d0b-4a53-9a54-b1d2c3e4f506';
export const REQUESTER: Requester = { application: 'Payroll', company: 'Northwind Trading' };

const CHALLENGE = {
  requester: REQUESTER,
  username: 'alice',
  challenge: 1,
  remainingMs: 100_000,
  canExtend: true,
  totalMs: 120_000,
  elapsedMs: 20_000,
  link: 'connected',
  isVerifying: false,
  againInMs: 0,
  hasOtherMethods: true,
  canReportNotStarted: false,
  notice: null,
} as const satisfies Omit<ChallengeView, 'method'>;

export function usernameView(change: Partial<UsernameView> = {}): UsernameView {
  return {
    screen: 'username',
    username: '',
    editable: true,
    busy: false,
    problem: null,
    tries: 0,
    isLeftOnPhone: false,
    endsInMs: null,
    ...change,
  };
}

export function methodsView(change: Partial<MethodsView> = {}): MethodsView {
  return {
    screen: 'methods',
    requester: REQUESTER,
    username: 'alice',
    choices: choicesOf('push', 'totp', 'qrcode', 'sms', 'yotp'),
    remembered: null,
    starting: null,
    remainingMs: 280_000,
    canExtend: true,
    notice: null,
    ...change,
  };
}

export function choicesOf(...methods: readonly Method[]): MethodsView['choices'] {
  return methods.map((method) => ({ method, availableInMs: 0 }));
}

export function codeView(change: Partial<CodeView> = {}): CodeView {
  return {
    ...CHALLENGE,
    screen: 'code',
    method: 'totp',
    codeLength: 6,
    phoneNumber: null,
    busy: false,
    isStarting: false,
    isAccepted: false,
    problem: null,
    ...change,
  };
}

export function smsView(change: Partial<CodeView> = {}): CodeView {
  return codeView({
    method: 'sms',
    phoneNumber: '+49 ••• ••• 42',
    canReportNotStarted: true,
    ...change,
  });
}

export function keyView(change: Partial<SecurityKeyView> = {}): SecurityKeyView {
  return {
    ...CHALLENGE,
    screen: 'security-key',
    method: 'yotp',
    busy: false,
    isAccepted: false,
    problem: null,
    ...change,
  };
}

export function qrView(change: Partial<QrView> = {}): QrView {
  return {
    ...CHALLENGE,
    screen: 'qr',
    method: 'qrcode',
    qrText: 'service://confirm?tid=6f1c2a9e-5d0b-4a53-9a54-3f5b8ad0c7f1&v=1',
    canOpen: false,
    ...change,
  };
}

export function approvalView(change: Partial<ApprovalView> = {}): ApprovalView {
  return {
    ...CHALLENGE,
    screen: 'approval',
    method: 'push',
    phoneNumber: null,
    hostName: 'NW-LAPTOP-0417',
    canReportNotStarted: true,
    others: choicesOf('sms', 'smsLink', 'email'),
    areOthersOffered: false,
    reference: null,
    // Where a code from an app is offered too, which no other approval has a field for.
    codeBeside: (change.method ?? 'push') === 'push' ? { problem: null } : null,
    ...change,
  };
}

/** The page of a prompt-capable application in the browser. */
export function browserPageView(change: Partial<HostedPageView> = {}): HostedPageView {
  return hostedPageView({ display: 'browser', canExtend: true, remainingMs: 290_000, ...change });
}

export function hostedPageView(change: Partial<HostedPageView> = {}): HostedPageView {
  return {
    screen: 'hosted-page',
    requester: REQUESTER,
    username: 'alice',
    purpose: 'verify',
    display: 'window',
    address: 'https://mfa.example.com/api/transaction/process/1',
    isUnopened: false,
    isVerifying: false,
    remainingMs: 300_000,
    canExtend: false,
    endsInMs: null,
    ...change,
  };
}

export function accountWaitingView(change: Partial<AccountWaitingView> = {}): AccountWaitingView {
  return {
    screen: 'account-waiting',
    requester: REQUESTER,
    username: 'walter',
    webUri: ADDRESS,
    canOpen: true,
    endsInMs: null,
    ...change,
  };
}

export function failedView(code: ErrorCode, change: Partial<FailedView> = {}): FailedView {
  return {
    screen: 'failed',
    requester: REQUESTER,
    username: 'alice',
    code,
    outcome: ERROR_CATALOG[code].outcome,
    mayBeGuestNetwork: hasTrait(code, 'guest-network'),
    reference: `${code} (init: HTTP 503)`,
    advice: ERROR_CATALOG[code].advice,
    waitMs: 0,
    canChooseMethod: false,
    serviceText: null,
    configKey: null,
    method: null,
    proxy: null,
    endsInMs: null,
    ...change,
  };
}

export function succeededView(change: Partial<SucceededView> = {}): SucceededView {
  return {
    screen: 'succeeded',
    outcome: 'confirmed',
    requester: REQUESTER,
    username: 'alice',
    serviceText: null,
    ...change,
  };
}

export const WORDS: ServiceText = {
  message: 'Passcode is invalid.',
  details: 'Log in again or contact the help desk on floor 3.',
};

export const PROXY: AskingProxy = {
  id: 'PROXY proxy.northwind.example:3128 basic',
  name: 'proxy.northwind.example:3128',
  hasRefused: false,
};

const LONG_NAME =
  'maximiliane.von-und-zu-hohenstaufen-wittelsbach@subsidiary.northwind-trading.example';

/** A notice of each kind. */
export const NOTICES: readonly Notice[] = [
  { kind: 'choose-again', serviceText: WORDS },
  { kind: 'method-refused', method: 'push', serviceText: null },
  { kind: 'too-many', method: 'push', waitMs: 3000, serviceText: WORDS },
  { kind: 'sent-recently', method: 'sms', waitMs: 2000 },
  { kind: 'sent-too-often', method: 'email' },
  { kind: 'approval-refused' },
  { kind: 'possibly-missed' },
  { kind: 'code-accepted-no-event' },
];

/** Every screen with its sub-states, by name. */
export const FIXTURES: Readonly<Record<string, LoginView>> = {
  username: usernameView(),
  'username-remembered': usernameView({ username: 'alice' }),
  'username-busy': usernameView({ username: 'alice', busy: true }),
  'username-problem': usernameView({ problem: 'empty' }),
  'username-left-on-phone': usernameView({ username: 'alice', isLeftOnPhone: true }),
  'username-given': usernameView({ username: 'alice', editable: false }),

  methods: methodsView(),
  'methods-all': methodsView({ choices: choicesOf(...METHODS), remembered: 'push' }),
  'methods-remembered': methodsView({ remembered: 'totp' }),
  'methods-one': methodsView({ choices: choicesOf('push') }),
  'methods-starting': methodsView({ starting: 'push' }),
  'methods-closed': methodsView({
    choices: [
      { method: 'push', availableInMs: 24_000 },
      { method: 'sms', availableInMs: null },
      { method: 'totp', availableInMs: 0 },
    ],
    notice: { kind: 'sent-recently', method: 'push', waitMs: 24_000 },
  }),
  'methods-notice': methodsView({ notice: { kind: 'choose-again', serviceText: WORDS } }),
  'methods-too-many': methodsView({
    choices: [
      { method: 'push', availableInMs: 45_000 },
      { method: 'totp', availableInMs: 0 },
    ],
    notice: { kind: 'too-many', method: 'push', waitMs: 45_000, serviceText: null },
  }),
  'methods-long-name': methodsView({
    username: LONG_NAME,
    requester: {
      application: 'Warehouse and Payroll Management Client',
      company: 'Northwind Trading and Shipping International',
    },
  }),
  'methods-rtl-name': methodsView({
    username: 'فاطمة الزهراء',
    requester: { application: 'رواتب', company: 'شركة الشمال' },
  }),

  totp: codeView(),
  'totp-wrong': codeView({ problem: { kind: 'wrong', serviceText: WORDS, tries: 1 } }),
  'totp-empty': codeView({ problem: { kind: 'empty', tries: 1 } }),
  'totp-too-short': codeView({ problem: { kind: 'too-short', tries: 1 } }),
  'totp-busy': codeView({ busy: true }),
  'totp-accepted': codeView({ isAccepted: true }),
  'totp-no-event': codeView({ notice: { kind: 'code-accepted-no-event' }, isAccepted: true }),
  'totp-too-many': codeView({ problem: { kind: 'too-many', waitMs: 45_000, serviceText: null } }),
  sms: smsView({ againInMs: 24_000 }),
  'sms-unanswered': smsView({ problem: { kind: 'unanswered' } }),
  'sms-no-more': smsView({ againInMs: null, hasOtherMethods: false }),
  'security-key': keyView(),
  'security-key-wrong': keyView({ problem: { kind: 'wrong', serviceText: null, tries: 1 } }),
  'security-key-layout': keyView({ problem: { kind: 'unknown-layout', tries: 1 } }),
  qr: qrView(),

  push: approvalView({ againInMs: 24_000 }),
  'push-others': approvalView({
    elapsedMs: 25_000,
    areOthersOffered: true,
    reference: 'approval-pending (person: push)',
  }),
  'push-later': approvalView({ remainingMs: 28_000, elapsedMs: 92_000 }),
  'push-reconnecting': approvalView({ link: 'reconnecting' }),
  'push-possibly-missed': approvalView({ notice: { kind: 'possibly-missed' } }),
  'push-verifying': approvalView({ isVerifying: true }),
  'push-empty-code': approvalView({ codeBeside: { problem: { kind: 'empty', tries: 1 } } }),
  'push-bare': approvalView({
    hostName: null,
    requester: { application: '', company: '' },
    hasOtherMethods: false,
    codeBeside: null,
  }),
  email: approvalView({ method: 'email' }),
  'sms-link': approvalView({ method: 'smsLink', phoneNumber: '+49 ••• ••• 42' }),
  'phone-call': approvalView({ method: 'phoneCall', phoneNumber: '+49 ••• ••• 42' }),

  'hosted-page': browserPageView(),
  'hosted-page-unopened': browserPageView({ isUnopened: true }),
  'hosted-page-verifying': browserPageView({ isVerifying: true, canExtend: false }),
  'hosted-page-denied': browserPageView({
    purpose: 'denied-or-waiting',
    remainingMs: 0,
    canExtend: false,
  }),

  'account-waiting': accountWaitingView(),
  'account-waiting-bare': accountWaitingView({ webUri: null, canOpen: false }),
  denied: failedView('denied'),
  'denied-by-person': failedView('denied-by-person', { method: 'push' }),
  'not-started-by-person': failedView('not-started-by-person', {
    method: 'push',
    reference: 'not-started-by-person (person: push)',
  }),
  'no-usable-method': failedView('no-usable-method'),
  failed: failedView('network-unreachable'),
  'failed-words': failedView('unknown-exception', { serviceText: WORDS }),
  'failed-setting': failedView('field-missing', { configKey: 'login.userEmail' }),
  'failed-wait': failedView('too-many-attempts', { waitMs: 45_000, serviceText: WORDS }),
  'failed-same-method': failedView('timed-out', { method: 'push', canChooseMethod: true }),
  'failed-expired': failedView('expired'),
  'failed-choose': failedView('method-not-offered', { canChooseMethod: true }),
  'failed-closed': failedView('licence', { serviceText: WORDS }),
  'failed-sign-in': failedView('network-sign-in'),
  'failed-other-name': failedView('tls-other-name'),
  'failed-not-the-service': failedView('not-the-service'),
  'proxy-login': failedView('proxy-login-required', { proxy: PROXY }),
  'proxy-login-refused': failedView('proxy-login-required', {
    proxy: { ...PROXY, hasRefused: true },
  }),
  succeeded: succeededView(),
  bypassed: succeededView({
    outcome: 'bypassed',
    serviceText: { message: 'User bypassed', details: null },
  }),
  'allowed-unreachable': succeededView({ outcome: 'allowed-unreachable' }),
};
