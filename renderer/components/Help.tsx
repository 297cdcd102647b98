import { useFirstStrings, useAfterUsername, useMirror, useServices } from '../store/window-services.ts';
import { Button } from './Button.tsx';

/** The contact for help and its address, in the administrator's words where they gave any. */
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

/** Sources of help: the administrator and, where the screen allows it, the doctor. */
export function Help() {
  const strings = useFirstStrings();
  const { openDoctor } = useServices();
  const later = useAfterUsername();
  const view = useMirror((state) => state.view);
  const isOpen = useMirror((state) => state.isDoctorOpen);

  // Before the service said anything, and where the screen allows it.
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
