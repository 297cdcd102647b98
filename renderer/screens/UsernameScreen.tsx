import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UsernameView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { firstField, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useProblem } from '../components/use-problem.ts';
import { NO_REVISION } from '../store/mirror.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/use-services.ts';

/**
 * Takes over the static form in `index.html`; its text wins over a username from main. Submits an early Enter once
 * main's first view arrives.
 */
export function UsernameScreen({ view }: Readonly<{ view: UsernameView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isFirst = useMirror((mirror) => mirror.revision === NO_REVISION);
  const isSending = useInFlight('login:submit-username');
  /** Text at an Enter before main's first view; null without one. */
  const [waiting, setWaiting] = useState<string | null>(null);
  /** Text from main; any other text is the person's. */
  const filled = useRef('');
  const field = useRef<HTMLInputElement>(null);

  const isBusy = view.busy || isSending;
  const problem = isBusy ? null : view.problem;
  const problemKey = problem === null ? '' : `${problem}:${String(view.tries)}`;
  const described = useProblem(
    field,
    problemKey,
    problem === null ? '' : strings.usernameProblem[problem],
  );
  const textNow = (): string => field.current?.value ?? '';

  // Uncontrolled: otherwise React would render the screen for each key (docs/performance.md).
  useLayoutEffect(() => {
    const input = field.current;
    if (input === null) return;
    const isTyped =
      input.value !== filled.current && (input.value.trim() !== '' || view.username === '');
    if (view.editable && isTyped) return;
    filled.current = view.username;
    input.value = view.username;
  }, [view.username, view.editable]);

  // Select a name from main, so that typing replaces it.
  useEffect(() => {
    // `select` moves the focus, which must stay during a request.
    if (view.username !== '' && textNow() === filled.current && !view.busy) field.current?.select();
    // oxlint-disable-next-line react/exhaustive-deps -- only a new name is selected
  }, [view.username]);

  // Submit the early Enter, unless the field is still empty.
  useEffect(() => {
    if (!isFirst && waiting !== null && textNow().trim() !== '') submit();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isFirst]);

  function submit(): void {
    if (isFirst) setWaiting(textNow().trim());
    else if (!isBusy) void send('login:submit-username', { username: textNow() });
  }

  /** Cancels a running request. Without one no login is open, so it closes the window, which ends a gate's login. */
  function cancel(): void {
    setWaiting(null);
    void send(isBusy ? 'login:cancel' : 'app:quit');
  }

  return (
    <ScreenFrame
      name="username"
      heading={strings.username.heading}
      onSubmit={submit}
      primary={
        <Button look="primary" type="submit" isOff={isBusy}>
          {strings.common.continue}
        </Button>
      }
      exit={<Button onPress={cancel}>{strings.common.cancel}</Button>}
    >
      <div className="field">
        <label id="username-label" htmlFor="username">
          {strings.username.label}
        </label>
        {view.editable ? null : (
          <p id="username-hint" className="field__hint">
            {strings.username.isSet}
          </p>
        )}
        <input
          ref={field}
          id="username"
          name="username"
          className="input"
          type="text"
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          data-first-focus
          defaultValue=""
          readOnly={!view.editable || isBusy || (isFirst && Boolean(waiting))}
          aria-invalid={problem !== null || undefined}
          {...firstField(
            'username',
            'username-label',
            'username-described',
            ...(view.editable ? [] : ['username-hint']),
          )}
          onChange={() => {
            if (isFirst) setWaiting(null);
          }}
        />
        <span id="username-described" hidden>
          {described}
        </span>
        {problem === null ? null : (
          <p id="username-problem" className="field__problem">
            {strings.usernameProblem[problem]}
          </p>
        )}
        {view.busy ? <p className="field__state">{strings.common.working}</p> : null}
      </div>
    </ScreenFrame>
  );
}
