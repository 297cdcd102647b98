import type { UsernameProblem } from '../input/username.ts';
import type { StateCodeProblem, StateNotice } from '../machine/login-state.ts';
import type { ServiceText } from '../../service/service-text.ts';
import { METHOD_OF_CODE_BESIDE } from '../../service/methods.ts';
import type { Advice, ErrorCode } from '../../outcomes/error-catalog.ts';
import type { AskingProxy } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { AllowedOutcome, RefusedOutcome } from '../../outcomes/outcomes.ts';

/**
 * One screen of the login, without token, secret or raw event. Only the address of a hosted page names the transaction.
 * Texts of the service are sanitised; show them as quotations. Times are milliseconds from the creation of the view.
 * Members of several views:
 * - `busy`: waiting for the service's answer.
 * - `canExtend`: `keepWaiting` can postpone the timeout.
 * - `endsInMs`: until the caller's limit (`--timeout`); null without a limit.
 * - `isVerifying`: the service is checking an approval.
 * - `remainingMs`: until the wait or the login times out.
 */
export type LoginView =
  | UsernameView
  | MethodsView
  | CodeView
  | SecurityKeyView
  | QrView
  | ApprovalView
  | HostedPageView
  | AccountWaitingView
  | FailedView
  | SucceededView;

export type UsernameView = Readonly<{
  screen: 'username';
  username: string;
  /** False if the name comes from the operating system or the caller. */
  editable: boolean;
  busy: boolean;
  problem: UsernameProblem | null;
  /** A higher number means a new problem, even of the same kind. */
  tries: number;
  /** The push of a cancelled login is still pending. */
  isLeftOnPhone: boolean;
  endsInMs: number | null;
}>;

/** A sentence above the methods or beside a wait. The login continues. */
export type Notice =
  | Exclude<StateNotice, Readonly<{ untilMs: number }>>
  /** The service requires a pause for this method only. */
  | Readonly<{ kind: 'too-many'; method: Method; waitMs: number; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'sent-recently'; method: Method; waitMs: number }>;

export type MethodChoice = Readonly<{
  method: Method;
  /** 0: available now. Null: sent too often in this login. */
  availableInMs: number | null;
}>;

export type MethodsView = Readonly<{
  screen: 'methods';
  requester: Requester;
  username: string;
  choices: readonly MethodChoice[];
  /** The last successful method on this computer. Shown first. */
  remembered: Method | null;
  starting: Method | null;
  remainingMs: number;
  canExtend: boolean;
  notice: Notice | null;
}>;

/** Members of all screens that wait for the person. */
export type ChallengeView = Readonly<{
  requester: Requester;
  username: string;
  method: Method;
  /** Number of this method start in the transaction. */
  challenge: number;
  remainingMs: number;
  /** False if the caller's limit ends the login first. */
  canExtend: boolean;
  /** Length of the wait, for the countdown ring. */
  totalMs: number;
  /** Since the start of the method. */
  elapsedMs: number;
  link: 'connected' | 'reconnecting';
  isVerifying: boolean;
  /** Until the same method can start again. 0: now. Null: not in this login. */
  againInMs: number | null;
  hasOtherMethods: boolean;
  canReportNotStarted: boolean;
  notice: Notice | null;
}>;

/** A pause has its remaining time instead of its end. */
export type CodeProblem =
  | Exclude<StateCodeProblem, Readonly<{ kind: 'too-many' }>>
  | Readonly<{ kind: 'too-many'; waitMs: number; serviceText: ServiceText | null }>;

export type CodeView = ChallengeView &
  Readonly<{
    screen: 'code';
    method: 'totp' | 'sms';
    /** Expected digits. Only a hint: bypass codes are longer. */
    codeLength: number | null;
    /** Masked by the service; null for `totp`. */
    phoneNumber: string | null;
    busy: boolean;
    /** A code typed beside a push is kept until `totp` has started. */
    isStarting: boolean;
    /** Waiting for the service's confirmation. */
    isAccepted: boolean;
    problem: CodeProblem | null;
  }>;

export type SecurityKeyView = ChallengeView &
  Readonly<{
    screen: 'security-key';
    method: 'yotp';
    busy: boolean;
    isAccepted: boolean;
    problem: CodeProblem | null;
  }>;

export type QrView = ChallengeView &
  Readonly<{
    screen: 'qr';
    method: 'qrcode';
    qrText: string;
    canOpen: boolean;
  }>;

export type ApprovalView = ChallengeView &
  Readonly<{
    screen: 'approval';
    method: 'push' | 'email' | 'smsLink' | 'phoneCall';
    phoneNumber: string | null;
    /** This computer's name; null if not sent to the service. */
    hostName: string | null;
    /** In the service's order. */
    others: readonly MethodChoice[];
    /** True after a long wait. */
    areOthersOffered: boolean;
    /** For the helpdesk, such as `approval-pending (person: push)`; null until a long wait. */
    reference: string | null;
    /** A field for an app code during the wait; null without the field. */
    codeBeside: Readonly<{ problem: CodeProblem | null }> | null;
  }>;

/** The service's page for a prompt-capable application. */
export type HostedPageView = Readonly<{
  screen: 'hosted-page';
  requester: Requester;
  username: string;
  /** `denied-or-waiting`: the page explains the end of the login. */
  purpose: 'verify' | 'denied-or-waiting';
  display: 'window' | 'browser';
  /** Names the transaction and works for any person. */
  address: string;
  /** The person must open the address. */
  isUnopened: boolean;
  isVerifying: boolean;
  /** 0 for `denied-or-waiting`: the login has ended. */
  remainingMs: number;
  canExtend: boolean;
  /** Null for `verify`: `remainingMs` includes the caller's limit. */
  endsInMs: number | null;
}>;

export type AccountWaitingView = Readonly<{
  screen: 'account-waiting';
  requester: Requester;
  username: string;
  /** The enrolment address. */
  webUri: string | null;
  /** True for https only. */
  canOpen: boolean;
  endsInMs: number | null;
}>;

export type FailedView = Readonly<{
  screen: 'failed';
  requester: Requester;
  username: string;
  code: ErrorCode;
  outcome: RefusedOutcome;
  /** The person can then open the network's sign-in page. */
  mayBeGuestNetwork: boolean;
  /** For an administrator: code, place of the fault and evidence; never a secret. */
  reference: string;
  advice: Advice;
  /** Until the person can follow the advice. */
  waitMs: number;
  canChooseMethod: boolean;
  serviceText: ServiceText | null;
  /** The key to check, if any. */
  configKey: string | null;
  method: Method | null;
  proxy: AskingProxy | null;
  endsInMs: number | null;
}>;

export type SucceededView = Readonly<{
  screen: 'succeeded';
  outcome: AllowedOutcome;
  requester: Requester;
  /** In the service's spelling after a confirmation. */
  username: string;
  /** For a bypass. */
  serviceText: ServiceText | null;
}>;

/** The renderer ignores a view with a lower `revision`. `atMs`: creation time, on a clock with an arbitrary zero. */
export type NumberedView = Readonly<{ revision: number; atMs: number; view: LoginView }>;

export type AnyChallengeView = CodeView | SecurityKeyView | QrView | ApprovalView;

export type FieldView = CodeView | SecurityKeyView;

export function isChallenge(view: LoginView): view is AnyChallengeView {
  return hasField(view) || view.screen === 'qr' || view.screen === 'approval';
}

export function hasField(view: LoginView): view is FieldView {
  return view.screen === 'code' || view.screen === 'security-key';
}

/** A code beside a push has a method of its own. */
export function codeProblemOf(
  view: LoginView,
): Readonly<{ problem: CodeProblem; method: Method }> | null {
  if (hasField(view)) return view.problem && { problem: view.problem, method: view.method };
  const problem = view.screen === 'approval' ? (view.codeBeside?.problem ?? null) : null;
  return problem && { problem, method: METHOD_OF_CODE_BESIDE };
}

/** Whether the caller's limit has ended the login. The frontend then leaves this screen. */
export function isTimeUp(view: LoginView): boolean {
  return view.screen === 'failed' && view.code === 'login-timed-out' && view.advice === 'none';
}

/** For the helpdesk; null on a screen without a reference. */
export function referenceOf(view: LoginView): string | null {
  return view.screen === 'failed' || view.screen === 'approval' ? view.reference : null;
}
