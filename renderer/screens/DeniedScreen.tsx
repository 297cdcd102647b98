import type { FailedView } from '../../shared/login/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { ServiceText } from '../components/ServiceText.tsx';
import { useIntents, useStrings } from '../store/window-services.ts';

/** Quiet and final: the service's own `Access Denied!`, why, and the way out. */
export function DeniedScreen({ view }: Readonly<{ view: FailedView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const words = strings.errors[view.code];
  return (
    <ScreenFrame
      name="denied"
      heading={words.title}
      primary={
        <Button look="outlined" onPress={() => void send('app:quit')}>
          {strings.common.close}
        </Button>
      }
    >
      <p className="lead">{words.whatHappened}</p>
      <p>{words.whatToDo}</p>
      <ServiceText words={view.words} />
    </ScreenFrame>
  );
}
