import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldView } from '../../shared/login/login-view.ts';
import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/window-services.ts';
import { rememberTyped, typedBeside } from '../store/typed-beside.ts';
import { Button } from './Button.tsx';
import { ChallengeFrame } from './ChallengeFrame.tsx';
import { CodeField, type CodeFieldLook } from './CodeField.tsx';

type CodeFormProps = Readonly<{
  view: FieldView;
  /** Where the code is found. It describes the field. */
  children: ReactNode;
  field: CodeFieldLook;
  /** Whether a code is sent by itself when it was pasted or filled in. What is typed never is. */
  isSentAtOnce?: (code: string) => boolean;
}>;

/** The form of every method that ends with a typed code: one field, and Continue. */
export function CodeForm({ view, children, field, isSentAtOnce = () => false }: CodeFormProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isSending = useInFlight('login:submit-code');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const [code, setCode] = useCode(isRestarting, view.screen === 'code' && view.isStarting);
  const pauseMs = useRemaining(view.problem?.kind === 'too-many' ? view.problem.waitMs : 0);
  const isBusy = view.busy || isSending || isRestarting;
  const isOff = isBusy || view.isAccepted || view.isVerifying || pauseMs > 0;
  const working = view.busy ? strings.common.working : null;

  return (
    <ChallengeFrame
      view={view}
      state={view.isAccepted && view.notice === null ? strings.code.accepted : working}
      onSubmit={() => {
        if (!isOff) void send('login:submit-code', { code });
      }}
      primary={
        <Button
          look="primary"
          type="submit"
          isOff={isOff}
          aside={pauseMs > 0 ? strings.wait.clock(pauseMs) : null}
        >
          {strings.common.continue}
        </Button>
      }
    >
      <div id="code-where">{children}</div>
      <CodeField
        {...field}
        screen={view.screen}
        method={view.method}
        value={code}
        onChange={(value, cameAtOnce) => {
          setCode(value);
          if (cameAtOnce && !isOff && isSentAtOnce(value)) void send('login:submit-code', { code: value });
        }}
        problem={view.problem}
        busy={isBusy}
        isClosed={view.isAccepted}
      />
    </ChallengeFrame>
  );
}

/**
 * The code that is being typed. When the method is started again the old code is spent: the field is empty
 * and has the focus, wherever the pressed button has gone (WCAG 2.4.3).
 *
 * @param isFromBeside the code was typed beside a push: it stands here while it is on its way
 */
function useCode(
  isRestarting: boolean,
  isFromBeside: boolean,
): readonly [code: string, setCode: (code: string) => void] {
  const [code, setCode] = useState(() => (isFromBeside ? typedBeside() : ''));
  const [wasRestarting, setWasRestarting] = useState(isRestarting);
  const isToFocus = useRef(false);
  if (wasRestarting !== isRestarting) {
    setWasRestarting(isRestarting);
    if (!isRestarting) setCode('');
  }

  useEffect(() => rememberTyped(''), []);

  useEffect(() => {
    if (isToFocus.current && !isRestarting) document.getElementById('code')?.focus();
    isToFocus.current = isRestarting;
  }, [isRestarting]);

  return [code, setCode];
}
