import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { FieldView } from '../../shared/login/view/login-view.ts';
import { useRemaining } from '../store/countdown.ts';
import { rememberCodeSentBesidePush } from '../store/mirror.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';
import { Button } from './Button.tsx';
import { ChallengeFrame } from './ChallengeFrame.tsx';
import { CodeField, type CodeFieldLook } from './CodeField.tsx';

type CodeFormProps = Readonly<{
  view: FieldView;
  /** Says where to find the code, and describes the field. */
  children: ReactNode;
  fieldLook: CodeFieldLook;
  /** Whether to submit a pasted or filled-in code at once. */
  isSentAtOnce?: (code: string) => boolean;
}>;

export function CodeForm({ view, children, fieldLook, isSentAtOnce = () => false }: CodeFormProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const isSending = useInFlight('login:submit-code');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const field = useCodeInput(isRestarting);
  const firstCode = useFirstCode(view.screen === 'code' && view.isStarting);
  const pauseMs = useRemaining(view.problem?.kind === 'too-many' ? view.problem.waitMs : 0);
  const isBusy = view.busy || isSending || isRestarting;
  const isSubmitOff = isBusy || view.isAccepted || view.isVerifying || pauseMs > 0;
  const workState = view.busy ? strings.common.working : null;
  const isDone = view.isAccepted && view.notice === null;

  return (
    <ChallengeFrame
      view={view}
      state={isDone ? strings.formatMessage('window.code.accepted') : workState}
      onSubmit={() => {
        if (!isSubmitOff) void send('login:submit-code', { code: field.current?.value ?? '' });
      }}
      primary={
        <Button
          look="primary"
          type="submit"
          isOff={isSubmitOff}
          aside={pauseMs > 0 ? strings.clock(pauseMs) : null}
        >
          {strings.common.continue}
        </Button>
      }
    >
      <div id="code-where">{children}</div>
      <CodeField
        {...fieldLook}
        screen={view.screen}
        method={view.method}
        field={field}
        firstCode={firstCode}
        onInserted={(code) => {
          if (!isSubmitOff && isSentAtOnce(code)) void send('login:submit-code', { code });
        }}
        problem={view.problem}
        isBusy={isBusy}
        isClosed={view.isAccepted}
      />
    </ChallengeFrame>
  );
}

/** Initial text of the field: the code that was sent beside a push, which main checks now. */
function useFirstCode(isSentBesidePush: boolean): string {
  const { mirror } = useServices();
  const [firstCode] = useState(() =>
    isSentBesidePush ? mirror.getState().codeSentBesidePush : '',
  );
  useEffect(() => rememberCodeSentBesidePush(mirror, ''), [mirror]);
  return firstCode;
}

/**
 * Empties and focuses the field after a restart of the method, which invalidates the old code (WCAG
 * 2.4.3).
 */
function useCodeInput(isRestarting: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const wasRestarting = useRef(isRestarting);
  useLayoutEffect(() => {
    const input = field.current;
    if (wasRestarting.current && !isRestarting && input !== null) {
      input.value = '';
      input.focus();
    }
    wasRestarting.current = isRestarting;
  }, [isRestarting]);
  return field;
}
