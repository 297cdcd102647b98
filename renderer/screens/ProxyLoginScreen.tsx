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
 * knows nothing of it, and nothing is left of it once main has taken it.
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
  // The refusal is said with the screen. A field that is read while the next try is on its way is not wrong any more.
  const problem = isSending ? null : isEmpty ? words.emptyName : proxy.hasRefused ? words.refused : null;
  const describedBy = problem === null ? undefined : 'proxy-problem';

  useProblem(name, isEmpty ? String(emptyTries) : '', words.emptyName);

  function submit(): void {
    const [typedName, typedPassword] = [name.current, password.current];
    if (isSending || typedName === null || typedPassword === null) return;
    if (typedName.value.trim() === '') {
      setEmptyTries(emptyTries + 1);
      return;
    }
    setShown(false);
    setEmptyTries(0);
    const login = { username: typedName.value, password: typedPassword.value };
    void submitProxyLogin(login).then((isTaken) => {
      // What was not taken would have to be typed once more.
      if (!isTaken) return;
      typedName.value = '';
      typedPassword.value = '';
    });
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
      <div className="field field--with-toggle">
        <label htmlFor="proxy-password">{words.password}</label>
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
          aria-invalid={(problem !== null && !isEmpty) || undefined}
        />
        <Button isPressed={isShown} onPress={() => setShown(!isShown)}>
          {words.show}
        </Button>
      </div>
      <Reference text={view.reference} configKey={view.configKey} />
    </ScreenFrame>
  );
}
