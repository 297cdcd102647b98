import type { FailedView } from '../../shared/login/login-view.ts';
import { Button } from '../components/Button.tsx';
import { Reference } from '../components/Reference.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { ServiceText } from '../components/ServiceText.tsx';
import { useInFlight, useIntents, useStrings } from '../store/window-services.ts';

/** The account has ways to confirm, but none that works here: said plainly, in place of an empty list. */
export function NoUsableMethodScreen({ view }: Readonly<{ view: FailedView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isRetrying = useInFlight('login:retry');
  const words = strings.errors[view.code];
  return (
    <ScreenFrame
      name="no-usable-method"
      heading={words.title}
      primary={
        <Button look="primary" isOff={isRetrying} onPress={() => void send('login:retry')}>
          {strings.advice.restart}
        </Button>
      }
      exit={<CancelButton />}
      after={<Reference text={view.reference} configKey={view.configKey} />}
    >
      <p className="lead">{words.whatHappened}</p>
      <p>{strings.whatToDo(view.code, view.advice)}</p>
      <ServiceText words={view.words} />
    </ScreenFrame>
  );
}
