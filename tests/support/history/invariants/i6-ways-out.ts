import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { Intent } from '../../../../shared/login/machine/login-event.ts';
import { isAccepted, isBusy, isChallenge, startingIn, type Invariant } from '../invariant.ts';
import type { Situation } from '../situation.ts';
import { isConfirmed, isTimeUp, mayKeepWaiting, Waits } from './waits.ts';

/** The screen an act must lead to, at once. */
type Promise = Readonly<{ act: string; byMs: number; fits: (view: LoginView) => boolean }>;

export const I6_WAYS_OUT: Invariant = {
  name: 'I6',
  says: 'every screen has ways out that work at once, and every wait ends by its deadline',
  watch: (rules, report) => {
    const waits = new Waits(rules, report);
    let promised: Promise | null = null;
    /** When the person took an advice that is not open yet. */
    let early: number | null = null;
    return (entry, before) => {
      waits.see(entry, before);
      if (entry.what === 'log') return;
      if (promised && entry.what === 'view' && entry.atMs <= promised.byMs) {
        if (!promised.fits(entry.view)) report(`${promised.act} led to ${nameOf(entry.view)}`);
        promised = null;
      } else if (promised && entry.what !== 'left') {
        report(`${promised.act} changed nothing`);
        promised = null;
      } else if (entry.what === 'left') {
        promised = null;
      }
      if (
        early !== null &&
        entry.what === 'view' &&
        entry.atMs === early &&
        entry.view.screen !== 'failed'
      ) {
        report('the advice was taken before its time');
      }
      early = entry.what === 'act' && isEarly(entry.intent, before, entry.atMs) ? entry.atMs : null;
      if (entry.what !== 'act' || !before.view) return;
      const fits = wayOut(entry.intent, before.view, before, entry.atMs);
      if (!fits) return;
      // A person who goes on may learn that the caller's limit passed in a sleep; leaving always
      // works.
      const isLimitDue =
        entry.atMs >= (rules.policy.endsAtMs ?? Infinity) &&
        !leaves(entry.intent) &&
        !isConfirmed(before.view);
      promised = {
        act: `${entry.intent.type} on ${nameOf(before.view)}`,
        byMs: entry.atMs + rules.toleranceMs,
        fits: (next) => fits(next) || (isLimitDue && isTimeUp(next)),
      };
    };
  },
};

const leaves = ({ type }: Intent): boolean => type === 'cancel' || type === 'go-back';
const isHome = (view: LoginView): boolean => view.screen === 'username' && !view.busy;
const isList = (view: LoginView): boolean => view.screen === 'methods' && view.starting === null;
const anything = (): boolean => true;
const never = (): boolean => false;

/** Required result of an act on a screen; null if the screen does not offer the act. */
function wayOut(
  act: Intent,
  view: LoginView,
  before: Situation,
  nowMs: number,
): ((next: LoginView) => boolean) | null {
  switch (act.type) {
    case 'cancel':
      // A confirmation is done; being let in without one may still be declined.
      if (view.screen === 'succeeded' && view.outcome === 'confirmed') return null;
      return isHome(view) ? null : isHome;
    case 'go-back':
      return backFrom(view);
    case 'retry':
      if (view.screen === 'account-waiting')
        return (next) => next.screen === 'username' && next.busy;
      return view.screen === 'failed' && before.viewAtMs + view.waitMs <= nowMs ? anything : null;
    case 'choose-method':
      return isList(view) &&
        view.screen === 'methods' &&
        view.choices.some(({ method }) => method === act.method)
        ? (next) =>
            next.screen === 'methods' && (next.starting === act.method || next.notice !== null)
        : null;
    case 'keep-waiting':
      return mayKeepWaiting(view) ? (next) => next.screen === view.screen : null;
    case 'submit-code':
      return mayType(view, before.viewAtMs, nowMs) ? (next) => next.screen === view.screen : null;
    case 'submit-username':
      return isHome(view) ? (next) => next.screen === 'username' : null;
    case 'finish':
      return view.screen === 'succeeded' ? never : null;
    default:
      return null;
  }
}

function isEarly(act: Intent, { view, viewAtMs }: Situation, nowMs: number): boolean {
  return act.type === 'retry' && view?.screen === 'failed' && viewAtMs + view.waitMs > nowMs;
}

function backFrom(view: LoginView): ((next: LoginView) => boolean) | null {
  if (isHome(view) || view.screen === 'succeeded') return null;
  if (isChallenge(view) || startingIn(view) !== null) return isList;
  return view.screen === 'failed' && view.canChooseMethod ? isList : isHome;
}

function mayType(view: LoginView, viewAtMs: number, nowMs: number): boolean {
  if (view.screen !== 'code' && view.screen !== 'security-key') return false;
  if (isBusy(view) || isAccepted(view)) return false;
  return view.problem?.kind !== 'too-many' || viewAtMs + view.problem.waitMs <= nowMs;
}

function nameOf(view: LoginView): string {
  const more = view.screen === 'failed' ? ` ${view.code}` : isBusy(view) ? ' busy' : '';
  const starting = startingIn(view);
  return `${view.screen}${more}${starting === null ? '' : ` starting ${starting}`}`;
}
