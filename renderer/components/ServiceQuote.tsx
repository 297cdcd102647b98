import type { ServiceText } from '../../shared/service/service-text.ts';
import { useStrings } from '../store/use-services.ts';

/**
 * Shows text from the service as plain text. The browser detects its direction; its language is
 * marked as unknown (WCAG 3.1.2).
 */
export function ServiceQuote({ serviceText }: Readonly<{ serviceText: ServiceText | null }>) {
  const strings = useStrings();
  if (serviceText === null || (serviceText.message === '' && !serviceText.details)) return null;
  return (
    <figure className="quote">
      <figcaption>{strings.formatMessage('service-says')}</figcaption>
      <blockquote dir="auto" lang="">
        {serviceText.message === '' ? null : <p>{serviceText.message}</p>}
        {serviceText.details ? <p>{serviceText.details}</p> : null}
      </blockquote>
    </figure>
  );
}
