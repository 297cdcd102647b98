import { narrate, NOTHING_NARRATED } from '../../shared/login/narration/narrator.ts';
import { ProgressEmblem } from '../components/ProgressEmblem.tsx';
import { Asides } from '../components/Asides.tsx';
import { DoctorScreen } from '../screens/DoctorScreen.tsx';
import type { AfterUsername, ViewAfterUsername } from '../store/lazy-screens.ts';
import { createNarration } from '../store/narration.ts';
import { openingFor } from '../view/announcements.ts';
import { ScreenAfterUsername } from './ScreenAfterUsername.tsx';
import { loadStrings } from './load-strings.ts';

/** Entry of the page's second script: everything after the first screen. */
export const afterUsername: AfterUsername = {
  Screen: ScreenAfterUsername,
  Doctor: DoctorScreen,
  Emblem: ProgressEmblem,
  Asides,
  mayCheckConnection,
  loadStrings,
  narrate: (before, now) => narrate(before ?? NOTHING_NARRATED, now),
  openingFor,
  createNarration,
};

/** Whether to offer a check of the connection: after most failures, and during an overdue approval. */
function mayCheckConnection(view: ViewAfterUsername): boolean {
  if (view.screen === 'approval') return view.reference !== null;
  return view.screen === 'failed' && view.code !== 'configuration-invalid';
}
