import type { ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import {
  isChallenge,
  type AnyChallengeView,
  type FailedView,
  type LoginView,
} from '../../shared/login/view/login-view.ts';
import { RING_STEPS, useRemaining } from '../store/countdown.ts';
import { useMirror } from '../store/use-services.ts';
import { BrandEmblem } from './BrandEmblem.tsx';
import { EndMark, MethodStrokes, type EndMarkKind } from './Glyphs.tsx';
import { TimeRing } from './TimeRing.tsx';

/** Picture in the window's header: the brand's, then that of the wait, then that of the end. */
export function ProgressEmblem() {
  const view = useMirror((mirror) => mirror.view);
  if (isChallenge(view)) return <WaitEmblem view={view} />;
  const mark = markOf(view);
  return mark === null ? <BrandEmblem /> : <EndMark key={mark} kind={mark} />;
}

function WaitEmblem({ view }: Readonly<{ view: AnyChallengeView }>) {
  const remainingMs = useRemaining(view.remainingMs, RING_STEPS);
  return (
    <TimeRing fraction={view.totalMs > 0 ? remainingMs / view.totalMs : 0}>
      <MethodStrokes method={view.method} />
    </TimeRing>
  );
}

function markOf(view: Exclude<LoginView, AnyChallengeView>): EndMarkKind | null {
  switch (view.screen) {
    case 'succeeded':
      return view.outcome === 'confirmed' ? 'success' : 'passage';
    case 'failed':
      return failureMark(view);
    case 'account-waiting':
      return 'clock';
    default:
      return null;
  }
}

/** Denials by the service or the person, not by the configuration. */
const SAID_NO: readonly ErrorCode[] = ['denied', 'denied-by-person', 'not-started-by-person'];

function failureMark({ code, outcome }: FailedView): EndMarkKind {
  if (SAID_NO.includes(code)) return 'denied';
  return outcome === 'not-now' ? 'clock' : 'error';
}
