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
 * One screen of the login, as data. It has no token, no secret and no raw event, and only the
 * address of a hosted page names the transaction. Texts of the service are sanitised; the frontend
 * shows them as quotations. Times are milliseconds, counted from the moment at which the view was
 * made. Members of several views:
 *
 * - `busy`: the login waits for an answer of the service.
 * - `canExtend`: the intent `keep-waiting` can postpone the end of the wait.
 * - `endsInMs`: the time until the caller's limit (`--timeout`); null without a limit.
 * - `isVerifying`: the service is checking an approval.
 * - `remainingMs`: the time until the wait, or the whole login, times out.
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
  /** How many names were refused: a higher number means a new problem, even one of the same kind. */
  tries: number;
  /** The push of a cancelled login is still on the phone, because the API cannot cancel it. */
  isLeftOnPhone: boolean;
  endsInMs: number | null;
}>;

/**
 * A notice above the list of methods, or beside a wait. The login continues. Where the notice of
 * the state has the end of a pause (`untilMs`), this one has the remaining time (`waitMs`).
 */
export type Notice =
  | Exclude<StateNotice, Readonly<{ untilMs: number }>>
  /** The service wants a pause, for this method alone. */
  | Readonly<{ kind: 'too-many'; method: Method; waitMs: number; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'sent-recently'; method: Method; waitMs: number }>;

export type MethodChoice = Readonly<{
  method: Method;
  /**
   * The time until the method can be started: 0 for now; null if it was sent too often in this
   * login.
   */
  availableInMs: number | null;
}>;

export type MethodsView = Readonly<{
  screen: 'methods';
  requester: Requester;
  username: string;
  choices: readonly MethodChoice[];
  /**
   * The method that last succeeded on this computer, which is listed first; null if it is unknown
   * or not offered.
   */
  remembered: Method | null;
  /** The chosen method, while it is being started. */
  starting: Method | null;
  remainingMs: number;
  canExtend: boolean;
  notice: Notice | null;
}>;

/** Members of all screens of a started method. */
export type ChallengeView = Readonly<{
  requester: Requester;
  username: string;
  method: Method;
  /**
   * The number of this challenge in its transaction: another start of the same method has another
   * number.
   */
  challenge: number;
  remainingMs: number;
  /** Also false if the caller's limit ends the login before this wait ends. */
  canExtend: boolean;
  /** The length of a whole wait, for the countdown ring. */
  totalMs: number;
  /** The time since the method was started. */
  elapsedMs: number;
  /** The event channel. A short loss of it is not shown. */
  link: 'connected' | 'reconnecting';
  isVerifying: boolean;
  /**
   * The time until the same method can be started again: 0 for now; null if it cannot in this
   * login.
   */
  againInMs: number | null;
  hasOtherMethods: boolean;
  canReportNotStarted: boolean;
  notice: Notice | null;
}>;

/**
 * What is wrong with a typed code. A pause has its remaining time (`waitMs`), not its end as in the
 * state.
 */
export type CodeProblem =
  | Exclude<StateCodeProblem, Readonly<{ kind: 'too-many' }>>
  | Readonly<{ kind: 'too-many'; waitMs: number; serviceText: ServiceText | null }>;

export type CodeView = ChallengeView &
  Readonly<{
    screen: 'code';
    method: 'totp' | 'sms';
    /**
     * How many digits the service expects, or null. It is a hint only, because bypass codes are
     * longer.
     */
    codeLength: number | null;
    /** The telephone number, masked by the service; null for `totp`, and where it is not shown. */
    phoneNumber: string | null;
    busy: boolean;
    /** The method `totp` is being started; then the code that was typed beside a push is sent. */
    isStarting: boolean;
    /** The code is accepted, and the login waits for the service's confirmation. */
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
    /** An authenticator on this computer may open the text. */
    canOpen: boolean;
  }>;

export type ApprovalView = ChallengeView &
  Readonly<{
    screen: 'approval';
    method: 'push' | 'email' | 'smsLink' | 'phoneCall';
    phoneNumber: string | null;
    /** This computer's name; null if it is not sent to the service. */
    hostName: string | null;
    /** The other methods that can be offered, in the service's order. */
    others: readonly MethodChoice[];
    /** The other methods are shown, because the wait has been long. */
    areOthersOffered: boolean;
    /**
     * A text for the administrator, such as `approval-pending (person: push)`; null before the wait
     * has been long.
     */
    reference: string | null;
    /** The field for a code from an app beside a push; null without that field. */
    codeBeside: Readonly<{ problem: CodeProblem | null }> | null;
  }>;

/** The service's page for a prompt-capable application. */
export type HostedPageView = Readonly<{
  screen: 'hosted-page';
  requester: Requester;
  username: string;
  /**
   * `verify`: the person confirms on the page. `denied-or-waiting`: the page explains why the login
   * has ended.
   */
  purpose: 'verify' | 'denied-or-waiting';
  display: 'window' | 'browser';
  /** The page's address. It names the transaction, and whoever has it can open the page. */
  address: string;
  /** The person must open the address. */
  isUnopened: boolean;
  isVerifying: boolean;
  /** 0 for `denied-or-waiting`: the login has ended. */
  remainingMs: number;
  canExtend: boolean;
  /** Null for `verify`, whose `remainingMs` takes the caller's limit into account. */
  endsInMs: number | null;
}>;

export type AccountWaitingView = Readonly<{
  screen: 'account-waiting';
  requester: Requester;
  username: string;
  /** The address at which the person enrols; null if the service gives none. */
  webUri: string | null;
  /** The browser may open the address (`isOpenable`). */
  canOpen: boolean;
  endsInMs: number | null;
}>;

export type FailedView = Readonly<{
  screen: 'failed';
  requester: Requester;
  username: string;
  code: ErrorCode;
  outcome: RefusedOutcome;
  /** A network that wants a sign-in may be the reason. The person can then open its page. */
  mayBeGuestNetwork: boolean;
  /**
   * A text for an administrator: the code, the place of the fault and the evidence, and never a
   * secret.
   */
  reference: string;
  advice: Advice;
  /** The time until the person can follow the advice; 0 for now. */
  waitMs: number;
  canChooseMethod: boolean;
  serviceText: ServiceText | null;
  /** The configuration key that the administrator should check, or null. */
  configKey: string | null;
  method: Method | null;
  proxy: AskingProxy | null;
  endsInMs: number | null;
}>;

export type SucceededView = Readonly<{
  screen: 'succeeded';
  outcome: AllowedOutcome;
  requester: Requester;
  /** The username; after a confirmation in the service's spelling. */
  username: string;
  /** The text with which the service explains a bypass; null otherwise. */
  serviceText: ServiceText | null;
}>;

/**
 * A view on its way to the page, which ignores a view with a lower `revision` than its own. `atMs`:
 * when the view was made, on a clock with an arbitrary zero.
 */
export type NumberedView = Readonly<{ revision: number; atMs: number; view: LoginView }>;

export type AnyChallengeView = CodeView | SecurityKeyView | QrView | ApprovalView;

export type FieldView = CodeView | SecurityKeyView;

export function isChallenge(view: LoginView): view is AnyChallengeView {
  return hasField(view) || view.screen === 'qr' || view.screen === 'approval';
}

export function hasField(view: LoginView): view is FieldView {
  return view.screen === 'code' || view.screen === 'security-key';
}

/**
 * The problem of the typed code, with the method of the code; null without a problem. The method is
 * not always that of the view: a code beside a push belongs to another.
 */
export function codeProblemOf(
  view: LoginView,
): Readonly<{ problem: CodeProblem; method: Method }> | null {
  if (hasField(view)) return view.problem && { problem: view.problem, method: view.method };
  const problem = view.screen === 'approval' ? (view.codeBeside?.problem ?? null) : null;
  return problem && { problem, method: METHOD_OF_CODE_BESIDE };
}

/**
 * Whether the caller's limit has ended the login: then the frontend leaves this screen. It is seen
 * in the view because this failure has no advice only then (`Failed.isTimeUp`, advice-policy.ts).
 */
export function isTimeUp(view: LoginView): boolean {
  return view.screen === 'failed' && view.code === 'login-timed-out' && view.advice === 'none';
}

/** The text to tell the administrator; null on a screen without one. */
export function referenceOf(view: LoginView): string | null {
  return view.screen === 'failed' || view.screen === 'approval' ? view.reference : null;
}
