import { useMirror, useStrings } from '../store/use-services.ts';
import { LimitTime } from './LimitTime.tsx';

export function Asides() {
  const strings = useStrings();
  const isLeftOnPhone = useMirror(({ view }) => view.screen === 'username' && view.isLeftOnPhone);
  return (
    <>
      <LimitTime />
      {isLeftOnPhone ? <p className="notice">{strings.say('state.left-on-phone')}</p> : null}
    </>
  );
}
