import { useEffect, useState } from 'react';
import type { SucceededView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { announce } from '../store/announcer.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';

/**
 * Milliseconds until the screen closes: long enough to see it, too short to feel like a wait
 * (docs/look.md).
 */
export const LEAVES_AFTER_MS = 900;

/**
 * A confirmed login. The screen closes by itself, except with reduced motion or a screen reader
 * (WCAG 2.2.1).
 */
export function SucceededScreen({ view }: Readonly<{ view: SucceededView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer, isReaderOn } = useServices();
  const isFinishing = useInFlight('login:finish');
  const isGate = useMirror((mirror) => mirror.info.isGate);
  const [isLate, setLate] = useState(false);
  // A gate's window waits for the result, which takes longer on the first start.
  const finishing = isGate && isLate ? strings.formatMessage('finishing') : '';

  useEffect(() => {
    const staysOpen = prefersReducedMotion();
    let isUnmounted = false;
    // Ask for a screen reader only now, because the person may have just started one.
    const leave = async (): Promise<void> => {
      setLate(true);
      if (!staysOpen && !(await isReaderOn()) && !isUnmounted) await send('login:finish');
    };
    const timer = setTimeout(() => void leave(), LEAVES_AFTER_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [send, isReaderOn]);

  useEffect(() => announce(announcer, 'polite', finishing), [announcer, finishing]);

  return (
    <ScreenFrame
      name="succeeded"
      heading={strings.formatMessage('window.succeeded.heading')}
      primary={
        <Button look="primary" isOff={isFinishing} onPress={() => void send('login:finish')}>
          {strings.common.continue}
        </Button>
      }
    >
      <div className="lead">
        <Sentence parts={strings.confirmed(view.username, view.requester)} />
      </div>
      {finishing === '' ? null : <p>{finishing}</p>}
    </ScreenFrame>
  );
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
