import { useEffect, useState, type RefObject } from 'react';

/**
 * When a problem with a field appears, the focus is back in the field with the content selected, so that typing
 * replaces it (WCAG 3.3.1, 3.3.3). `key` tells one problem from the next; it is empty while there is none, and while
 * an answer is awaited. The live region says it.
 *
 * @param sentence the problem, without a clock; empty while there is none
 * @returns what describes the field: the problem, for whoever comes back. It never changes under the focus, where a
 *   reader would say it a second time: readers say a description that changes
 */
export function useProblem(field: RefObject<HTMLInputElement | null>, key: string, sentence: string): string {
  const [described, setDescribed] = useState('');

  useEffect(() => {
    if (key === '') return;
    field.current?.focus();
    field.current?.select();
  }, [field, key]);

  useEffect(() => {
    const input = field.current;
    const describe = (): void => setDescribed(sentence);
    if (document.activeElement !== input) describe();
    input?.addEventListener('blur', describe);
    return () => input?.removeEventListener('blur', describe);
  }, [field, sentence]);

  return described;
}
