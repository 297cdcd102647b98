import type { QrView } from '../../shared/login/login-view.ts';
import { ChallengeFrame } from '../components/ChallengeFrame.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { QrCode } from '../components/QrCode.tsx';
import { useStrings } from '../store/window-services.ts';

/** A QR code for the app on the phone, with its text to copy for whoever cannot scan. */
export function QrScreen({ view }: Readonly<{ view: QrView }>) {
  const strings = useStrings();
  return (
    <ChallengeFrame view={view} extra={<CopyButton what="qr-text" label={strings.qr.copy} />}>
      <p className="lead">{strings.methods.qrcode.instruction}</p>
      <QrCode text={view.qrText} label={strings.qr.label} tooLong={strings.qr.tooLong} />
    </ChallengeFrame>
  );
}
