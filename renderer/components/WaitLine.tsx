import { useCallback, type ReactNode } from 'react';
import type { AnyChallengeView } from '../app/screens.ts';
import { say } from '../store/announcer.ts';
import { useMilestones, useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useServices, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';

/** From here on "More time" is shown to everybody (WCAG 2.2.1 asks for 20 seconds at least). */
const OFFER_MS = 30_000;
const MILESTONES_MS = [60_000, 30_000, 10_000] as const;

type WaitLineProps = Readonly<{ view: AnyChallengeView; state: string | null; extra: ReactNode }>;

/**
 * How the wait stands, in words: time left, or what is happening instead. The clock is silent (`role=timer`);
 * only the milestones are spoken. "More time" is always in the tab order, and seen when it is focused or due.
 */
export function WaitLine({ view, state, extra }: WaitLineProps) {
  const strings = useStrings();
  const { announcer } = useServices();
  const { keepWaiting } = useIntents();
  const isAsking = useInFlight('login:keep-waiting');
  const remainingMs = useRemaining(view.remainingMs);
  const isSettled = view.isVerifying || state !== null;

  const tell = useCallback(
    (ms: number) => say(announcer, 'polite', strings.wait.milestone(ms)),
    [announcer, strings],
  );
  useMilestones(isSettled ? 0 : view.remainingMs, MILESTONES_MS, tell);

  const happening = view.isVerifying ? strings.wait.verifying : state;
  return (
    <div className="wait">
      <div className="wait__words">
        {view.link === 'reconnecting' ? <p className="wait__state">{strings.wait.reconnecting}</p> : null}
        {happening === null ? (
          <p role="timer" aria-live="off">
            {strings.wait.timeLeft(remainingMs)}
          </p>
        ) : (
          <p className="wait__state">{happening}</p>
        )}
      </div>
      <div className="wait__acts">
        {isSettled ? null : (
          <Button
            className={remainingMs <= OFFER_MS ? '' : 'seen-on-focus'}
            isOff={isAsking}
            onPress={() => void keepWaiting()}
          >
            {strings.common.moreTime}
          </Button>
        )}
        {extra}
      </div>
    </div>
  );
}
