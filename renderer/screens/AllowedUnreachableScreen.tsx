import type { SucceededView } from '../../shared/login/login-view.ts';
import { useStrings } from '../store/window-services.ts';
import { LetInScreen } from './LetInScreen.tsx';

/** The service is out of reach and the administrator's policy lets people in meanwhile. Said aloud. */
export function AllowedUnreachableScreen({ view }: Readonly<{ view: SucceededView }>) {
  const { succeeded } = useStrings();
  return (
    <LetInScreen
      view={view}
      name="allowed-unreachable"
      heading={succeeded.unreachableHeading}
      sentence={succeeded.unreachableSentence}
    />
  );
}
