import { timeLimitOf } from '../../shared/login/view/view-parts.ts';
import { EACH_SECOND, useRemaining, type NextChange } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';

/**
 * Remaining time from which "More time" is visible, in milliseconds; at least 20 seconds (WCAG
 * 2.2.1).
 */
const OFFER_MS = 30_000;
/** For a text that appears when `OFFER_MS` remain, and then changes each second. */
const WHEN_SHORT: NextChange = (leftMs) => (leftMs > OFFER_MS ? OFFER_MS : EACH_SECOND(leftMs));

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

type LoginTimeProps = Readonly<{
  view: Readonly<{ remainingMs: number; canExtend: boolean }>;
  /** True while an answer of the service is awaited. */
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

type MoreTimeProps = Readonly<{
  /** Milliseconds from the arrival of the view until the wait times out. */
  viewMs: number;
  /** The button is off, but keeps its place and its focus. */
  isOff: boolean;
}>;

/** Always in the tab order; visible when focused, or when the wait ends soon. */
export function MoreTime({ viewMs, isOff }: MoreTimeProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isAsking = useInFlight('login:keep-waiting');
  const isDue = useRemaining(viewMs, WHEN_SHORT) <= OFFER_MS && !isOff;
  return (
    <Button
      className={isDue ? '' : 'seen-on-focus'}
      isOff={isOff || isAsking}
      onPress={() => void send('login:keep-waiting')}
    >
      {strings.formatMessage('window.more-time')}
    </Button>
  );
}
