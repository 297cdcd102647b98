import { limitOf } from '../../shared/login/view-parts.ts';
import { useRemaining } from '../store/countdown.ts';
import { useMirror, useStrings } from '../store/window-services.ts';
import { OFFER_MS } from './MoreTime.tsx';

/**
 * The starter's limit of the whole login, on the screens that have no time of their own: nobody can put it off, so it
 * is seen when it is short (WCAG 2.2.1).
 */
export function LimitTime() {
  const strings = useStrings();
  const endsInMs = useMirror(({ view }) => limitOf(view));
  const remainingMs = useRemaining(endsInMs ?? 0);
  if (endsInMs === null || remainingMs > OFFER_MS) return null;
  return (
    <p role="timer" aria-live="off">
      {strings.wait.timeLeft(remainingMs)}
    </p>
  );
}
