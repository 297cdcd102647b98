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

/** The field left empty on submit. A second submit sends an empty password, which may be valid. */
type Empty = 'name' | 'password' | null;

/**
 * Name and password never enter React state. Clears the password once main accepts it. The name stays, to be corrected
 * after a refusal by the proxy.
 */
export function ProxyLoginScreen({ view, proxy }: ProxyLoginScreenProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer } = useServices();
  const isInFlight = useInFlight('login:submit-proxy-login');
  const isTrying = useMirror((mirror) => mirror.isRestarting);
  const isSending = isInFlight || isTrying;
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const [empty, setEmpty] = useState<Empty>(null);
  const [emptyTries, setEmptyTries] = useState(0);
  // Do not mark the fields as invalid during the next attempt, when they are read-only.
  const isRefused = !isSending && empty === null && proxy.hasRefused;
  const problem = isRefused
    ? strings.say('proxy.refused')
    : empty === 'name'
      ? strings.say('proxy.empty-name')
      : null;
  const passwordProblem = empty === 'password' ? strings.say('proxy.empty-password') : null;

  // Call before `useProblem`: moves the focus, on which each description depends.
  useRetyping(password, view);
  const tries = String(emptyTries);
  const nameDescribed = useProblem(name, empty === 'name' ? tries : '', problem ?? '');
  const passwordDescribed = useProblem(
    password,
    empty === 'password' ? tries : '',
    passwordProblem ?? (isRefused ? strings.say('proxy.refused') : ''),
  );

  function lookAtCapsLock(event: KeyboardEvent): void {
    const isOn = event.getModifierState('CapsLock');
    if (isOn && !isCapsLock) announce(announcer, 'polite', strings.say('window.proxy.caps-lock'));
    setCapsLock(isOn);
  }

  function submit(): void {
    const [typedName, typedPassword] = [name.current, password.current];
    if (isSending || typedName === null || typedPassword === null) return;
    const missing: Empty =
      typedName.value.trim() === ''
        ? 'name'
        : typedPassword.value === '' && empty !== 'password'
          ? 'password'
          : null;
    setEmpty(missing);
    if (missing !== null) {
      setEmptyTries(emptyTries + 1);
      announce(
        announcer,
        'assertive',
        missing === 'name' ? strings.say('proxy.empty-name') : strings.say('proxy.empty-password'),
      );
      return;
    }
    setShown(false);
    const login = { username: typedName.value, password: typedPassword.value };
    void send('login:submit-proxy-login', login).then((isTaken) => {
      // Keep a password that main did not accept.
      if (isTaken) typedPassword.value = '';
    });
  }

  return (
    <ScreenFrame
      name="proxy-login"
      heading={strings.errors[view.code].title}
      onSubmit={submit}
      primary={
        <Button look="primary" type="submit" isOff={isSending}>
          {strings.say('window.proxy.submit')}
        </Button>
      }
      secondary={
        view.canChooseMethod ? (
          <Button onPress={() => void send('login:go-back')}>
            {strings.say('advice.choose-method')}
          </Button>
        ) : null
      }
      exit={<CancelButton />}
      after={<Reference text={view.reference} configKey={view.configKey} />}
    >
      <div id="proxy-asks">
        <Sentence parts={strings.sentence('proxy.asks', { proxy: proxy.name })} />
        <p className="aside">{strings.say('proxy.hint')}</p>
      </div>
      <div className="field">
        <label id="proxy-name-label" htmlFor="proxy-name">
          {strings.say('proxy.name')}
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
          aria-invalid={problem !== null || undefined}
          {...firstField('proxy-login', 'proxy-name-label', 'proxy-name-described', 'proxy-asks')}
        />
        <span id="proxy-name-described" hidden>
          {nameDescribed}
        </span>
        {problem === null ? null : (
          <p id="proxy-problem" className="field__problem">
            {problem}
          </p>
        )}
      </div>
      <div className="field field--with-toggle">
        <label htmlFor="proxy-password">{strings.say('proxy.password')}</label>
        <input
          ref={password}
          id="proxy-password"
          className="input"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          readOnly={isSending}
          aria-invalid={isRefused || passwordProblem !== null || undefined}
          aria-describedby="proxy-password-described"
          onKeyDown={lookAtCapsLock}
          onKeyUp={lookAtCapsLock}
        />
        <Button isPressed={isShown} onPress={() => setShown(!isShown)}>
          {strings.say('window.proxy.show')}
        </Button>
        <span id="proxy-password-described" hidden>
          {passwordDescribed}
        </span>
        {isCapsLock && !isShown ? (
          <p className="field__state">{strings.say('window.proxy.caps-lock')}</p>
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

function useRetyping(password: RefObject<HTMLInputElement | null>, view: FailedView): void {
  const first = useRef(view);
  useEffect(() => {
    if (view !== first.current && view.proxy?.hasRefused === true) password.current?.focus();
  }, [password, view]);
}
