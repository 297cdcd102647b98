import type { HostedPageView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { HostedPageSlot } from '../components/HostedPageSlot.tsx';
import { LoginTime } from '../components/TimeLeft.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useInFlight, useIntents, useStrings } from '../store/use-services.ts';

/**
 * A page of the service, which opens in the browser or in a view that the main process lays over
 * the window.
 */
export function HostedPageScreen({ view }: Readonly<{ view: HostedPageView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isOpening = useInFlight('login:show-page-again');
  const isDeniedOrWaiting = view.purpose === 'denied-or-waiting';
  const isInBrowser = view.display === 'browser';
  return (
    <ScreenFrame
      name="hosted-page"
      heading={strings.formatMessage(
        isDeniedOrWaiting ? 'screen.denied-or-waiting' : 'screen.hosted-page',
      )}
      primary={
        isInBrowser ? (
          <Button
            look="primary"
            isOff={isOpening || view.isVerifying}
            onPress={() => void send('login:show-page-again')}
          >
            {strings.formatMessage('window.page.open-again')}
          </Button>
        ) : null
      }
      secondary={isDeniedOrWaiting ? null : <LoginTime view={view} isOff={view.isVerifying} />}
      exit={<CancelButton />}
    >
      <p className={isInBrowser ? 'lead' : undefined}>
        {view.isVerifying
          ? strings.formatMessage('window.wait.verifying')
          : strings.pageSentence(view)}
      </p>
      <div className={isInBrowser ? 'box' : 'box box--line'}>
        <p className="box__label">{strings.formatMessage('window.page.address-label')}</p>
        <p className="mono" dir="ltr">
          {view.address}
        </p>
        {isInBrowser ? (
          <div className="box__acts">
            <CopyButton what="page-address" label={strings.formatMessage('window.page.copy')} />
          </div>
        ) : null}
      </div>
      {isInBrowser || view.isVerifying ? null : (
        <HostedPageSlot label={strings.formatMessage('window.page.page-label')} />
      )}
    </ScreenFrame>
  );
}
