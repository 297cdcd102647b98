import { useEffect, useRef } from 'react';
import { say } from '../store/announcer.ts';
import { useMirror, useServices, useStrings } from '../store/window-services.ts';
import { announce, NO_MEMORY } from './announcements.ts';

/** Speaks what changed with each view, and each refused call. */
export function useAnnouncements(): void {
  const { announcer } = useServices();
  const strings = useStrings();
  const view = useMirror((mirror) => mirror.view);
  const atEpochMs = useMirror((mirror) => mirror.receivedAtEpochMs);
  const trouble = useMirror((mirror) => mirror.trouble);
  const memory = useRef(NO_MEMORY);

  useEffect(() => {
    if (memory.current.shown?.view === view) return;
    const { memory: next, sentences } = announce(memory.current, { view, atEpochMs }, strings);
    memory.current = next;
    if (sentences.polite !== '') say(announcer, 'polite', sentences.polite);
    if (sentences.assertive !== '') say(announcer, 'assertive', sentences.assertive);
  }, [announcer, strings, view, atEpochMs]);

  useEffect(() => {
    if (trouble !== null) say(announcer, 'assertive', strings.trouble[trouble.code]);
  }, [announcer, strings, trouble]);
}
