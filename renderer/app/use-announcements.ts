import { useEffect, useLayoutEffect, useRef } from 'react';
import { hush, say } from '../store/announcer.ts';
import { useMirror, useServices, useStrings } from '../store/window-services.ts';
import { announce, NO_MEMORY } from './announcements.ts';
import { screenKey } from './screens.ts';

/** Speaks what changed with each view. */
export function useAnnouncements(): void {
  const { announcer } = useServices();
  const strings = useStrings();
  const view = useMirror((mirror) => mirror.view);
  const atEpochMs = useMirror((mirror) => mirror.receivedAtEpochMs);
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isDoctorOpen = useMirror((mirror) => mirror.isDoctorOpen);
  const key = isDoctorOpen ? 'doctor' : screenKey(view);
  const memory = useRef(NO_MEMORY);

  // Before the effects of the new screen, which may speak.
  useLayoutEffect(() => hush(announcer), [announcer, key]);

  useEffect(() => {
    if (!isRestarting) return;
    say(announcer, 'polite', strings.common.working);
    // The same end after another try is to be said again.
    if (memory.current.shown?.view.screen === 'failed') memory.current = { ...memory.current, shown: null };
  }, [announcer, strings, isRestarting]);

  useEffect(() => {
    if (memory.current.shown?.view === view) return;
    const { memory: next, sentences } = announce(memory.current, { view, atEpochMs }, strings);
    memory.current = next;
    if (sentences.polite !== '') say(announcer, 'polite', sentences.polite);
    if (sentences.assertive !== '') say(announcer, 'assertive', sentences.assertive);
  }, [announcer, strings, view, atEpochMs]);
}
