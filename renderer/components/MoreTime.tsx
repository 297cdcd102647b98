import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';
import { OFFER_MS, WHEN_SHORT } from './LimitTime.tsx';

type MoreTimeProps = Readonly<{
  /** Milliseconds until the wait times out. */
  viewMs: number;
  /** Disabled, but keeps its place and its focus. */
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
      {strings.say('window.more-time')}
    </Button>
  );
}
