import { useEffect, type RefObject } from 'react';
import { say } from '../store/announcer.ts';
import { useServices } from '../store/window-services.ts';

/**
 * When a problem with a field appears: it is said at once, and the focus is back in the field with the content
 * selected, so that typing replaces it (WCAG 3.3.1, 3.3.3). `key` tells one problem from the next; it is empty
 * while there is none, and while an answer is awaited.
 */
export function useProblem(field: RefObject<HTMLInputElement | null>, key: string, sentence: string): void {
  const { announcer } = useServices();
  useEffect(() => {
    if (key === '') return;
    field.current?.focus();
    field.current?.select();
    say(announcer, 'assertive', sentence);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a pause that runs is not a new problem
  }, [announcer, field, key]);
}
