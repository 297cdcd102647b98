import { useCallback } from 'react';
import { say } from '../store/announcer.ts';
import { useMilestones, useRemaining } from '../store/countdown.ts';
import { useServices, useStrings } from '../store/window-services.ts';

const END_MS = [0] as const;

/** What is left of a pause after too many tries. Its end is said, for the clock that shows it is silent. */
export function usePause(viewMs: number): number {
  const strings = useStrings();
  const { announcer } = useServices();
  const tell = useCallback(() => say(announcer, 'polite', strings.wait.pauseOver), [announcer, strings]);
  useMilestones(viewMs, END_MS, tell);
  return useRemaining(viewMs);
}
