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
  /** Disabled during the check of an approval. */
  isOff: boolean;
}>;

/** Field for an authenticator app's code during a push, for a phone without network. Submitting starts its method. */
export function CodeBeside({ problem, isOff: isOffByView }: CodeBesideProps) {
  const strings = useStrings();
  const { send } = useIntents();
  const { mirror } = useServices();
  const isSending = useInFlight('login:submit-code');
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const field = useRef<HTMLInputElement>(null);
  const sentence = problem === null ? '' : strings.codeProblem(problem, METHOD_OF_CODE_BESIDE);
  const problemKey = problem === null ? '' : `${problem.kind}:${partsOfProblem(problem).tries}`;
  const described = useProblem(field, problemKey, sentence);
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
      <label htmlFor="code">{strings.say('window.code.beside')}</label>
      <div className="beside__row">
        <input
          ref={field}
          {...CODE_INPUT}
          className="input input--code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Accept input during the check of an approval.
          readOnly={isSending || isRestarting}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby="code-described"
        />
        <Button look="outlined" type="submit" isOff={isOff}>
          {strings.common.continue}
        </Button>
      </div>
      <span id="code-described" hidden>
        {described}
      </span>
      {problem === null ? null : (
        <p id="code-problem" className="field__problem">
          {sentence}
        </p>
      )}
    </form>
  );
}
