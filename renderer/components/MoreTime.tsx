import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';
import { OFFER_MS } from './LimitTime.tsx';

type MoreTimeProps = Readonly<{
  /** Until the wait ends by itself. */
  viewMs: number;
  /** No time runs out now, or it is not the person's: the button keeps its place and its focus. */
  isOff: boolean;
}>;

/** "More time" is always in the tab order, and seen when it is focused or due. */
export function MoreTime({ viewMs, isOff }: MoreTimeProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isAsking = useInFlight('login:keep-waiting');
  const isDue = useRemaining(viewMs, OFFER_MS) <= OFFER_MS && !isOff;
  return (
    <Button
      className={isDue ? '' : 'seen-on-focus'}
      isOff={isOff || isAsking}
      onPress={() => void send('login:keep-waiting')}
    >
      {strings.common.moreTime}
    </Button>
  );
}
