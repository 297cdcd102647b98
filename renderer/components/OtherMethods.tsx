import type { ApprovalView } from '../../shared/login/view/login-view.ts';
import { useIntents, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';

/** So many have room beside a wait, and beside a field for a code; "Other methods" leads to all. */
const MOST = 2;
const MOST_BESIDE_A_FIELD = 1;

/**
 * The other methods, beside a long silent wait. Their room is reserved from the start, so that the layout does not move
 * when they appear; a notice, which has its own advice, takes that room. Below a code field there is room for one
 * method without its sentence; a reader says the sentence all the same.
 */
export function OtherMethods({ view }: Readonly<{ view: ApprovalView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const most = view.codeBeside === null ? MOST : MOST_BESIDE_A_FIELD;
  const others = view.others.filter(({ availableInMs }) => availableInMs === 0).slice(0, most);
  if (others.length === 0 || view.notice !== null) return null;
  return (
    <div className="others" inert={!view.areOthersOffered}>
      {view.codeBeside === null ? <p className="aside">{strings.wait.others}</p> : null}
      <ul>
        {others.map(({ method }) => (
          <li key={method}>
            <Button isOff={view.isVerifying} onPress={() => void send('login:choose-method', { method })}>
              {strings.methods[method].name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
