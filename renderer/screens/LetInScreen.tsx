import type { SucceededView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { ServiceQuote } from '../components/ServiceQuote.tsx';
import { useInFlight, useIntents, useStrings } from '../store/use-services.ts';

type LetInScreenProps = Readonly<{
  view: SucceededView;
  outcome: 'bypassed' | 'allowed-unreachable';
}>;

/**
 * A login without a confirmation. The screen stays open, because the person must read this unusual
 * outcome.
 */
export function LetInScreen({ view, outcome }: LetInScreenProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isFinishing = useInFlight('login:finish');
  const isBypassed = outcome === 'bypassed';
  return (
    <ScreenFrame
      name={outcome}
      heading={strings.formatMessage(
        isBypassed ? 'window.succeeded.bypassed-heading' : 'window.succeeded.unreachable-heading',
      )}
      primary={
        <Button look="primary" isOff={isFinishing} onPress={() => void send('login:finish')}>
          {strings.common.continue}
        </Button>
      }
    >
      <p className="lead">
        {strings.formatMessage(isBypassed ? 'screen.bypassed' : 'screen.unreachable')}
      </p>
      <Sentence parts={strings.sentence('screen.signing-in-as', { username: view.username })} />
      <ServiceQuote serviceText={view.serviceText} />
    </ScreenFrame>
  );
}
