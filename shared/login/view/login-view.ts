import type { UsernameProblem } from '../input/username.ts';
import type { StateCodeProblem } from '../machine/login-state.ts';
import type { ServiceText } from '../../service/service-text.ts';
import { METHOD_OF_CODE_BESIDE } from '../../service/methods.ts';
import type { Advice, ErrorCode } from '../../outcomes/error-catalog.ts';
import type { AskingProxy } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { AllowedOutcome, RefusedOutcome } from '../../outcomes/outcomes.ts';

/**
 * The input of the renderer: the login as one screen at a time. It has no identifier of the transaction (except in the
 * address of a hosted page, which the person must see), no token, no secret and no raw event. Every text from the
 * service is already sanitised; show it as a quotation of the service.
 * Times are milliseconds *from the moment the view was made*.
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
  /** The name was sent and the answer is awaited. */
  busy: boolean;
  problem: UsernameProblem | null;
  /** The number of invalid names so far. A higher number means a new problem, even of the same kind. */
  tries: number;
  /** The push of a cancelled login is still on the person's phone. */
  isLeftOnPhone: boolean;
  /** Time until the caller's limit (`--timeout`) ends the program; null without a limit. */
  endsInMs: number | null;
}>;

/** A sentence shown above the methods or beside a wait. A notice does not end the login. */
export type Notice =
  | Readonly<{ kind: 'choose-again'; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'method-refused'; method: Method; serviceText: ServiceText | null }>
  /** The service wants a pause for this method; the others can be used. */
  | Readonly<{ kind: 'too-many'; method: Method; waitMs: number; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'sent-recently'; method: Method; waitMs: number }>
  | Readonly<{ kind: 'sent-too-often'; method: Method }>
  | Readonly<{ kind: 'approval-refused' }>
  | Readonly<{ kind: 'possibly-missed' }>
  | Readonly<{ kind: 'code-accepted-no-event' }>;

export type MethodChoice = Readonly<{
  method: Method;
  /** Milliseconds until the method can be chosen: 0 if now, null if its requests were sent too often. */
  availableInMs: number | null;
}>;

export type MethodsView = Readonly<{
  screen: 'methods';
  requester: Requester;
  username: string;
  choices: readonly MethodChoice[];
  /** The method that worked last time on this computer, if it is offered. Shown first. */
  remembered: Method | null;
  /** The method that was chosen and is being started. */
  starting: Method | null;
  /** Time until the whole login times out. */
  remainingMs: number;
  /** Whether `keepWaiting` can postpone that timeout. */
  canExtend: boolean;
  notice: Notice | null;
}>;

/** The common members of all screens that wait for the person. */
export type ChallengeView = Readonly<{
  requester: Requester;
  username: string;
  method: Method;
  /** The number of this start of a method in the transaction: a different number means a new start. */
  challenge: number;
  /** Time until the wait times out. */
  remainingMs: number;
  /** Whether `keepWaiting` can postpone that timeout. False if the caller's limit ends the login first. */
  canExtend: boolean;
  /** The total length of the wait, for the countdown ring. */
  totalMs: number;
  /** Time since the start of the method, for texts such as "asked at 14:32". */
  elapsedMs: number;
  /** The state of the event channel; shown only during a reconnect. */
  link: 'connected' | 'reconnecting';
  /** An approval arrived and is being checked with the service. */
  isVerifying: boolean;
  /** Time until the same method can be chosen again: 0 if now, null if not again in this login. */
  againInMs: number | null;
  /** Whether the service offers another method. */
  hasOtherMethods: boolean;
  /** Whether the person can report a login that they did not start. True once a request was sent to them. */
  canReportNotStarted: boolean;
  notice: Notice | null;
}>;

/** A problem with the typed code. A pause has its remaining time, in place of the end in `StateCodeProblem`. */
export type CodeProblem =
  | Exclude<StateCodeProblem, Readonly<{ kind: 'too-many' }>>
  | Readonly<{ kind: 'too-many'; waitMs: number; serviceText: ServiceText | null }>;

export type CodeView = ChallengeView &
  Readonly<{
    screen: 'code';
    method: 'totp' | 'sms';
    /** Digits to expect; a hint, never a maximum (bypass codes are longer). Null if the service gave no length. */
    codeLength: number | null;
    /** Masked by the service; null for `totp`. */
    phoneNumber: string | null;
    /** Whether the code was sent and the answer is awaited. */
    busy: boolean;
    /** While `busy`: whether the code was typed during a push. Its own method must start before the code is sent. */
    isStarting: boolean;
    /** The code was right and the service's confirmation is awaited. */
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
    /** Whether an authenticator on this computer can open `qrText`. */
    canOpen: boolean;
  }>;

export type ApprovalView = ChallengeView &
  Readonly<{
    screen: 'approval';
    method: 'push' | 'email' | 'smsLink' | 'phoneCall';
    phoneNumber: string | null;
    /** This computer's name as it was sent to the service; null where it is not sent. */
    hostName: string | null;
    /** The other methods, in the service's order. */
    others: readonly MethodChoice[];
    /** No answer came for a while: the other methods are offered beside the wait. */
    areOthersOffered: boolean;
    /** The helpdesk reference, such as `approval-pending (person: push)`; null until the wait counts as silent. */
    reference: string | null;
    /** The field for a code from an app during the wait, with the problem of its last code; null without the field. */
    codeBeside: Readonly<{ problem: CodeProblem | null }> | null;
  }>;

/**
 * The page of the service for a prompt-capable application, shown beside this view: in a part of the window, or in the
 * browser.
 */
export type HostedPageView = Readonly<{
  screen: 'hosted-page';
  requester: Requester;
  username: string;
  /** `verify`: the person confirms the login. `denied-or-waiting`: the login has ended, and the page says why. */
  purpose: 'verify' | 'denied-or-waiting';
  place: 'window' | 'browser';
  /** The full address of the page. It names the transaction, and opens the same page for any person. */
  address: string;
  /** The browser could not be started: the address has to be opened by hand. */
  isUnopened: boolean;
  /** Whether the page has called back and the service is checking the result. */
  isVerifying: boolean;
  /** Time until the login times out; 0 after its end. */
  remainingMs: number;
  /** Whether `keepWaiting` can postpone that timeout. */
  canExtend: boolean;
  /** After the end of the login: time until the caller's limit ends the program. Null before, or without a limit. */
  endsInMs: number | null;
}>;

export type AccountWaitingView = Readonly<{
  screen: 'account-waiting';
  requester: Requester;
  username: string;
  /** The enrolment address, shown in full. */
  webUri: string | null;
  /** Whether it may be opened (https only). */
  canOpen: boolean;
  /** Time until the caller's limit (`--timeout`) ends the program; null without a limit. */
  endsInMs: number | null;
}>;

export type FailedView = Readonly<{
  screen: 'failed';
  requester: Requester;
  username: string;
  code: ErrorCode;
  outcome: RefusedOutcome;
  /** Whether a guest network may be the reason. The person can then open its sign-in page in the browser. */
  mayBeGuestNetwork: boolean;
  /** The text to copy for an administrator: code, place of the fault and evidence; never a secret. */
  reference: string;
  advice: Advice;
  /** Time until the person can follow the advice, as in the pause after too many attempts. */
  waitMs: number;
  /** Whether the person can still choose a method. */
  canChooseMethod: boolean;
  serviceText: ServiceText | null;
  /** The configuration key to check for a missing field; null if no key applies. */
  configKey: string | null;
  /** The method that was under way, if any. */
  method: Method | null;
  /** The proxy that requires a login, if that is the reason. The person can type that login on this screen. */
  proxy: AskingProxy | null;
  /** Time until the caller's limit (`--timeout`) ends the program; null without a limit. */
  endsInMs: number | null;
}>;

export type SucceededView = Readonly<{
  screen: 'succeeded';
  outcome: AllowedOutcome;
  requester: Requester;
  /** As the service spells it after a confirmation, else as sent. */
  username: string;
  /** The service's words for a bypass. */
  serviceText: ServiceText | null;
}>;

/**
 * A view with its number: the renderer ignores a view with a lower number than the last one. `atMs` is when the
 * view was made, in milliseconds of a clock with an arbitrary zero: only differences count.
 */
export type NumberedView = Readonly<{ revision: number; atMs: number; view: LoginView }>;

/** The views in which the login waits for the person. */
export type AnyChallengeView = CodeView | SecurityKeyView | QrView | ApprovalView;

/** The views with an input field for a code or a security key. */
export type FieldView = CodeView | SecurityKeyView;

/** Whether a view waits for the person. */
export function isChallenge(view: LoginView): view is AnyChallengeView {
  return hasField(view) || view.screen === 'qr' || view.screen === 'approval';
}

/** Whether a view has an input field for a code or a security key. */
export function hasField(view: LoginView): view is FieldView {
  return view.screen === 'code' || view.screen === 'security-key';
}

/** The problem of the code that was typed at a view, and the method of that code; null without a problem. */
export function codeProblemOf(view: LoginView): Readonly<{ problem: CodeProblem; method: Method }> | null {
  if (hasField(view)) return view.problem && { problem: view.problem, method: view.method };
  const problem = view.screen === 'approval' ? (view.codeBeside?.problem ?? null) : null;
  return problem && { problem, method: METHOD_OF_CODE_BESIDE };
}

/** Whether the caller's time limit has passed: the login has ended for good, and the frontend leaves this screen. */
export function isTimeUp(view: LoginView): boolean {
  return view.screen === 'failed' && view.code === 'login-timed-out' && view.advice === 'none';
}

/** The reference for the helpdesk; null on a screen without one. */
export function referenceOf(view: LoginView): string | null {
  return view.screen === 'failed' || view.screen === 'approval' ? view.reference : null;
}
