import type { ReactNode } from 'react';
import { hasTrait } from '../../shared/outcomes/error-catalog.ts';
import {
  isChallenge,
  type AnyChallengeView,
  type FailedView,
  type LoginView,
} from '../../shared/login/view/login-view.ts';
import { RING_STEPS, useRemaining } from '../store/countdown.ts';
import { useMirror } from '../store/use-services.ts';
import { EndMark, MethodStrokes, type EndMarkKind } from './Glyphs.tsx';

/**
 * Picture in the window's header: the brand's emblem at first, a ring around the method's drawing
 * during a wait, and a mark at the end.
 */
export function ProgressEmblem() {
  const view = useMirror((mirror) => mirror.view);
  if (isChallenge(view)) return <WaitEmblem view={view} />;
  const mark = endMarkOf(view);
  return mark === null ? <BrandEmblem /> : <EndMark key={mark} kind={mark} />;
}

/** The method's drawing in a ring that shows the remaining part of the wait. */
function WaitEmblem({ view }: Readonly<{ view: AnyChallengeView }>) {
  const remainingMs = useRemaining(view.remainingMs, RING_STEPS);
  const remainingFraction = view.totalMs > 0 ? remainingMs / view.totalMs : 0;
  return (
    <TimeRing fraction={remainingFraction}>
      <MethodStrokes method={view.method} />
    </TimeRing>
  );
}

/** Null before the end of the login, and on a page of the service, which explains the end itself. */
function endMarkOf(view: Exclude<LoginView, AnyChallengeView>): EndMarkKind | null {
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

function failureMark({ code, outcome }: FailedView): EndMarkKind {
  if (hasTrait(code, 'denial')) return 'denied';
  return outcome === 'not-now' ? 'clock' : 'error';
}

function BrandEmblem() {
  const logo = useMirror(({ info }) => info.brand.logo);
  // `alt` is empty, because the organisation's name stands beside the logo.
  if (logo !== null) return <img className="logo" src={logo} alt="" />;
  return (
    <svg className="emblem gate" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <path className="strokes" d="M12 46V25.5a16 16 0 0132 0V46" />
      <path className="strokes" d="M20.5 46V26a7.5 7.5 0 0115 0v20" />
      <path className="strokes" d="M5 46h46" />
    </svg>
  );
}

/** Radius of the ring and of the end marks (Glyphs.tsx), in a view box of 56 units. */
const RING_RADIUS = 25;

/**
 * The ring empties as time runs out. It is hidden from screen readers, because the text below says
 * the same.
 */
function TimeRing({ fraction, children }: Readonly<{ fraction: number; children: ReactNode }>) {
  const shownFraction = Math.min(1, Math.max(0, fraction));
  return (
    <svg className="emblem ring" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <circle className="ring__track" cx="28" cy="28" r={RING_RADIUS} />
      <circle
        className="ring__left"
        cx="28"
        cy="28"
        r={RING_RADIUS}
        pathLength={100}
        strokeDasharray={`${shownFraction * 100} 100`}
        transform="rotate(-90 28 28)"
      />
      <g transform="translate(16 16)">{children}</g>
    </svg>
  );
}
