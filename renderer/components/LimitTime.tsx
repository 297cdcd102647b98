import { useRemaining } from '../store/countdown.ts';
import { useMirror, useFirstStrings } from '../store/window-services.ts';
import { OFFER_MS, useSpokenMilestones } from './use-spoken-milestones.ts';

/**
 * The starter's limit of the whole login, on the screens that have no time of their own: nobody can put it off, so it
 * is seen when it is short (WCAG 2.2.1). Spoken once, however many screens lie on one another: `useSpokenLimit`.
 */
export function LimitTime() {
  const strings = useFirstStrings();
  const endsInMs = useMirror(({ view }) => ('endsInMs' in view ? view.endsInMs : null));
  const remainingMs = useRemaining(endsInMs ?? 0, OFFER_MS);
  if (endsInMs === null || remainingMs > OFFER_MS) return null;
  return (
    <p role="timer" aria-live="off">
      {strings.wait.timeLeft(remainingMs)}
    </p>
  );
}

/** Speaks it in time. */
export function useSpokenLimit(): void {
  const endsInMs = useMirror(({ view }) => ('endsInMs' in view ? view.endsInMs : null));
  useSpokenMilestones(endsInMs ?? 0, false);
}
