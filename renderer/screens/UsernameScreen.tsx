import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { UsernameView } from '../../shared/login/view/login-view.ts';
import { Button } from '../components/Button.tsx';
import { firstField, ScreenFrame } from '../components/ScreenFrame.tsx';
import { useProblem } from '../components/use-problem.ts';
import { NO_REVISION } from '../store/mirror.ts';
import { useInFlight, useIntents, useMirror, useStrings } from '../store/use-services.ts';

type Field = RefObject<HTMLInputElement | null>;

const textIn = (field: Field): string => field.current?.value ?? '';

/**
 * Takes over the static form in `index.html`. Text that was typed there wins over a username from
 * main.
 */
export function UsernameScreen({ view }: Readonly<{ view: UsernameView }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const isSending = useInFlight('login:submit-username');
  const isBusy = view.busy || isSending;
  const field = useRef<HTMLInputElement>(null);

  const problem = isBusy ? null : view.problem;
  const description = useProblem(
    field,
    problem === null ? '' : `${problem}:${String(view.tries)}`,
    problem === null ? '' : strings.usernameProblem[problem],
  );
  useNameFromMain(field, view);
  const { submit, isSubmitPending, cancelSubmit } = useSubmit(field, (username) => {
    if (!isBusy) void send('login:submit-username', { username });
  });

  /**
   * Cancels a running request. Without a request, closes the window, which also ends the login of a
   * gate.
   */
  function cancel(): void {
    cancelSubmit();
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
          readOnly={!view.editable || isBusy || isSubmitPending}
          aria-invalid={problem !== null || undefined}
          {...firstField(
            'username',
            'username-label',
            'username-described',
            ...(view.editable ? [] : ['username-hint']),
          )}
          onChange={cancelSubmit}
        />
        <span id="username-described" hidden>
          {description}
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

/**
 * Fills in the name from main and selects it, so that typing replaces it. Any other text is the
 * person's and stays.
 */
function useNameFromMain(fieldRef: Field, { username, editable, busy }: UsernameView): void {
  const nameFromMain = useRef('');

  // The field is uncontrolled, because React would else render the screen for each key
  // (docs/performance.md).
  useLayoutEffect(() => {
    const input = fieldRef.current;
    if (input === null) return;
    const isOtherText = input.value !== nameFromMain.current;
    const isBlank = input.value.trim() === '';
    // A name from main replaces blanks.
    const isTyped = isOtherText && (!isBlank || username === '');
    if (editable && isTyped) return;
    nameFromMain.current = username;
    input.value = username;
  }, [fieldRef, username, editable]);

  const selectName = useEffectEvent(() => {
    // `select` moves the focus, which must stay during a request.
    if (username !== '' && textIn(fieldRef) === nameFromMain.current && !busy)
      fieldRef.current?.select();
  });
  useEffect(() => selectName(), [username]);
}

type Submit = Readonly<{
  submit: () => void;
  /** A submitted name waits for main's first view. */
  isSubmitPending: boolean;
  cancelSubmit: () => void;
}>;

/**
 * An Enter before main's first view waits for that view. Then the field's text is sent, unless it
 * is still empty.
 */
function useSubmit(fieldRef: Field, send: (username: string) => void): Submit {
  const isBeforeMain = useMirror((mirror) => mirror.revision === NO_REVISION);
  /** Trimmed text of the field at an Enter before main's first view; null without such an Enter. */
  const [earlyText, setEarlyText] = useState<string | null>(null);

  const submitEarly = useEffectEvent(() => {
    if (!isBeforeMain && earlyText !== null && textIn(fieldRef).trim() !== '')
      send(textIn(fieldRef));
  });
  useEffect(() => submitEarly(), [isBeforeMain]);

  return {
    submit: () => {
      if (isBeforeMain) setEarlyText(textIn(fieldRef).trim());
      else send(textIn(fieldRef));
    },
    isSubmitPending: isBeforeMain && Boolean(earlyText),
    cancelSubmit: () => {
      if (isBeforeMain) setEarlyText(null);
    },
  };
}
