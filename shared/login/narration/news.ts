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

/** Every view except those that only wait for an answer. */
export type StandingView =
  | UsernameView
  | MethodsView
  | AnyChallengeView
  | HostedPageView
  | AccountWaitingView
  | FailedView
  | SucceededView;

/** An announced change between two views: data for one sentence. The frontends only phrase it. */
export type News =
  /** A new screen. News of its notice or problem follows. `isAgain`: the screen from before a retry. */
  | Readonly<{ kind: 'screen-opened'; view: StandingView; isAgain: boolean }>
  /** The list of methods is back after a start, or has changed. */
  | Readonly<{ kind: 'list-again'; view: MethodsView }>
  /** The service was asked; its answer is awaited. */
  | Readonly<{ kind: 'asking' }>
  /** The person ended the wait for that answer. */
  | Readonly<{ kind: 'asking-stopped' }>
  | Readonly<{ kind: 'starting'; method: Method }>
  /** `view.notice` appeared. */
  | Readonly<{ kind: 'notice'; view: NoticedView }>
  | Readonly<{ kind: 'username-problem'; problem: UsernameProblem }>
  | Readonly<{ kind: 'code-problem'; problem: CodeProblem; method: Method }>
  /** The push of a cancelled login is still pending on the phone. */
  | Readonly<{ kind: 'left-on-phone' }>
  /** After a long wait, the other methods are offered. */
  | Readonly<{ kind: 'others-offered'; view: ApprovalView }>
  | Readonly<{ kind: 'link-lost' }>
  | Readonly<{ kind: 'link-back' }>
  /** An approval arrived and is being checked with the service. */
  | Readonly<{ kind: 'verifying' }>
  | Readonly<{ kind: 'page-unopened' }>
  /** The code is right; the service's confirmation is awaited. */
  | Readonly<{ kind: 'code-accepted' }>
  /** The wait was extended and now ends in `remainingMs`. */
  | Readonly<{ kind: 'more-time'; remainingMs: number }>
  /** The login expired while its failure was shown. The person can only start again. */
  | Readonly<{ kind: 'end-behind' }>
  /** A milestone of the countdown. `canExtend`: the person can extend the wait. */
  | Readonly<{ kind: 'time-left'; remainingMs: number; canExtend: boolean }>
  /** The pause that the service required is over. */
  | Readonly<{ kind: 'pause-over' }>;

export type NewsOf<Kind extends News['kind']> = Extract<News, Readonly<{ kind: Kind }>>;

export type NoticedView = (MethodsView | AnyChallengeView) &
  Readonly<{ notice: NonNullable<MethodsView['notice']> }>;

/** News that is due after `afterMs`, unless the view changes first. */
export type NewsToCome = Readonly<{ afterMs: number; news: News }>;

/** A view and the reading of a monotonic clock from which its times count. */
export type TimedView = Readonly<{ view: LoginView; atMs: number }>;
