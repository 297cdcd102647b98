import { useEffect, useState } from 'react';
import type { SucceededView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useInFlight, useIntents, useMirror, useServices, useStrings } from '../store/window-services.ts';

/** Milliseconds until the screen closes: enough to see it, too few to seem a wait (docs/look.md). */
export const LEAVES_AFTER_MS = 900;

/**
 * Screen of a confirmed login. Closes by itself. With reduced motion or a screen reader, it stays
 * until the person presses Continue (WCAG 2.2.1).
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
    // Check as late as possible: the person may have just started a screen reader.
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
      {/* A gate's window stays open until the login's result is ready: the very first start takes longer. */}
      {isGate && isLate ? <p>{strings.succeeded.finishing}</p> : null}
    </ScreenFrame>
  );
}

/** Whether the person asked their system for less motion (WCAG 2.3.3). */
function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
