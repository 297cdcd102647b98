import type {
  AccountWaitingView,
  AnyChallengeView,
  ApprovalView,
  CodeProblem,
  FailedView,
  HostedPageView,
  LoginView,
  MethodsView,
  SucceededView,
  UsernameView,
} from '../view/login-view.ts';
import type { UsernameProblem } from '../input/username.ts';
import type { Method } from '../../service/methods.ts';

/** A view that is a screen of its own: not one that only shows that an answer is awaited. */
export type StandingView =
  | UsernameView
  | MethodsView
  | AnyChallengeView
  | HostedPageView
  | AccountWaitingView
  | FailedView
  | SucceededView;

/**
 * One announced change between two views. The frontends only phrase it, so news is the same in all of them. It has the
 * data for a sentence, and no sentence.
 */
export type News =
  /**
   * A screen came. Its parts are in the view; a notice or a problem that it came with is news of its own, which
   * follows. `isAgain`: it is the one that stood before the person tried once more (the same method was started again,
   * the account is still not approved, the same end).
   */
  | Readonly<{ kind: 'screen-opened'; view: StandingView; isAgain: boolean }>
  /** The list of methods is open again after a method was being started, or offers others than before. */
  | Readonly<{ kind: 'list-again'; view: MethodsView }>
  /** The service is being asked; the person waits for its answer. */
  | Readonly<{ kind: 'asking' }>
  /** The person ended that. */
  | Readonly<{ kind: 'asking-stopped' }>
  /** A method is being started. */
  | Readonly<{ kind: 'starting'; method: Method }>
  /** A sentence beside the person's task: `view.notice`. */
  | Readonly<{ kind: 'notice'; view: NoticedView }>
  /** The name cannot be used. */
  | Readonly<{ kind: 'username-problem'; problem: UsernameProblem }>
  /** The code of a method cannot be sent as it is, or was not right. */
  | Readonly<{ kind: 'code-problem'; problem: CodeProblem; method: Method }>
  /** The push of a cancelled login is still on the person's phone. */
  | Readonly<{ kind: 'left-on-phone' }>
  /** No answer came for a while: the other methods are offered beside the wait. */
  | Readonly<{ kind: 'others-offered'; view: ApprovalView }>
  /** The event channel is lost and is being reopened. */
  | Readonly<{ kind: 'link-lost' }>
  | Readonly<{ kind: 'link-back' }>
  /** An approval came and is being checked with the service. */
  | Readonly<{ kind: 'verifying' }>
  /** No browser could be started for the hosted page. */
  | Readonly<{ kind: 'page-unopened' }>
  /** The code was right, and the service's confirmation is awaited. */
  | Readonly<{ kind: 'code-accepted' }>
  /** The wait was made longer; milliseconds until it ends now. */
  | Readonly<{ kind: 'more-time'; remainingMs: number }>
  /** The login behind an end that still stands has ended too: it can only be started again. */
  | Readonly<{ kind: 'end-behind' }>
  /** The time that is left of a wait; `canExtend`: the person can make it longer. */
  | Readonly<{ kind: 'time-left'; remainingMs: number; canExtend: boolean }>
  /** A pause that the service wanted is over. */
  | Readonly<{ kind: 'pause-over' }>;

/** News of one kind. */
export type NewsOf<Kind extends News['kind']> = Extract<News, Readonly<{ kind: Kind }>>;

/** A view with a notice. */
export type NoticedView = (MethodsView | AnyChallengeView) &
  Readonly<{ notice: NonNullable<MethodsView['notice']> }>;

/** News that comes by itself if no other view comes before. */
export type NewsToCome = Readonly<{ afterMs: number; news: News }>;

/** A view, and when its times begin to count, in milliseconds of a monotonic clock. */
export type TimedView = Readonly<{ view: LoginView; atMs: number }>;
