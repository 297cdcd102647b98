import { useRef, type SyntheticEvent } from 'react';
import type { CodeProblem } from '../../shared/login/view/login-view.ts';
import { METHOD_OF_CODE_BESIDE } from '../../shared/service/methods.ts';
import { partsOfProblem } from '../../shared/login/view/view-parts.ts';
import { rememberCodeSentBesidePush } from '../store/mirror.ts';
import {
  useInFlight,
  useIntents,
  useMirror,
  useServices,
  useStrings,
} from '../store/use-services.ts';
import { Button } from './Button.tsx';
import { CODE_INPUT } from './CodeField.tsx';
import { ignoreHeldEnter } from './ScreenFrame.tsx';
import { useProblem } from './use-problem.ts';

type CodeBesideProps = Readonly<{
  problem: CodeProblem | null;
  /** An approval is being checked, so that no code can be sent. */
  isOff: boolean;
}>;

/**
 * Field for the code of an authenticator app while a push waits, for a phone without network. A
 * submit starts the method of that code.
 */
export function CodeBeside({ problem, isOff: isOffByView }: CodeBesideProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const { mirror } = useServices();
  const isSending = useInFlight('login:submit-code');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const field = useRef<HTMLInputElement>(null);
  const sentence = problem === null ? '' : strings.codeProblem(problem, METHOD_OF_CODE_BESIDE);
  const problemKey = problem === null ? '' : `${problem.kind}:${partsOfProblem(problem).tries}`;
  const description = useProblem(field, problemKey, sentence);
  const isOff = isOffByView || isSending || isRestarting;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isOff) return;
    const code = field.current?.value ?? '';
    rememberCodeSentBesidePush(mirror, code);
    void send('login:submit-code', { code });
  };

  return (
    <form className="field beside" noValidate onKeyDown={ignoreHeldEnter} onSubmit={submit}>
      <label htmlFor="code">{strings.formatMessage('window.code.beside')}</label>
      <div className="beside__row">
        <input
          ref={field}
          {...CODE_INPUT}
          className="input input--code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // The field takes input even while an approval is checked.
          readOnly={isSending || isRestarting}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby="code-described"
        />
        <Button look="outlined" type="submit" isOff={isOff}>
          {strings.common.continue}
        </Button>
      </div>
      <span id="code-described" hidden>
        {description}
      </span>
      {problem === null ? null : (
        <p id="code-problem" className="field__problem">
          {sentence}
        </p>
      )}
    </form>
  );
}
