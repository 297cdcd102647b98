import type { Advice } from '../../shared/outcomes/error-catalog.ts';
import type { FailedView } from '../../shared/login/view/login-view.ts';
import { isSent } from '../../shared/service/methods.ts';
import type { Intents } from '../bridge/intents.ts';
import { Button } from '../components/Button.tsx';
import { Reference } from '../components/Reference.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { ServiceQuote } from '../components/ServiceQuote.tsx';
import { toTensOfSeconds, useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/use-services.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';

export function FailedScreen({ view }: Readonly<{ view: FailedView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isRetrying = useInFlight('login:retry');
  const isLoginOver = useMirror((mirror) => mirror.isLoginOver);
  const pauseMs = useRemaining(view.waitMs);
  const { title, whatHappened } = strings.errors[view.code];
  const isPaused = pauseMs > 0;
  const isPauseOver = view.waitMs > 0 && !isPaused;
  const isClosing = view.advice === 'none';
  const offersOtherMethods = view.canChooseMethod && view.advice !== 'choose-method';
  const isSignInFirst = view.code === 'network-sign-in';
  const adviceLook = isClosing ? 'outlined' : 'primary';
  const adviceButton = (
    <Button
      look={isSignInFirst ? 'quiet' : adviceLook}
      isOff={isPaused || isRetrying}
      aside={
        isPaused
          ? strings.formatMessage('window.failed.wait-for', { time: strings.clock(pauseMs) })
          : null
      }
      describedBy={isPaused ? 'advice-in' : undefined}
      onPress={() => void followAdvice(view.advice, send)}
    >
      {adviceLabel(view, strings)}
    </Button>
  );
  const openBrowserButton = view.mayBeGuestNetwork ? (
    <Button
      look={isSignInFirst ? 'primary' : 'quiet'}
      onPress={() => void send('app:open-network-sign-in')}
    >
      {strings.formatMessage('window.failed.open-browser')}
    </Button>
  ) : null;
  return (
    <ScreenFrame
      name="failed"
      heading={title}
      primary={isSignInFirst ? openBrowserButton : adviceButton}
      secondary={
        <>
          {isSignInFirst ? adviceButton : openBrowserButton}
          {offersOtherMethods ? (
            <Button onPress={() => void send('login:go-back')}>
              {strings.formatMessage('advice.choose-method')}
            </Button>
          ) : null}
        </>
      }
      exit={isClosing ? null : <CancelButton />}
      after={<Reference text={view.reference} configKey={view.configKey} />}
    >
      {isLoginOver ? <p className="notice">{strings.formatMessage('state.login-over')}</p> : null}
      <p className="lead">{whatHappened}</p>
      <p>
        {isPauseOver
          ? strings.formatMessage('pause.over')
          : strings.whatToDo(view.code, view.advice)}
      </p>
      {isPaused ? (
        <p id="advice-in" className="visually-hidden">
          {strings.possibleIn(toTensOfSeconds(pauseMs))}
        </p>
      ) : null}
      <ServiceQuote serviceText={view.serviceText} />
    </ScreenFrame>
  );
}

function adviceLabel({ advice, method }: FailedView, strings: Strings): string {
  if (advice === 'same-method' && method !== null && isSent(method))
    return strings.methods[method].again;
  return strings.formatMessage(`advice.${advice}`);
}

function followAdvice(advice: Advice, send: Intents['send']): Promise<boolean> {
  if (advice === 'none') return send('app:quit');
  return advice === 'choose-method' ? send('login:go-back') : send('login:retry');
}
