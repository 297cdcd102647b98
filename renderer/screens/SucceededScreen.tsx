import { useEffect, useState } from 'react';
import type { SucceededView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useInFlight, useIntents, useMirror, useServices, useStrings } from '../store/window-services.ts';

/** Long enough to be seen, short enough not to be waited for (docs/look.md). */
export const LEAVES_AFTER_MS = 900;

/**
 * The person is confirmed. Leaves by itself, unless less motion is wanted or a reader has to say
 * it first (WCAG 2.2.1): then it stays until acted on.
 */
export function SucceededScreen({ view }: Readonly<{ view: SucceededView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const { isReaderOn } = useServices();
  const isFinishing = useInFlight('login:finish');
  const isGate = useMirror((mirror) => mirror.info.isGate);
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    const timer = setTimeout(setLate, LEAVES_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    if (prefersReducedMotion()) return undefined;
    let isLeft = false;
    // Asked at the last moment: a reader started meanwhile is not cut off either.
    const leave = async (): Promise<void> => {
      if (!(await isReaderOn()) && !isLeft) await send('login:finish');
    };
    const timer = setTimeout(() => void leave(), LEAVES_AFTER_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [send, isReaderOn]);

  return (
    <ScreenFrame
      name="succeeded"
      heading={strings.succeeded.heading}
      primary={
        <Button look="primary" isOff={isFinishing} onPress={() => void send('login:finish')}>
          {strings.common.continue}
        </Button>
      }
    >
      <div className="lead">
        <Sentence parts={strings.succeeded.sentence(view.username, view.requester)} />
      </div>
      {/* The verdict closes a gate's window, but waits at a first start of all. */}
      {isGate && isLate ? <p>{strings.succeeded.finishing}</p> : null}
    </ScreenFrame>
  );
}

/** Whether the person asked their system for less motion (WCAG 2.3.3). */
function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
