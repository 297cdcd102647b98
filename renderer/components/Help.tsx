import { setDoctorOpen } from '../store/mirror.ts';
import { useMirror, useServices, useStrings } from '../store/use-services.ts';
import { mayCheckConnection } from '../view/screen-rules.ts';
import { Button } from './Button.tsx';

function HelpLine() {
  const strings = useStrings();
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
  const strings = useStrings();
  const { mirror } = useServices();
  const view = useMirror((state) => state.view);
  const isDoctorOpen = useMirror((state) => state.isDoctorOpen);

  if (isDoctorOpen || !mayCheckConnection(view)) return <HelpLine />;
  return (
    <>
      <Button onPress={() => setDoctorOpen(mirror, true)}>{strings.doctor.open}</Button>
      <span>
        <HelpLine />
      </span>
    </>
  );
}
