import { useEffect } from 'react';
import type { SecurityKeyView } from '../../shared/login/login-view.ts';
import { Button } from '../components/Button.tsx';
import { ChallengeFrame } from '../components/ChallengeFrame.tsx';
import { CodeField } from '../components/CodeField.tsx';
import { useCode } from '../components/use-code.ts';
import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/window-services.ts';

const CONTROL = 'a, button, input, select, textarea, summary';

/** A hardware key that types its code into the focused field and presses Enter. */
export function SecurityKeyScreen({ view }: Readonly<{ view: SecurityKeyView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isSending = useInFlight('login:submit-code');
  const [code, setCode] = useCode();
  const pauseMs = useRemaining(view.problem?.kind === 'too-many' ? view.problem.waitMs : 0);
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isBusy = view.busy || isSending || isRestarting;
  const isOff = isBusy || view.isAccepted || view.isVerifying || pauseMs > 0;
  useKeptFocus();

  return (
    <ChallengeFrame
      view={view}
      state={
        view.isAccepted && view.notice === null
          ? strings.code.accepted
          : view.busy
            ? strings.common.working
            : null
      }
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
      <p id="code-where" className="lead">
        {strings.methods.yotp.instruction}
      </p>
      <CodeField
        method="yotp"
        label={strings.securityKey.label}
        hint={strings.securityKey.hint}
        value={code}
        onChange={setCode}
        problem={view.problem}
        busy={isBusy}
        isClosed={view.isAccepted}
        className="input--key"
        inputMode="text"
        autoComplete="off"
      />
    </ChallengeFrame>
  );
}

/**
 * The key types wherever the focus is, so a click beside the field must not take it away. A click on another
 * control does, and so does Tab: nobody is held in the field (WCAG 2.1.2). Marked text stays marked.
 */
function useKeptFocus(): void {
  useEffect(() => {
    function onClick(event: MouseEvent): void {
      const isOnControl = event.target instanceof Element && event.target.closest(CONTROL) !== null;
      const hasMarked = window.getSelection()?.isCollapsed === false;
      if (!isOnControl && !hasMarked) document.getElementById('code')?.focus();
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
