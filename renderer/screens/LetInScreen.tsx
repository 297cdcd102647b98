import type { ReactNode } from 'react';
import type { SucceededView } from '../../shared/login/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { useInFlight, useIntents, useStrings } from '../store/window-services.ts';

type LetInScreenProps = Readonly<{
  view: SucceededView;
  name: string;
  heading: string;
  sentence: string;
  children?: ReactNode;
}>;

/** Signed in without verification. It never leaves by itself: what is unusual must have been read. */
export function LetInScreen({ view, name, heading, sentence, children }: LetInScreenProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isFinishing = useInFlight('login:finish');
  return (
    <ScreenFrame
      name={name}
      heading={heading}
      primary={
        <Button look="primary" isOff={isFinishing} onPress={() => void send('login:finish')}>
          {strings.common.continue}
        </Button>
      }
    >
      <p className="lead">{sentence}</p>
      <p>
        {strings.pickMethod.forWhom} <bdi className="name">{view.username}</bdi>
      </p>
      {children}
    </ScreenFrame>
  );
}
