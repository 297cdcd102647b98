import { useEffect } from 'react';
import { say } from '../store/announcer.ts';
import { useFirstStrings, useMirror, useServices } from '../store/window-services.ts';

/** Speaks what failed between the window and main. */
export function useSpokenTrouble(): void {
  const { announcer } = useServices();
  const strings = useFirstStrings();
  const trouble = useMirror((mirror) => mirror.trouble);
  useEffect(() => {
    if (trouble !== null) say(announcer, 'assertive', strings.trouble[trouble.code]);
  }, [announcer, strings, trouble]);
}
