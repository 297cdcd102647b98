import { useEffect, useState, type RefObject } from 'react';

/**
 * When a problem with a field appears, the focus is back in the field with the content selected, so that typing
 * replaces it (WCAG 3.3.1, 3.3.3). `key` tells one problem from the next; it is empty without a problem, and while an
 * answer is awaited. The live region announces the problem.
 *
 * @param sentence the problem, without a clock; empty without a problem
 * @returns the description of the field: the problem, for a return to the field. It never changes under the focus:
 *   readers announce a changed description, so they would say the problem a second time
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
