import {
  useFirstStrings,
  useAfterUsername,
  useMirror,
  useServices,
} from '../store/window-services.ts';
import { Button } from './Button.tsx';

function HelpLine() {
  const strings = useFirstStrings();
  const { help, helpAddress } = useMirror(({ info }) => info.brand);
  return (
    <>
      {help === null ? strings.common.help : <bdi>{help}</bdi>}
      {helpAddress === null ? null : (
        <>
          {' '}
          <bdi className="address">{helpAddress}</bdi>
        </>
      )}
    </>
  );
}

export function Help() {
  const strings = useFirstStrings();
  const { openDoctor } = useServices();
  const later = useAfterUsername();
  const view = useMirror((state) => state.view);
  const isOpen = useMirror((state) => state.isDoctorOpen);

  // Includes the username screen, before the first answer of the service.
  const mayHelp = view.screen === 'username' || later?.mayCheckConnection(view) === true;
  if (isOpen || !mayHelp) return <HelpLine />;
  return (
    <>
      <Button onPress={openDoctor}>{strings.doctor.open}</Button>
      <span>
        <HelpLine />
      </span>
    </>
  );
}
