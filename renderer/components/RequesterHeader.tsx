import { requesterOf } from '../../shared/login/view/view-parts.ts';
import { useAfterUsername, useMirror } from '../store/window-services.ts';
import { BrandEmblem } from './BrandEmblem.tsx';

/** Names of the application and organisation from the service; before its answer, the brand's name. */
export function RequesterHeader() {
  const { application, company } = useMirror(({ view }) => requesterOf(view));
  const brandName = useMirror(({ info }) => info.brand.name);
  return (
    <header className="requester">
      <Emblem />
      <p className="requester__names">
        <bdi className="requester__application">
          {application === '' && company === '' ? brandName : application}
        </bdi>
        <bdi className="requester__company">{company}</bdi>
      </p>
    </header>
  );
}

function Emblem() {
  const view = useMirror((mirror) => mirror.view);
  const later = useAfterUsername();
  if (later === null || view.screen === 'username' || view.screen === 'methods')
    return <BrandEmblem />;
  return <later.Emblem view={view} />;
}
