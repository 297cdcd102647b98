import type { ServiceText as Words } from '../../shared/login/login-view.ts';
import { useStrings } from '../store/window-services.ts';

/**
 * What the service wrote, marked as its words and drawn as text only, in its own writing direction
 * and in a language that nobody told (WCAG 3.1.2).
 */
export function ServiceText({ words }: Readonly<{ words: Words | null }>) {
  const strings = useStrings();
  if (words === null || (words.message === '' && !words.details)) return null;
  return (
    <figure className="quote">
      <figcaption>{strings.common.serviceSays}</figcaption>
      <blockquote dir="auto" lang="">
        {words.message === '' ? null : <p>{words.message}</p>}
        {words.details ? <p>{words.details}</p> : null}
      </blockquote>
    </figure>
  );
}
