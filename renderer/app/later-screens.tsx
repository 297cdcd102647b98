import { isDenied } from '../../shared/faults/error-groups.ts';
import { narrate, NOTHING_NARRATED } from '../../shared/login/narrator.ts';
import { LaterEmblem } from '../components/LaterEmblem.tsx';
import { Asides } from '../components/Asides.tsx';
import { DoctorScreen } from '../screens/DoctorScreen.tsx';
import type { LaterScreens } from '../store/second-script.ts';
import { createNarration } from '../store/narration.ts';
import { openingFor } from '../view/announcements.ts';
import { LaterScreen } from './LaterScreen.tsx';
import { loadStrings } from './load-strings.ts';

/** All that is drawn and said after the first screen: the page's second script begins here. */
export const laterScreens: LaterScreens = {
  Screen: LaterScreen,
  Doctor: DoctorScreen,
  Emblem: LaterEmblem,
  Asides,
  // At ends that are not the service's own decision.
  mayCheckConnection: (view) => view.screen === 'failed' && !isDenied(view.code) && view.code !== 'configuration-invalid',
  loadStrings,
  narrate: (before, now) => narrate(before ?? NOTHING_NARRATED, now),
  openingFor,
  createNarration,
};
