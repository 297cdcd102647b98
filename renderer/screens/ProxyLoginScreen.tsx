import { useRef, useState } from 'react';
import type { FailedView } from '../../shared/login/login-view.ts';
import type { AskingProxy } from '../../shared/service/failures.ts';
import { Button } from '../components/Button.tsx';
import { Reference } from '../components/Reference.tsx';
import { CancelButton, ScreenFrame } from '../components/ScreenFrame.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useProblem } from '../components/use-problem.ts';
import { useInFlight, useIntents, useStrings } from '../store/window-services.ts';

type ProxyLoginScreenProps = Readonly<{ view: FailedView; proxy: AskingProxy }>;

/**
 * A proxy that wants a login, answered on the screen that says so. What is typed lies in the fields alone: React
 * knows nothing of it, and nothing is left of it once it was sent.
 */
export function ProxyLoginScreen({ view, proxy }: ProxyLoginScreenProps) {
  const strings = useStrings();
  const { submitProxyLogin, goBack } = useIntents();
  const isSending = useInFlight('login:submit-proxy-login');
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [emptyTries, setEmptyTries] = useState(0);
  const words = strings.proxyLogin;
  const isEmpty = emptyTries > 0;
  // The refusal is said with the screen; it stands until the person does something about it.
  const problem = isEmpty ? words.emptyName : proxy.hasRefused ? words.refused : null;
  const describedBy = problem === null ? undefined : 'proxy-problem';

  useProblem(name, isEmpty ? String(emptyTries) : '', words.emptyName);

  function submit(): void {
    const [typedName, typedPassword] = [name.current, password.current];
    if (isSending || typedName === null || typedPassword === null) return;
    if (typedName.value.trim() === '') {
      setEmptyTries(emptyTries + 1);
      return;
    }
    const login = { username: typedName.value, password: typedPassword.value };
    typedName.value = '';
    typedPassword.value = '';
    setShown(false);
    setEmptyTries(0);
    typedName.focus();
    void submitProxyLogin(login);
  }

  return (
    <ScreenFrame
      name="proxy-login"
      heading={strings.errors[view.code].title}
      onSubmit={submit}
      primary={
        <Button look="primary" type="submit" isOff={isSending}>
          {words.submit}
        </Button>
      }
      ways={
        view.canChooseMethod ? (
          <Button onPress={() => void goBack()}>{strings.advice['choose-method']}</Button>
        ) : null
      }
      exit={<CancelButton />}
    >
      <Sentence parts={words.asks(proxy.name)} />
      <div className="field">
        <label htmlFor="proxy-name">{words.name}</label>
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
          aria-describedby={describedBy}
        />
        {problem === null ? null : (
          <p id="proxy-problem" className="field__problem">
            {problem}
          </p>
        )}
      </div>
      <div className="field">
        <div className="field__head">
          <label htmlFor="proxy-password">{words.password}</label>
          <Button isPressed={isShown} onPress={() => setShown(!isShown)}>
            {words.show}
          </Button>
        </div>
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
          aria-invalid={(proxy.hasRefused && !isEmpty) || undefined}
          aria-describedby={proxy.hasRefused && !isEmpty ? describedBy : undefined}
        />
      </div>
      <Reference text={view.reference} configKey={view.configKey} />
    </ScreenFrame>
  );
}
