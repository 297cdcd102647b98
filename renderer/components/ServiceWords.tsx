import type { ServiceWords as Words } from '../../shared/login/login-view.ts';
import { useStrings } from '../store/window-services.ts';

/** What the service wrote, marked as its words and drawn as text only, in its own writing direction. */
export function ServiceWords({ words }: Readonly<{ words: Words | null }>) {
  const strings = useStrings();
  if (words === null || (words.message === '' && !words.details)) return null;
  return (
    <figure className="quote">
      <figcaption>{strings.common.serviceSays}</figcaption>
      <blockquote>
        {words.message === '' ? null : <p dir="auto">{words.message}</p>}
        {words.details ? <p dir="auto">{words.details}</p> : null}
      </blockquote>
    </figure>
  );
}
