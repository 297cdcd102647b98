import { useRef, type ChangeEvent } from 'react';
import type { CodeProblem } from '../../shared/login/login-view.ts';
import type { Method } from '../../shared/service/methods.ts';
import { useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/window-services.ts';
import { saysId } from './ScreenFrame.tsx';
import { ServiceWords } from './ServiceWords.tsx';
import { useProblem } from './use-problem.ts';

type CodeFieldProps = Readonly<{
  method: Method;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string, wasPasted: boolean) => void;
  problem: CodeProblem | null;
  busy: boolean;
  /** The field keeps what was typed, but takes nothing more. */
  isClosed: boolean;
  className: string;
  inputMode: 'numeric' | 'text';
  autoComplete: 'one-time-code' | 'off';
}>;

/** Digits of any script: the service's code may be pasted in full-width or Arabic-Indic digits. */
export function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/** A problem with what is left of its pause, so that the words end with it. */
function atPresent(problem: CodeProblem, pauseMs: number): CodeProblem {
  return problem.kind === 'too-many' ? { ...problem, waitMs: pauseMs } : problem;
}

/**
 * One field for one code (WCAG 3.3.8: no boxes, no maximum, pasting works). What was typed is handed on as it
 * is; main normalises. The screen says in `#code-where` where the code is found, which describes the field. After a problem the field is focused with its content selected (WCAG 3.3.1).
 */
export function CodeField({
  method,
  label,
  hint,
  value,
  onChange,
  problem,
  busy,
  isClosed,
  className,
  inputMode,
  autoComplete,
}: CodeFieldProps) {
  const strings = useStrings();
  const field = useRef<HTMLInputElement>(null);
  const pauseMs = useRemaining(problem?.kind === 'too-many' ? problem.waitMs : 0);
  const isWrong = problem !== null && !busy;
  const problemKey = isWrong ? `${problem.kind}:${'tries' in problem ? problem.tries : ''}` : '';
  const isDescribed = useProblem(field, problemKey);
  const describedBy = `${saysId(method === 'yotp' ? 'security-key' : 'code')} code-where code-hint`;

  return (
    <div className="field">
      <label htmlFor="code">{label}</label>
      <p id="code-hint" className="field__hint">
        {hint}
      </p>
      <input
        ref={field}
        id="code"
        name="code"
        className={`input ${className}`}
        type="text"
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        data-first-focus
        value={value}
        readOnly={busy || isClosed || pauseMs > 0}
        aria-invalid={isWrong || undefined}
        aria-describedby={isDescribed ? `code-problem ${describedBy}` : describedBy}
        onChange={(event) => onChange(event.target.value, isPaste(event))}
      />
      {isWrong ? (
        <div id="code-problem" className="field__problem">
          <p>
            {strings.codeProblem(atPresent(problem, pauseMs), method)}
            {pauseMs > 0 ? <span className="clock"> {strings.wait.pauseIn(pauseMs)}</span> : null}
          </p>
          {'words' in problem ? <ServiceWords words={problem.words} /> : null}
        </div>
      ) : null}
    </div>
  );
}

function isPaste(event: ChangeEvent<HTMLInputElement>): boolean {
  return event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'insertFromPaste';
}
