import { timeLimitOf } from '../../shared/login/view/view-parts.ts';
import { EACH_SECOND, useRemaining, type NextChange } from '../store/countdown.ts';
import { useMirror, useStrings } from '../store/use-services.ts';

/** Remaining time from which "More time" is visible, in milliseconds; at least 20 seconds (WCAG 2.2.1). */
export const OFFER_MS = 30_000;
/** For a text that is visible from then on. */
export const WHEN_SHORT: NextChange = (leftMs) =>
  leftMs > OFFER_MS ? OFFER_MS : EACH_SECOND(leftMs);

/** Countdown for `--timeout`, which the person cannot extend. */
export function LimitTime() {
  const strings = useStrings();
  const endsInMs = useMirror(({ view }) => timeLimitOf(view));
  const remainingMs = useRemaining(endsInMs ?? 0, WHEN_SHORT);
  if (endsInMs === null || remainingMs > OFFER_MS) return null;
  return (
    <p role="timer" aria-live="off">
      {strings.timeLeft(remainingMs)}
    </p>
  );
}
