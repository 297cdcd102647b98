import type { ReactNode } from 'react';
import { againLabel, type AnyChallengeView } from '../app/screens.ts';
import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { CancelButton, ScreenFrame } from './ScreenFrame.tsx';
import { WaitLine } from './WaitLine.tsx';

type ChallengeFrameProps = Readonly<{
  view: AnyChallengeView;
  children: ReactNode;
  /** Words in place of the time, such as "The code is right". */
  state?: string | null;
  /** The one thing to do here; where that is done on the phone, "Send it again" stands in its place. */
  primary?: ReactNode;
  /** One more quiet button, beside the time. */
  extra?: ReactNode;
  onSubmit?: () => void;
}>;

/** A screen that waits for the person: a place, not a spinner (docs/look.md). */
export function ChallengeFrame({
  view,
  children,
  state = null,
  primary,
  extra,
  onSubmit,
}: ChallengeFrameProps) {
  const strings = useStrings();
  const intents = useIntents();
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isAgainQuiet = primary !== undefined || extra !== undefined;
  return (
    <ScreenFrame
      name={view.screen}
      heading={strings.methods[view.method].heading}
      {...(onSubmit === undefined ? {} : { onSubmit })}
      primary={
        <>
          <WaitLine view={view} state={isRestarting ? strings.common.working : state} extra={extra} />
          {isAgainQuiet ? primary : <AgainButton view={view} look="outlined" />}
        </>
      }
      ways={
        <>
          {view.hasOtherWays ? (
            <Button onPress={() => void intents.goBack()}>{strings.common.otherWays}</Button>
          ) : null}
          {isAgainQuiet ? <AgainButton view={view} look="quiet" /> : null}
        </>
      }
      exit={<CancelButton />}
    >
      <NoticeBar notice={view.notice} again={againLabel(view, strings)} />
      {children}
    </ScreenFrame>
  );
}

type AgainButtonProps = Readonly<{ view: AnyChallengeView; look: 'outlined' | 'quiet' }>;

/** Chooses the same way once more; off with a running clock while that is too early, gone when it is over. */
function AgainButton({ view, look }: AgainButtonProps) {
  const strings = useStrings();
  const { chooseMethod } = useIntents();
  const isSending = useInFlight('login:choose-method');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const earlyMs = useRemaining(view.againInMs ?? 0);
  const label = againLabel(view, strings);
  if (label === null) return null;
  return (
    <>
      <Button
        look={look}
        isOff={earlyMs > 0 || isSending || isRestarting || view.isVerifying}
        aside={earlyMs > 0 ? strings.wait.clock(earlyMs) : null}
        describedBy={earlyMs > 0 ? 'again-in' : undefined}
        onPress={() => void chooseMethod(view.method)}
      >
        {label}
      </Button>
      {earlyMs > 0 ? (
        <span id="again-in" className="visually-hidden">
          {strings.wait.availableInSpoken(view.againInMs ?? 0)}
        </span>
      ) : null}
    </>
  );
}
