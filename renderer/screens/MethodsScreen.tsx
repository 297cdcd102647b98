import { useEffect, useState } from 'react';
import type { MethodsView } from '../../shared/login/view/login-view.ts';
import { methodsInOrder } from '../../shared/login/view/view-parts.ts';
import { Button } from '../components/Button.tsx';
import { LoginTime } from '../components/TimeLeft.tsx';
import { MethodRow } from '../components/MethodRow.tsx';
import { NoticeBar } from '../components/NoticeBar.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { announce } from '../store/announcer.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';

export function MethodsScreen({ view }: Readonly<{ view: MethodsView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer } = useServices();
  const platform = useMirror((mirror) => mirror.info.platform);
  const isChoosing = useInFlight('login:choose-method');
  const choices = methodsInOrder(view);
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const isBusy = isChoosing || view.starting !== null;

  const showsNumbers = useNumberKeys((index) => {
    const choice = choices[index];
    if (choice === undefined || isBusy) return;
    const { method, availableInMs } = choice;
    // `availableInMs` counts from the arrival of the view, so that the pause may be over by now.
    const earlyMs = receivedAtMs + (availableInMs ?? Infinity) - performance.now();
    if (earlyMs <= 0) void send('login:choose-method', { method });
    // Announce the reason, because the row that shows it need not have the focus.
    else if (availableInMs !== null) announce(announcer, 'polite', strings.possibleIn(earlyMs));
    else {
      const words = strings.formatMessage('state.sent-too-often');
      announce(announcer, 'polite', strings.formatMessage('window.sentence', { words }));
    }
  });

  return (
    <ScreenFrame
      name="methods"
      heading={strings.formatMessage('screen.confirm-it-is-you')}
      primary={<LoginTime view={view} isOff={view.starting !== null} />}
      secondary={
        <>
          <Button onPress={() => void send('login:go-back')}>
            {strings.formatMessage('window.back')}
          </Button>
          {choices.length > 1 ? (
            <p className="secondary__hint">
              {strings.formatMessage('window.methods.number-keys', {
                platform: platform === 'darwin' ? 'mac' : 'other',
              })}
            </p>
          ) : null}
        </>
      }
      exit={<CancelButton />}
    >
      <Sentence
        className="lead"
        parts={strings.sentence('screen.signing-in-as', { username: view.username })}
      />
      <NoticeBar notice={view.notice} />
      <ul className="rows" aria-label={strings.formatMessage('window.methods.list-label')}>
        {choices.map((choice, index) => (
          <MethodRow
            key={choice.method}
            choice={choice}
            number={index + 1}
            showsNumber={showsNumbers}
            isRemembered={choice.method === view.remembered}
            isStarting={choice.method === view.starting}
            isOff={isBusy}
            onChoose={() => void send('login:choose-method', { method: choice.method })}
          />
        ))}
      </ul>
    </ScreenFrame>
  );
}

/**
 * Chooses a method by Ctrl+digit. Returns whether Ctrl is held, so that the numbers are to be
 * shown. A digit alone does nothing, because dictated words would trigger it (WCAG 2.1.4). Alt is
 * not used, because after Alt+digit the screen reader Orca drops live announcements until the next
 * key.
 */
function useNumberKeys(choose: (index: number) => void): boolean {
  const [isControlHeld, setControlHeld] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      setControlHeld(event.ctrlKey);
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
      const isOnlyControl = event.ctrlKey && !event.altKey && !event.metaKey;
      if (digit === undefined || !isOnlyControl || event.repeat) return;
      event.preventDefault();
      choose(Number(digit) - 1);
    }
    const onKeyUp = (event: KeyboardEvent): void => setControlHeld(event.ctrlKey);
    const onBlur = (): void => setControlHeld(false);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  });
  return isControlHeld;
}
