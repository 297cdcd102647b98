import type { Notice } from '../../shared/login/view/login-view.ts';
import { partsOfNotice } from '../../shared/login/view/view-parts.ts';
import { useStrings } from '../store/use-services.ts';
import { useRemaining } from '../store/countdown.ts';
import { ServiceQuote } from './ServiceQuote.tsx';

type NoticeBarProps = Readonly<{ notice: Notice | null; again?: string | null }>;

/**
 * A notice, which the live region also announces. `again`: label of the restart button; null
 * without the button.
 */
export function NoticeBar({ notice, again = null }: NoticeBarProps) {
  const strings = useStrings();
  const { waitMs, serviceText } = partsOfNotice(notice);
  const pauseMs = useRemaining(waitMs);
  if (notice === null) return null;
  return (
    <div className="notice">
      <p>
        {strings.notice(
          notice.kind === 'too-many' ? { ...notice, waitMs: pauseMs } : notice,
          again,
        )}
        {pauseMs > 0 ? <span className="clock"> {strings.pauseIn(pauseMs)}</span> : null}
      </p>
      <ServiceQuote serviceText={serviceText} />
    </div>
  );
}
