import type { ApprovalView } from '../../shared/login/view/login-view.ts';
import { othersToOffer } from '../view/screen-rules.ts';
import { useIntents, useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';

/**
 * Other methods, offered after a long wait. Their space is reserved before, so that the layout
 * stays stable; a notice uses that space.
 */
export function OtherMethods({ view }: Readonly<{ view: ApprovalView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const others = othersToOffer(view);
  if (others.length === 0 || view.notice !== null) return null;
  return (
    <div className="others" inert={!view.areOthersOffered}>
      {view.codeBeside === null ? (
        <p className="aside">{strings.formatMessage('state.others-offered')}</p>
      ) : null}
      <ul>
        {others.map((method) => (
          <li key={method}>
            <Button
              isOff={view.isVerifying}
              onPress={() => void send('login:choose-method', { method })}
            >
              {strings.methods[method].name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
