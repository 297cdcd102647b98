import type { QrView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ChallengeFrame } from '../components/ChallengeFrame.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { QrSlot } from '../components/QrSlot.tsx';
import { useIntents, useStrings } from '../store/use-services.ts';

export function QrScreen({ view }: Readonly<{ view: QrView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  return (
    <ChallengeFrame
      view={view}
      extra={
        <>
          {view.canOpen ? (
            <Button onPress={() => void send('app:open-authenticator')}>
              {strings.formatMessage('window.qr.open')}
            </Button>
          ) : null}
          <CopyButton what="qr-text" label={strings.formatMessage('window.qr.copy')} />
        </>
      }
    >
      <p className="lead">{strings.methods.qrcode.instruction}</p>
      <QrSlot text={view.qrText} label={strings.formatMessage('window.qr.label')} />
    </ChallengeFrame>
  );
}
