import { timeLimitOf } from '../../shared/login/view/view-parts.ts';
import { useRemaining } from '../store/countdown.ts';
import { useMirror, useStrings } from '../store/window-services.ts';

/** From here on "More time" is shown to everybody (WCAG 2.2.1 asks for 20 seconds at least). */
export const OFFER_MS = 30_000;

/**
 * Countdown for `--timeout` on screens without a timer. It cannot be extended, so it is shown when little is left
 * (WCAG 2.2.1).
 */
export function LimitTime() {
  const strings = useStrings();
  const endsInMs = useMirror(({ view }) => timeLimitOf(view));
  const remainingMs = useRemaining(endsInMs ?? 0, OFFER_MS);
  if (endsInMs === null || remainingMs > OFFER_MS) return null;
  return (
    <p role="timer" aria-live="off">
      {strings.wait.timeLeft(remainingMs)}
    </p>
  );
}
