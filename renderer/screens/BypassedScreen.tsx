import type { SucceededView } from '../../shared/login/login-view.ts';
import { ServiceText } from '../components/ServiceText.tsx';
import { useStrings } from '../store/window-services.ts';
import { LetInScreen } from './LetInScreen.tsx';

/** The service asks for no confirmation, and says so in its own words. */
export function BypassedScreen({ view }: Readonly<{ view: SucceededView }>) {
  const { succeeded } = useStrings();
  return (
    <LetInScreen
      view={view}
      name="bypassed"
      heading={succeeded.bypassedHeading}
      sentence={succeeded.bypassedSentence}
    >
      <ServiceText words={view.words} />
    </LetInScreen>
  );
}
