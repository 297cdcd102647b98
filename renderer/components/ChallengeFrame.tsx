import { useEffect, useRef, type ReactNode } from 'react';
import { hasField, type AnyChallengeView } from '../../shared/login/view/login-view.ts';
import { againButtonLabel, permittedAgainLabel, wantsRepair } from '../view/screen-rules.ts';
import { AGAIN_STEPS, toTensOfSeconds, useRemaining } from '../store/countdown.ts';
import { announce } from '../store/announcer.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';
import { Button } from './Button.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { CancelButton, ScreenFrame } from './ScreenFrame.tsx';
import { WaitLine } from './WaitLine.tsx';

type ChallengeFrameProps = Readonly<{
  view: AnyChallengeView;
  children: ReactNode;
  /** A sentence in place of the remaining time, for example "The code is right". */
  state?: string | null;
  /** The main action. Without it and `extra`, the restart of the method takes its place. */
  primary?: ReactNode;
  /** Further buttons beside the remaining time. */
  extra?: ReactNode;
  onSubmit?: () => void;
}>;

/** Frame of the screens that wait for the person (docs/look.md). */
export function ChallengeFrame({
  view,
  children,
  state = null,
  primary,
  extra,
  onSubmit,
}: ChallengeFrameProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isAgainQuiet = primary !== undefined || extra !== undefined;
  return (
    <ScreenFrame
      name={view.screen}
      heading={strings.methods[view.method].heading}
      {...(onSubmit === undefined ? {} : { onSubmit })}
      primary={
        <>
          <WaitLine
            view={view}
            state={isRestarting ? strings.common.working : state}
            extra={extra}
          />
          {isAgainQuiet ? primary : <AgainButton view={view} look="outlined" />}
        </>
      }
      secondary={
        <>
          {view.hasOtherMethods ? (
            <Button onPress={() => void send('login:go-back')}>
              {strings.formatMessage('window.other-ways')}
            </Button>
          ) : null}
          {isAgainQuiet ? <AgainButton view={view} look="quiet" /> : null}
        </>
      }
      exit={<CancelButton />}
      after={view.canReportNotStarted ? <NotStarted /> : null}
    >
      <NoticeBar notice={view.notice} again={permittedAgainLabel(view, strings)} />
      {children}
    </ScreenFrame>
  );
}

/** The button for a login that the person did not start. It is last in the tab order. */
function NotStarted() {
  const strings = useStrings();
  const { send } = useIntents();
  return (
    <div className="secondary">
      <Button onPress={() => void send('login:report-not-started')}>
        {strings.formatMessage('window.not-started')}
      </Button>
    </div>
  );
}

type AgainButtonProps = Readonly<{ view: AnyChallengeView; look: 'outlined' | 'quiet' }>;

/**
 * Restarts the method. The button is off, with a clock, during a pause; after the last permitted
 * restart it stays off.
 */
function AgainButton({ view, look }: AgainButtonProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer } = useServices();
  const isSending = useInFlight('login:choose-method');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const earlyMs = useRemaining(view.againInMs ?? 0, AGAIN_STEPS);
  const isUsedUp = view.againInMs === null;
  const isChecking = view.isVerifying || (hasField(view) && view.busy);
  const isRepair = wantsRepair(view);
  const button = useRef<HTMLButtonElement>(null);

  // Take the focus, so that one key restarts the method, unless the person uses another control.
  useEffect(() => {
    if (isRepair && isIdle(document.activeElement)) button.current?.focus();
  }, [isRepair]);

  const isEarly = earlyMs > 0;
  // A person who waits on the button knows of the pause from its description, so announce the end
  // of the pause.
  useEffect(() => {
    if (!isEarly) return undefined;
    const element = button.current;
    return () => {
      if (document.activeElement === element)
        announce(announcer, 'polite', strings.formatMessage('pause.over'));
    };
  }, [isEarly, announcer, strings]);

  const label = againButtonLabel(view, strings);
  if (label === null) return null;
  const pauseText = isEarly ? strings.possibleIn(toTensOfSeconds(earlyMs)) : null;
  const reason = isUsedUp ? strings.formatMessage('state.sent-too-often') : pauseText;
  return (
    <>
      <Button
        ref={button}
        look={look}
        isOff={isUsedUp || isEarly || isSending || isRestarting || isChecking}
        aside={isEarly ? strings.clock(earlyMs) : reason}
        describedBy={reason === null ? undefined : 'again-in'}
        onPress={() => void send('login:choose-method', { method: view.method })}
      >
        {label}
      </Button>
      {reason === null ? null : (
        <span id="again-in" className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}

/** Whether no usable control has the focus. */
function isIdle(focused: Element | null): boolean {
  return (
    focused === null ||
    focused.matches('body, main, input:read-only') ||
    focused.getAttribute('aria-disabled') === 'true'
  );
}
