import { useEffect, useState, type RefObject } from 'react';

/**
 * When a problem with a field appears, the focus is back in the field with the content selected, so that typing
 * replaces it (WCAG 3.3.1, 3.3.3). `key` tells one problem from the next; it is empty while there is none, and while
 * an answer is awaited. The problem itself is said by the live region.
 *
 * @returns whether the problem describes the field: only once the focus has left it, for whoever comes back. Before,
 *   a reader would say it twice, for a description that changes under the focus is read too.
 */
export function useProblem(field: RefObject<HTMLInputElement | null>, key: string): boolean {
  const [leftWith, setLeftWith] = useState('');

  useEffect(() => {
    const input = field.current;
    if (key === '' || input === null) return undefined;
    input.focus();
    input.select();
    const leave = (): void => setLeftWith(key);
    input.addEventListener('blur', leave);
    return () => input.removeEventListener('blur', leave);
  }, [field, key]);

  return key !== '' && leftWith === key;
}
