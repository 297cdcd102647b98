import { ERROR_CATALOG } from '../../shared/errors/error-catalog.ts';
import { LaterEmblem } from '../components/LaterEmblem.tsx';
import { DoctorScreen } from '../screens/DoctorScreen.tsx';
import type { LaterScreens } from '../store/later-screens.ts';
import { stringsFor } from '../strings/index.ts';
import { LaterScreen } from './LaterScreen.tsx';
import { useAnnouncements } from './use-announcements.ts';

/** All that is drawn and said after the first screen: the page's second script begins here. */
export const laterScreens: LaterScreens = {
  Screen: LaterScreen,
  Doctor: DoctorScreen,
  Emblem: LaterEmblem,
  Announcements,
  // At ends that are not the service's own decision.
  mayCheckConnection: (view) => view.screen === 'failed' && ERROR_CATALOG[view.code].outcome !== 'denied',
  stringsFor,
};

function Announcements(): null {
  useAnnouncements();
  return null;
}
