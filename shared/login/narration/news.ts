import type {
  AnyChallengeView,
  ApprovalView,
  CodeProblem,
  LoginView,
  MethodsView,
} from '../view/login-view.ts';
import type { UsernameProblem } from '../input/username.ts';
import type { Method } from '../../service/methods.ts';

/**
 * A change between two views that is announced: the data for one sentence, which the frontend
 * words.
 */
export type News =
  /**
   * A new screen. The news of its notice or problem follows. `isAgain`: the screen was there before
   * a retry, too.
   */
  | Readonly<{ kind: 'screen-opened'; view: LoginView; isAgain: boolean }>
  /** The list of methods is back after a method start, or has changed. */
  | Readonly<{ kind: 'list-again'; view: MethodsView }>
  /** The login waits for an answer of the service. */
  | Readonly<{ kind: 'waiting-for-service' }>
  /** The person has ended the wait for an answer. */
  | Readonly<{ kind: 'wait-stopped' }>
  | Readonly<{ kind: 'starting'; method: Method }>
  | Readonly<{ kind: 'notice'; view: NoticedView }>
  | Readonly<{ kind: 'username-problem'; problem: UsernameProblem }>
  | Readonly<{ kind: 'code-problem'; problem: CodeProblem; method: Method }>
  | Readonly<{ kind: 'left-on-phone' }>
  | Readonly<{ kind: 'others-offered'; view: ApprovalView }>
  | Readonly<{ kind: 'link-lost' }>
  | Readonly<{ kind: 'link-back' }>
  | Readonly<{ kind: 'verifying' }>
  | Readonly<{ kind: 'page-unopened' }>
  | Readonly<{ kind: 'code-accepted' }>
  | Readonly<{ kind: 'more-time'; remainingMs: number }>
  /** The login expired while its failure was shown. The person can only start again. */
  | Readonly<{ kind: 'expired-behind-failure' }>
  /** The countdown has reached one of the times that are announced. */
  | Readonly<{ kind: 'time-left'; remainingMs: number; canExtend: boolean }>
  | Readonly<{ kind: 'pause-over' }>;

export type NewsOf<Kind extends News['kind']> = Extract<News, Readonly<{ kind: Kind }>>;

export type NoticedView = (MethodsView | AnyChallengeView) &
  Readonly<{ notice: NonNullable<MethodsView['notice']> }>;

/** News that is due after `afterMs`, unless the view changes first. */
export type NewsToCome = Readonly<{ afterMs: number; news: News }>;

/**
 * A view with the time at which it was made (`atMs`, on a monotonic clock): its times count from
 * there.
 */
export type TimedView = Readonly<{ view: LoginView; atMs: number }>;
