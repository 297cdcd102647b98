import type { ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import type {
  ApprovalView,
  CodeView,
  FailedView,
  HostedPageView,
  LoginView,
  MethodsView,
  SucceededView,
} from '../../../shared/login/view/login-view.ts';
import { isSent, METHODS, type Method } from '../../../shared/service/methods.ts';
import { APPROVAL_MS, LOGIN_MS } from '../../support/login/login-fixtures.ts';
import {
  approvalView,
  browserPageView,
  choicesOf,
  codeView,
  failedView,
  methodsView,
  qrView,
  succeededView,
  usernameView,
} from '../../unit/renderer/fixtures.ts';

/** Views as a healthy run shows them. */
export const home = usernameView({ username: 'alice' });
export const busyUsername = usernameView({ username: 'alice', busy: true });

const BEGUN = { remainingMs: APPROVAL_MS, totalMs: APPROVAL_MS, elapsedMs: 0 } as const;

type Offered = Partial<MethodsView> & Readonly<{ methods?: readonly Method[] }>;

export const methods = ({ methods: offered = METHODS, ...changes }: Offered = {}): LoginView =>
  methodsView({ choices: choicesOf(...offered), remainingMs: LOGIN_MS, ...changes });

/** The screen on which a method waits. */
export function challenge(method: Method, changes: Partial<ApprovalView> = {}): LoginView {
  if (method === 'totp' || method === 'sms') return code({ method });
  if (method === 'qrcode') return qr();
  const chosen = { method: method as ApprovalView['method'], canReportNotStarted: isSent(method) };
  return approvalView({ ...BEGUN, ...chosen, codeBeside: null, ...changes });
}

export const code = (changes: Partial<CodeView> = {}): LoginView =>
  codeView({ ...BEGUN, ...changes });

export const qr = (qrText = 'qr-text'): LoginView => qrView({ ...BEGUN, qrText });

export const failed = (errorCode: ErrorCode, changes: Partial<FailedView> = {}): LoginView =>
  failedView(errorCode, { advice: 'restart', ...changes });

export const succeeded = (outcome: SucceededView['outcome'], username = 'alice'): LoginView =>
  succeededView({ outcome, username });

/** The page of the service is shown. */
export const hostedPage = (changes: Partial<HostedPageView> = {}): LoginView =>
  browserPageView({ remainingMs: LOGIN_MS, ...changes });
