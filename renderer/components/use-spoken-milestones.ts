import { useCallback } from 'react';
import { say } from '../store/announcer.ts';
import { useMilestones } from '../store/countdown.ts';
import { useFirstStrings, useServices } from '../store/window-services.ts';

/** From here on "More time" is shown to everybody (WCAG 2.2.1 asks for 20 seconds at least). */
export const OFFER_MS = 30_000;
const MILESTONES_MS = [60_000, 30_000, 10_000] as const;

/** Speaks the milestones of a running wait; `viewMs` is 0 while nothing runs out. */
export function useSpokenMilestones(viewMs: number, canExtend: boolean): void {
  const strings = useFirstStrings();
  const { announcer } = useServices();
  const tell = useCallback(
    (ms: number) => say(announcer, 'polite', strings.wait.milestone(ms, canExtend)),
    [announcer, strings, canExtend],
  );
  useMilestones(viewMs, MILESTONES_MS, tell);
}
