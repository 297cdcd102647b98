import type {
  AnyChallengeView,
  ApprovalView,
  CodeProblem,
  LoginView,
  MethodsView,
} from '../view/login-view.ts';
import type { UsernameProblem } from '../input/username.ts';
import type { Method } from '../../service/methods.ts';

/** An announced change between two views: data for one sentence. The frontends only phrase it. */
export type News =
  /** A new screen. News of its notice or problem follows. `isAgain`: the same screen as before a retry. */
  | Readonly<{ kind: 'screen-opened'; view: LoginView; isAgain: boolean }>
  /** The list of methods is back after a method start, or has changed. */
  | Readonly<{ kind: 'list-again'; view: MethodsView }>
  /** Waiting for the service's answer. */
  | Readonly<{ kind: 'asking' }>
  /** The person ended that wait. */
  | Readonly<{ kind: 'asking-stopped' }>
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
  | Readonly<{ kind: 'end-behind' }>
  /** A milestone of the countdown. */
  | Readonly<{ kind: 'time-left'; remainingMs: number; canExtend: boolean }>
  | Readonly<{ kind: 'pause-over' }>;

export type NewsOf<Kind extends News['kind']> = Extract<News, Readonly<{ kind: Kind }>>;

export type NoticedView = (MethodsView | AnyChallengeView) &
  Readonly<{ notice: NonNullable<MethodsView['notice']> }>;

/** News that is due after `afterMs`, unless the view changes first. */
export type NewsToCome = Readonly<{ afterMs: number; news: News }>;

/** Times in `view` count from `atMs`, on a monotonic clock. */
export type TimedView = Readonly<{ view: LoginView; atMs: number }>;
