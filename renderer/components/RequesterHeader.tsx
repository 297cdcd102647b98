import { requesterOf } from '../../shared/login/view/view-parts.ts';
import { useMirror } from '../store/use-services.ts';
import { ProgressEmblem } from './ProgressEmblem.tsx';

/** Names of the application and organisation from the service; before its answer, the brand's name. */
export function RequesterHeader() {
  const { application, company } = useMirror(({ view }) => requesterOf(view));
  const brandName = useMirror(({ info }) => info.brand.name);
  return (
    <header className="requester">
      <ProgressEmblem />
      <p className="requester__names">
        <bdi className="requester__application">
          {application === '' && company === '' ? brandName : application}
        </bdi>
        <bdi className="requester__company">{company}</bdi>
      </p>
    </header>
  );
}
