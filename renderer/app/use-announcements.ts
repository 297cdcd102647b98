import { useEffect } from 'react';
import { say } from '../store/announcer.ts';
import { useFirstStrings, useMirror, useServices } from '../store/window-services.ts';

/** Speaks each refused call. What a view brings is spoken as it comes (`store/narration.ts`). */
export function useAnnouncements(): void {
  const { announcer } = useServices();
  const strings = useFirstStrings();
  const trouble = useMirror((mirror) => mirror.trouble);

  useEffect(() => {
    if (trouble !== null) say(announcer, 'assertive', strings.trouble[trouble.code]);
  }, [announcer, strings, trouble]);
}
