import { askerOf } from '../../shared/login/view-parts.ts';
import { useMirror } from '../store/window-services.ts';
import { Emblem } from './Emblem.tsx';

/** Application and organisation as the service named them; before it did, the program's own name. */
export function WhoAsks() {
  const asker = useMirror(({ view }) => askerOf(view));
  const brandName = useMirror(({ info }) => info.brandName);
  const application = asker?.application ?? '';
  const company = asker?.company ?? '';
  return (
    <header className="asker">
      <Emblem />
      <p className="asker__names">
        <bdi className="asker__application">
          {application === '' && company === '' ? brandName : application}
        </bdi>
        <bdi className="asker__company">{company}</bdi>
      </p>
    </header>
  );
}
