import { useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/use-services.ts';
import { OFFER_MS, WHEN_SHORT } from './LimitTime.tsx';
import { MoreTime } from './MoreTime.tsx';

type LoginTimeProps = Readonly<{
  view: Readonly<{ remainingMs: number; canExtend: boolean }>;
  /** Waiting for the service. */
  isOff: boolean;
}>;

export function LoginTime({ view, isOff }: LoginTimeProps) {
  const strings = useStrings();
  const remainingMs = useRemaining(view.remainingMs, WHEN_SHORT);
  const isShort = remainingMs <= OFFER_MS && !isOff;
  return (
    <div className={isShort ? 'wait' : 'wait wait--long'}>
      {isShort ? (
        <p className="wait__words" role="timer" aria-live="off">
          {strings.timeLeft(remainingMs)}
        </p>
      ) : null}
      {view.canExtend ? (
        <div className="wait__acts">
          <MoreTime viewMs={view.remainingMs} isOff={isOff} />
        </div>
      ) : null}
    </div>
  );
}
