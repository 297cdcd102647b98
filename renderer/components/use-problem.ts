import { useEffect, useState, type RefObject } from 'react';

/**
 * Focuses and selects an invalid field, so that typing replaces the content (WCAG 3.3.1, 3.3.3).
 *
 * @param key another key means a new problem; empty without a problem and while a call is pending
 * @param sentence the problem, without a clock
 * @returns the field's description. It stays the same while the field has the focus, because screen
 *   readers would announce a change.
 */
export function useProblem(
  field: RefObject<HTMLInputElement | null>,
  key: string,
  sentence: string,
): string {
  const [description, setDescription] = useState('');

  useEffect(() => {
    if (key === '') return;
    field.current?.focus();
    field.current?.select();
  }, [field, key]);

  useEffect(() => {
    const input = field.current;
    const describe = (): void => setDescription(sentence);
    if (document.activeElement !== input) describe();
    input?.addEventListener('blur', describe);
    return () => input?.removeEventListener('blur', describe);
  }, [field, sentence]);

  return description;
}
