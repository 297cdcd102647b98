import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { FailedView } from '../../shared/login/view/login-view.ts';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import { Button } from '../components/Button.tsx';
import { Reference } from '../components/Reference.tsx';
import { CancelButton, firstField, ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useProblem } from '../components/use-problem.ts';
import { announce } from '../store/announcer.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';

type ProxyLoginScreenProps = Readonly<{ view: FailedView; proxy: AskingProxy }>;

/** The field that was empty at the last submit; null if none was. */
type EmptyField = 'name' | 'password' | null;

/**
 * Name and password never enter React state. The password is cleared once main accepts it. The name
 * stays, so that the person can correct it after a refusal by the proxy.
 */
export function ProxyLoginScreen({ view, proxy }: ProxyLoginScreenProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer } = useServices();
  const isInFlight = useInFlight('login:submit-proxy-login');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const isSending = isInFlight || isRestarting;
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const [emptyField, setEmptyField] = useState<EmptyField>(null);
  /** Number of submits with an empty field. Each one makes the problem new for `useProblem`. */
  const [emptyTries, setEmptyTries] = useState(0);
  // During the next attempt the fields are read-only, and the last refusal no longer marks them as
  // invalid.
  const isRefused = !isSending && emptyField === null && proxy.hasRefused;
  const refusal = isRefused ? strings.formatMessage('proxy.refused') : null;
  const nameProblem = emptyField === 'name' ? strings.formatMessage('proxy.empty-name') : refusal;
  const passwordProblem =
    emptyField === 'password' ? strings.formatMessage('proxy.empty-password') : null;

  // This comes before `useProblem`, because it moves the focus, on which each description depends.
  usePasswordFocusAfterRefusal(password, view);
  const problemKey = String(emptyTries);
  const nameDescription = useProblem(
    name,
    emptyField === 'name' ? problemKey : '',
    nameProblem ?? '',
  );
  const passwordDescription = useProblem(
    password,
    emptyField === 'password' ? problemKey : '',
    passwordProblem ?? refusal ?? '',
  );

  function updateCapsLock(event: KeyboardEvent): void {
    const isOn = event.getModifierState('CapsLock');
    if (isOn && !isCapsLock)
      announce(announcer, 'polite', strings.formatMessage('window.proxy.caps-lock'));
    setCapsLock(isOn);
  }

  function submit(): void {
    const nameInput = name.current;
    const passwordInput = password.current;
    if (isSending || nameInput === null || passwordInput === null) return;
    const wasPasswordEmpty = emptyField === 'password';
    const missing = missingField(nameInput.value, passwordInput.value, wasPasswordEmpty);
    setEmptyField(missing);
    if (missing !== null) {
      setEmptyTries(emptyTries + 1);
      announce(
        announcer,
        'assertive',
        missing === 'name'
          ? strings.formatMessage('proxy.empty-name')
          : strings.formatMessage('proxy.empty-password'),
      );
      return;
    }
    setPasswordShown(false);
    const login = { username: nameInput.value, password: passwordInput.value };
    void send('login:submit-proxy-login', login).then((isAccepted) => {
      // Keep a password that main did not accept.
      if (isAccepted) passwordInput.value = '';
    });
  }

  return (
    <ScreenFrame
      name="proxy-login"
      heading={strings.errors[view.code].title}
      onSubmit={submit}
      primary={
        <Button look="primary" type="submit" isOff={isSending}>
          {strings.formatMessage('window.proxy.submit')}
        </Button>
      }
      secondary={
        view.canChooseMethod ? (
          <Button onPress={() => void send('login:go-back')}>
            {strings.formatMessage('advice.choose-method')}
          </Button>
        ) : null
      }
      exit={<CancelButton />}
      after={<Reference text={view.reference} configKey={view.configKey} />}
    >
      <div id="proxy-asks">
        <Sentence parts={strings.sentence('proxy.asks', { proxy: proxy.name })} />
        <p className="aside">{strings.formatMessage('proxy.hint')}</p>
      </div>
      <div className="field">
        <label id="proxy-name-label" htmlFor="proxy-name">
          {strings.formatMessage('proxy.name')}
        </label>
        <input
          ref={name}
          id="proxy-name"
          className="input"
          type="text"
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          data-first-focus
          readOnly={isSending}
          aria-invalid={nameProblem !== null || undefined}
          {...firstField('proxy-login', 'proxy-name-label', 'proxy-name-described', 'proxy-asks')}
        />
        <span id="proxy-name-described" hidden>
          {nameDescription}
        </span>
        {nameProblem === null ? null : (
          <p id="proxy-problem" className="field__problem">
            {nameProblem}
          </p>
        )}
      </div>
      <div className="field field--with-toggle">
        <label htmlFor="proxy-password">{strings.formatMessage('proxy.password')}</label>
        <input
          ref={password}
          id="proxy-password"
          className="input"
          type={isPasswordShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          readOnly={isSending}
          aria-invalid={isRefused || passwordProblem !== null || undefined}
          aria-describedby="proxy-password-described"
          onKeyDown={updateCapsLock}
          onKeyUp={updateCapsLock}
        />
        <Button isPressed={isPasswordShown} onPress={() => setPasswordShown(!isPasswordShown)}>
          {strings.formatMessage('window.proxy.show')}
        </Button>
        <span id="proxy-password-described" hidden>
          {passwordDescription}
        </span>
        {isCapsLock && !isPasswordShown ? (
          <p className="field__state">{strings.formatMessage('window.proxy.caps-lock')}</p>
        ) : null}
        {passwordProblem === null ? null : (
          <p id="proxy-password-problem" className="field__problem">
            {passwordProblem}
          </p>
        )}
      </div>
      {isSending ? <p className="field__state">{strings.common.working}</p> : null}
    </ScreenFrame>
  );
}

/**
 * The field to fill in before the login is sent; null if there is none.
 *
 * @param wasPasswordEmpty the last submit already lacked the password: now an empty one is sent,
 *   which may be valid
 */
function missingField(name: string, password: string, wasPasswordEmpty: boolean): EmptyField {
  if (name.trim() === '') return 'name';
  return password === '' && !wasPasswordEmpty ? 'password' : null;
}

/**
 * Focuses the password when a later view says that the proxy refused the login. A new screen
 * focuses the name.
 */
function usePasswordFocusAfterRefusal(
  password: RefObject<HTMLInputElement | null>,
  view: FailedView,
): void {
  const firstView = useRef(view);
  useEffect(() => {
    if (view !== firstView.current && view.proxy?.hasRefused === true) password.current?.focus();
  }, [password, view]);
}
