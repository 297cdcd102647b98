import type { SucceededView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { ServiceQuote } from '../components/ServiceQuote.tsx';
import { useInFlight, useIntents, useStrings } from '../store/window-services.ts';

type LetInScreenProps = Readonly<{
  view: SucceededView;
  outcome: 'bypassed' | 'allowed-unreachable';
}>;

/**
 * Access without verification: the service bypasses it, or is unreachable and the policy allows access. Stays open: the
 * person must read this unusual outcome.
 */
export function LetInScreen({ view, outcome }: LetInScreenProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isFinishing = useInFlight('login:finish');
  const { succeeded } = strings;
  const isBypassed = outcome === 'bypassed';
  return (
    <ScreenFrame
      name={outcome}
      heading={isBypassed ? succeeded.bypassedHeading : succeeded.unreachableHeading}
      primary={
        <Button look="primary" isOff={isFinishing} onPress={() => void send('login:finish')}>
          {strings.common.continue}
        </Button>
      }
    >
      <p className="lead">{isBypassed ? succeeded.bypassedSentence : succeeded.unreachableSentence}</p>
      <Sentence parts={strings.pickMethod.forWhom(view.username)} />
      <ServiceQuote serviceText={view.serviceText} />
    </ScreenFrame>
  );
}
