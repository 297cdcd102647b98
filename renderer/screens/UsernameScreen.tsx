import { useEffect, useRef, useState } from 'react';
import type { UsernameView } from '../../shared/login/login-view.ts';
import { Button } from '../components/Button.tsx';
import { firstField, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useProblem } from '../components/use-problem.ts';
import { NO_REVISION } from '../store/mirror.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useFirstStrings,
} from '../store/window-services.ts';

/**
 * Who is signing in. `index.html` holds the same form as static text for the first paint; what was typed there
 * is taken over. Typed text always wins over a name that main remembers.
 */
export function UsernameScreen({ view }: Readonly<{ view: UsernameView }>) {
  const strings = useFirstStrings();
  const { send } = useIntents();
  const { typedEarly } = useServices();
  const isFirst = useMirror((mirror) => mirror.revision === NO_REVISION);
  const isGate = useMirror((mirror) => mirror.info.isGate);
  const isSending = useInFlight('login:submit-username');
  const [typed, setTyped] = useState<string | null>(isFirst && typedEarly !== '' ? typedEarly : null);
  const field = useRef<HTMLInputElement>(null);

  const isBusy = view.busy || isSending;
  const name = view.editable ? (typed ?? view.username) : view.username;
  const problem = isBusy ? null : view.problem;
  const problemKey = problem === null ? '' : `${problem}:${String(view.tries)}`;
  const described = useProblem(field, problemKey, problem === null ? '' : strings.usernameProblem[problem]);

  // A name that main filled in is selected, so that typing replaces it.
  useEffect(() => {
    // While the service is asked the focus stays where it is, and selecting would take it.
    if (view.username !== '' && typed === null && !view.busy) field.current?.select();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- typing must not select what was typed
  }, [view.username]);

  /** Busy: stop asking. In a gate: end the login. In the plain window nothing was begun: close it. */
  function cancel(): void {
    if (view.busy || isGate) void send('login:cancel');
    else void send('app:quit');
  }

  return (
    <ScreenFrame
      name="username"
      heading={strings.username.heading}
      onSubmit={() => {
        if (!isBusy) void send('login:submit-username', { username: name });
      }}
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
          value={name}
          readOnly={!view.editable || isBusy}
          aria-invalid={problem !== null || undefined}
          {...firstField(
            'username',
            'username-label',
            'username-described',
            ...(view.editable ? [] : ['username-hint']),
          )}
          onChange={(event) => setTyped(event.target.value)}
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
