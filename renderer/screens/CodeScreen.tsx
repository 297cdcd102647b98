import type { CodeView } from '../../shared/login/login-view.ts';
import { normalisePasscode } from '../../shared/login/passcode.ts';
import { Button } from '../components/Button.tsx';
import { ChallengeFrame } from '../components/ChallengeFrame.tsx';
import { CodeField } from '../components/CodeField.tsx';
import { useCode } from '../components/use-code.ts';
import { useRemaining } from '../store/countdown.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/window-services.ts';

/** A code from an app or from a text message. */
export function CodeScreen({ view }: Readonly<{ view: CodeView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isSending = useInFlight('login:submit-code');
  const [code, setCode] = useCode();
  const pauseMs = useRemaining(view.problem?.kind === 'too-many' ? view.problem.waitMs : 0);
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isBusy = view.busy || isSending || isRestarting;
  const isOff = isBusy || view.isAccepted || view.isVerifying || pauseMs > 0;

  function change(value: string, cameAtOnce: boolean): void {
    setCode(value);
    // Announced in the hint (WCAG 3.2.2). A typed code is never sent by itself: a bypass code may be longer.
    // What main will send counts, whatever stands around it.
    const isComplete = normalisePasscode(value, view.codeLength).length === view.codeLength;
    if (cameAtOnce && !isOff && isComplete) void send('login:submit-code', { code: value });
  }

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
      <div id="code-where">
        <p className="lead">{strings.methods[view.method].instruction}</p>
        {view.phoneNumber === null ? null : (
          <p className="aside">
            {strings.code.sentTo} <bdi className="nowrap">{view.phoneNumber}</bdi>.
          </p>
        )}
      </div>
      <CodeField
        method={view.method}
        label={strings.code.label}
        hint={strings.code.hint(view.codeLength, view.method)}
        value={code}
        onChange={change}
        problem={view.problem}
        busy={isBusy}
        isClosed={view.isAccepted}
        className="input--code"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </ChallengeFrame>
  );
}
