import type { ReactNode } from 'react';
import type { AnyChallengeView } from '../../shared/login/view/login-view.ts';
import { IN_WORDS, useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/use-services.ts';
import { MoreTime } from './TimeLeft.tsx';

type WaitLineProps = Readonly<{ view: AnyChallengeView; state: string | null; extra: ReactNode }>;

/**
 * The remaining time, or the state of the challenge in its place. This is no live region, because
 * `LiveRegions` announces the milestones. The button "More time" stays during verification, because
 * it may have the focus.
 */
export function WaitLine({ view, state, extra }: WaitLineProps) {
  const strings = useStrings();
  const remainingMs = useRemaining(view.remainingMs, IN_WORDS);

  const shownState = view.isVerifying ? strings.formatMessage('window.wait.verifying') : state;
  return (
    <div className="wait">
      <div className="wait__words">
        {view.link === 'reconnecting' ? (
          <p className="wait__state">{strings.formatMessage('window.wait.reconnecting')}</p>
        ) : null}
        {shownState === null ? (
          <p role="timer" aria-live="off">
            {strings.timeLeft(remainingMs)}
          </p>
        ) : (
          <p className="wait__state">{shownState}</p>
        )}
      </div>
      <div className="wait__acts">
        {view.canExtend ? <MoreTime viewMs={view.remainingMs} isOff={shownState !== null} /> : null}
        {extra}
      </div>
    </div>
  );
}
