import type { AccountWaitingView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { QrSlot } from '../components/QrSlot.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/use-services.ts';

/** The account awaits approval. The person sees the full enrolment address before opening it. */
export function AccountWaitingScreen({ view }: Readonly<{ view: AccountWaitingView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isChecking = useInFlight('login:retry');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  return (
    <ScreenFrame
      name="account-waiting"
      heading={strings.formatMessage('screen.not-approved')}
      primary={
        <Button
          look="primary"
          isOff={isChecking || isRestarting}
          onPress={() => void send('login:retry')}
        >
          {strings.formatMessage('window.waiting.check-again')}
        </Button>
      }
      exit={<CancelButton />}
    >
      <p className="lead">
        {strings.formatMessage(
          view.webUri === null
            ? 'screen.not-approved-sentence'
            : 'screen.not-approved-with-address',
        )}
      </p>
      {view.webUri === null ? null : (
        <div className="box">
          <p className="box__label">{strings.formatMessage('window.waiting.address-label')}</p>
          <p className="mono" dir="ltr">
            {view.webUri}
          </p>
          <div className="box__acts">
            {view.canOpen ? (
              <Button onPress={() => void send('app:open-enrolment')}>
                {strings.formatMessage('window.waiting.open')}
              </Button>
            ) : null}
            <CopyButton
              what="enrolment-address"
              label={strings.formatMessage('window.waiting.copy')}
            />
            {view.canOpen ? (
              <QrSlot
                text={view.webUri}
                label={strings.formatMessage('window.waiting.qr-label')}
                requestLabels={{
                  show: strings.formatMessage('window.waiting.show-qr'),
                  hide: strings.formatMessage('window.waiting.hide-qr'),
                }}
              />
            ) : null}
          </div>
        </div>
      )}
    </ScreenFrame>
  );
}
