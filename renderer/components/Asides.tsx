import { useMirror, useStrings } from '../store/window-services.ts';
import { LimitTime } from './LimitTime.tsx';

/** What stands above the actions of every screen, as far as there is something. */
export function Asides() {
  const strings = useStrings();
  const isLeftOnPhone = useMirror(({ view }) => view.screen === 'username' && view.isLeftOnPhone);
  return (
    <>
      <LimitTime />
      {isLeftOnPhone ? <p className="notice">{strings.common.leftOnPhone}</p> : null}
    </>
  );
}
