import { useEffect, useRef, type RefObject } from 'react';
import type { CodeProblem, FieldView } from '../../shared/login/view/login-view.ts';
import { partsOfProblem } from '../../shared/login/view/view-parts.ts';
import type { Method } from '../../shared/service/methods.ts';
import { useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/use-services.ts';
import { firstField } from './ScreenFrame.tsx';
import { ServiceQuote } from './ServiceQuote.tsx';
import { useProblem } from './use-problem.ts';

/** What differs between the field of a code and that of a security key. */
export type CodeFieldLook = Readonly<{
  label: string;
  hint: string;
  className: string;
  inputMode: 'numeric' | 'text';
  autoComplete: 'one-time-code' | 'off';
}>;

/** Attributes of every code field. A screen has one code field, so that the id is unique. */
export const CODE_INPUT = {
  id: 'code',
  name: 'code',
  type: 'text',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  dir: 'ltr',
} as const;

type CodeFieldProps = CodeFieldLook &
  Readonly<{
    screen: FieldView['screen'];
    method: Method;
    field: RefObject<HTMLInputElement | null>;
    /** The text of the field at first. */
    firstCode: string;
    /** Called for a pasted or filled-in code. */
    onInserted: (code: string) => void;
    problem: CodeProblem | null;
    isBusy: boolean;
    /** The code was accepted: the field is read-only and keeps its text. */
    isClosed: boolean;
  }>;

/** The problem with what is left of its pause, so that its sentence changes when the pause ends. */
function withPauseLeft(problem: CodeProblem, pauseMs: number): CodeProblem {
  return problem.kind === 'too-many' ? { ...problem, waitMs: pauseMs } : problem;
}

/**
 * The field has no length limit and no separate boxes (WCAG 3.3.8). It is uncontrolled, because
 * React would else render the whole screen for each key (docs/performance.md). A problem focuses
 * the field and selects its content (WCAG 3.3.1).
 */
export function CodeField({
  screen,
  method,
  label,
  hint,
  field,
  firstCode,
  onInserted,
  problem,
  isBusy,
  isClosed,
  className,
  inputMode,
  autoComplete,
}: CodeFieldProps) {
  const strings = useStrings();
  const lastText = useRef(firstCode);
  // A restart of the method empties the field without a change event.
  useEffect(() => {
    lastText.current = field.current?.value ?? '';
  }, [field, isBusy]);
  const { tries, waitMs, serviceText } = partsOfProblem(problem);
  const pauseMs = useRemaining(waitMs);
  const showsProblem = problem !== null && !isBusy;
  const problemKey = showsProblem ? `${problem.kind}:${tries}` : '';
  const description = useProblem(
    field,
    problemKey,
    showsProblem ? strings.codeProblem(problem, method) : '',
  );

  return (
    <div className="field">
      <label id="code-label" htmlFor="code">
        {label}
      </label>
      <p id="code-hint" className="field__hint">
        {hint}
      </p>
      <input
        ref={field}
        {...CODE_INPUT}
        className={`input ${className}`}
        inputMode={inputMode}
        autoComplete={autoComplete}
        data-first-focus
        defaultValue={firstCode}
        readOnly={isBusy || isClosed || pauseMs > 0}
        aria-invalid={showsProblem || undefined}
        {...firstField(screen, 'code-label', 'code-described', 'code-where', 'code-hint')}
        onChange={({ nativeEvent, currentTarget }) => {
          const text = currentTarget.value;
          const wasInserted = isInserted(nativeEvent, text, lastText.current);
          lastText.current = text;
          if (wasInserted) onInserted(text);
        }}
      />
      <span id="code-described" hidden>
        {description}
      </span>
      {showsProblem ? (
        <div id="code-problem" className="field__problem">
          <p>
            {strings.codeProblem(withPauseLeft(problem, pauseMs), method)}
            {pauseMs > 0 ? <span className="clock"> {strings.pauseIn(pauseMs)}</span> : null}
          </p>
          <ServiceQuote serviceText={serviceText} />
        </div>
      ) : null}
    </div>
  );
}

/** Each `inputType` (Input Events) of text that is not typed. */
const INSERTED = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'];
/** Each `inputType` of typing or undoing that may insert several characters at once. */
const TYPED = ['insertCompositionText', 'historyUndo', 'historyRedo'];

/**
 * Whether the text was pasted, dropped or filled in. Autofill sends a plain event, replaces text,
 * or inserts several characters at once.
 */
function isInserted(event: Event, text: string, lastText: string): boolean {
  if (!(event instanceof InputEvent) || event.inputType === '') return true;
  if (INSERTED.includes(event.inputType)) return true;
  return !TYPED.includes(event.inputType) && text.length - lastText.length > 1;
}
