import type { AccountWaitingView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { QrSlot } from '../components/QrSlot.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/window-services.ts';

/** The account awaits approval. Shows the full enrolment address before the person can open it. */
export function AccountWaitingScreen({ view }: Readonly<{ view: AccountWaitingView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isChecking = useInFlight('login:retry');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const words = strings.accountWaiting;
  return (
    <ScreenFrame
      name="account-waiting"
      heading={words.heading}
      primary={
        <Button look="primary" isOff={isChecking || isRestarting} onPress={() => void send('login:retry')}>
          {words.checkAgain}
        </Button>
      }
      exit={<CancelButton />}
    >
      <p className="lead">{view.webUri === null ? words.sentence : words.sentenceWithAddress}</p>
      {view.webUri === null ? null : (
        <div className="box">
          <p className="box__label">{words.addressLabel}</p>
          <p className="mono" dir="ltr">
            {view.webUri}
          </p>
          <div className="box__acts">
            {view.canOpen ? (
              <Button onPress={() => void send('app:open-enrolment')}>{words.open}</Button>
            ) : null}
            <CopyButton what="enrolment-address" label={words.copy} />
            {view.canOpen ? (
              <QrSlot
                text={view.webUri}
                label={words.qrLabel}
                onRequest={{ show: words.showQr, hide: words.hideQr }}
              />
            ) : null}
          </div>
        </div>
      )}
    </ScreenFrame>
  );
}
