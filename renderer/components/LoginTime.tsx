import type { MethodsView } from '../../shared/login/login-view.ts';
import { useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/window-services.ts';
import { OFFER_MS } from './LimitTime.tsx';
import { MoreTime } from './MoreTime.tsx';

/** The time of the whole login, which runs while a method is chosen: seen when it is short, spoken in time. */
export function LoginTime({ view }: Readonly<{ view: MethodsView }>) {
  const strings = useStrings();
  const remainingMs = useRemaining(view.remainingMs, OFFER_MS);
  const isStarting = view.starting !== null;
  const isShort = remainingMs <= OFFER_MS && !isStarting;
  return (
    <div className={isShort ? 'wait' : 'wait wait--long'}>
      {isShort ? (
        <p className="wait__words" role="timer" aria-live="off">
          {strings.wait.timeLeft(remainingMs)}
        </p>
      ) : null}
      {view.canExtend ? (
        <div className="wait__acts">
          <MoreTime viewMs={view.remainingMs} isOff={isStarting} />
        </div>
      ) : null}
    </div>
  );
}
