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
 * address of a hosted page, which the person must see), no token, no secret and no raw event. All texts from the
 * service are sanitised already, and must be quoted as the service's.
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
  /** False where the name is the operating system's or was given by the caller. */
  editable: boolean;
  /** The name was sent and the answer is awaited. */
  busy: boolean;
  problem: UsernameProblem | null;
  /** How many names were refused so far: a higher number is a new problem, even of the same kind. */
  tries: number;
  /** The push of a cancelled login is still on the person's phone. */
  isLeftOnPhone: boolean;
  /** Until the caller's limit ends everything; null without a limit. */
  endsInMs: number | null;
}>;

/** A sentence shown above the methods or beside a wait; never an end. */
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
  /** 0 when it can be chosen now, else the milliseconds until then; null when it was sent too often. */
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
  /** Until the whole login ends by itself. */
  remainingMs: number;
  /** Whether `keepWaiting` puts that off. */
  canExtend: boolean;
  notice: Notice | null;
}>;

/** The common members of all screens that wait for the person. */
export type ChallengeView = Readonly<{
  requester: Requester;
  username: string;
  method: Method;
  /** Counts the starts of a method in one transaction: another number is another start. */
  challenge: number;
  /** Until the wait ends by itself. */
  remainingMs: number;
  /** Whether `keepWaiting` puts that off: not where the caller's limit of the whole login comes first. */
  canExtend: boolean;
  /** The whole length of the wait, for the ring that empties. */
  totalMs: number;
  /** Since the method was started (for "asked at 14:32"). */
  elapsedMs: number;
  /** The event channel; shown only when it is not well. */
  link: 'connected' | 'reconnecting';
  /** An approval arrived and is being checked with the service. */
  isVerifying: boolean;
  /** Until the same method may be chosen again (0 = now; null = not again in this login). */
  againInMs: number | null;
  /** Whether there is any other way to choose. */
  hasOtherMethods: boolean;
  /** Whether a request was sent to the person, so that they may report that they did not start this login. */
  canReportNotStarted: boolean;
  notice: Notice | null;
}>;

/** A problem with the typed code, as the state has it, with the time that is left of a pause. */
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
    /** The code is on its way. */
    busy: boolean;
    /** While `busy`: the code was typed beside a push, and its method is being started first. */
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
    /** Whether the authenticator on this computer may be given it. */
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
    /** For the helpdesk, such as `approval-pending (person: push)`; null until then. */
    reference: string | null;
    /** A code from an app may be typed meanwhile, with the problem of the last one; null if it may not. */
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
  /** Whether the person confirms there, or reads why they are not let in: then the login has ended. */
  purpose: 'verify' | 'denied-or-waiting';
  place: 'window' | 'browser';
  /** The full address of the page. It names the transaction, and opens the same page for any person. */
  address: string;
  /** The browser could not be started: the address has to be opened by hand. */
  isUnopened: boolean;
  /** The page came back, and is being checked with the service. */
  isVerifying: boolean;
  /** Until the login ends by itself; 0 where it has ended. */
  remainingMs: number;
  /** Whether `keepWaiting` puts that off. */
  canExtend: boolean;
  /** Until the caller's limit ends everything, where the login has ended; else null. */
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
  /** Until the caller's limit ends everything; null without a limit. */
  endsInMs: number | null;
}>;

export type FailedView = Readonly<{
  screen: 'failed';
  requester: Requester;
  username: string;
  code: ErrorCode;
  outcome: RefusedOutcome;
  /** A guest network may be the reason: its page may be opened in the browser, by the person's act. */
  mayBeGuestNetwork: boolean;
  /** The text to copy for an administrator: code, place of the fault and evidence; never a secret. */
  reference: string;
  advice: Advice;
  /** Until the advice may be taken (after too many attempts). */
  waitMs: number;
  /** The methods can still be chosen from. */
  canChooseMethod: boolean;
  serviceText: ServiceText | null;
  /** The configuration key that would fill the field the service misses. */
  configKey: string | null;
  /** The method that was under way, if any. */
  method: Method | null;
  /** The proxy that wants a login, where that is the reason: it can be given on this screen. */
  proxy: AskingProxy | null;
  /** Until the caller's limit ends everything; null without a limit. */
  endsInMs: number | null;
}>;

export type SucceededView = Readonly<{
  screen: 'succeeded';
  outcome: AllowedOutcome;
  requester: Requester;
  /** As the service spells it. */
  username: string;
  /** The service's words for a bypass. */
  serviceText: ServiceText | null;
}>;

/**
 * A view with its number: the renderer ignores a number below its last. `atMs` is when the view was made, in
 * milliseconds of a clock with an arbitrary zero: only differences count.
 */
export type NumberedView = Readonly<{ revision: number; atMs: number; view: LoginView }>;

/** The views in which the login waits for the person. */
export type AnyChallengeView = CodeView | SecurityKeyView | QrView | ApprovalView;

/** The views in which something is typed to confirm. */
export type FieldView = CodeView | SecurityKeyView;

/** Whether a view waits for the person. */
export function isChallenge(view: LoginView): view is AnyChallengeView {
  return hasField(view) || view.screen === 'qr' || view.screen === 'approval';
}

/** Whether something is typed at a view to confirm. */
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
