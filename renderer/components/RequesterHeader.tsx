import { requesterOf } from '../../shared/login/view/view-parts.ts';
import { useAfterUsername, useMirror } from '../store/window-services.ts';
import { BrandEmblem } from './BrandEmblem.tsx';

/** Application and organisation as the service named them; before it did, the program's own name. */
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

/**
 * One drawing that lives through the whole login, always in the same place: the logo or the gate, then the ring of the
 * wait that empties, then that ring closed into the mark of the end.
 */
function Emblem() {
  const view = useMirror((mirror) => mirror.view);
  const later = useAfterUsername();
  if (later === null || view.screen === 'username' || view.screen === 'methods') return <BrandEmblem />;
  return <later.Emblem view={view} />;
}
