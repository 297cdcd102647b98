import { useEffect, useRef, type RefObject } from 'react';
import type { CodeProblem, FieldView } from '../../shared/login/view/login-view.ts';
import { partsOfProblem } from '../../shared/login/view/view-parts.ts';
import type { Method } from '../../shared/service/methods.ts';
import { useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/window-services.ts';
import { firstField } from './ScreenFrame.tsx';
import { ServiceQuote } from './ServiceQuote.tsx';
import { useProblem } from './use-problem.ts';

/** How the field differs between a code and a security key. */
export type CodeFieldLook = Readonly<{
  label: string;
  hint: string;
  className: string;
  inputMode: 'numeric' | 'text';
  autoComplete: 'one-time-code' | 'off';
}>;

/** Attributes of every code field: one at a time on a screen, without text correction. */
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
    /** Names the screen. */
    screen: FieldView['screen'];
    method: Method;
    /** Its value is the code that stands there. */
    field: RefObject<HTMLInputElement | null>;
    /** Its initial content. */
    firstCode: string;
    /** The code came at once: it was pasted or filled in, not typed. */
    onCameAtOnce: (code: string) => void;
    problem: CodeProblem | null;
    busy: boolean;
    /** The field keeps its content, but is read-only. */
    isClosed: boolean;
  }>;

/** A problem with the rest of its pause, so that the words end with the pause. */
function atPresent(problem: CodeProblem, pauseMs: number): CodeProblem {
  return problem.kind === 'too-many' ? { ...problem, waitMs: pauseMs } : problem;
}

/**
 * One field for one code (WCAG 3.3.8: no boxes, no maximum, pasting works). The input is passed on unchanged; main
 * normalises it. The text is the field's own: React, which would draw the whole screen for each key, does not know it
 * (docs/performance.md). `#code-where`, which says where the code is found, describes the field. After a problem the
 * field is focused with its content selected (WCAG 3.3.1).
 */
export function CodeField({
  screen,
  method,
  label,
  hint,
  field,
  firstCode,
  onCameAtOnce,
  problem,
  busy,
  isClosed,
  className,
  inputMode,
  autoComplete,
}: CodeFieldProps) {
  const strings = useStrings();
  const before = useRef(firstCode);
  // It is emptied when the method was started again.
  useEffect(() => {
    before.current = field.current?.value ?? '';
  }, [field, busy]);
  const { tries, waitMs, serviceText } = partsOfProblem(problem);
  const pauseMs = useRemaining(waitMs);
  const isWrong = problem !== null && !busy;
  const problemKey = isWrong ? `${problem.kind}:${tries}` : '';
  const described = useProblem(field, problemKey, isWrong ? strings.codeProblem(problem, method) : '');

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
        readOnly={busy || isClosed || pauseMs > 0}
        aria-invalid={isWrong || undefined}
        {...firstField(screen, 'code-label', 'code-described', 'code-where', 'code-hint')}
        onChange={({ nativeEvent, currentTarget }) => {
          const cameNow = cameAtOnce(nativeEvent, currentTarget.value, before.current);
          before.current = currentTarget.value;
          if (cameNow) onCameAtOnce(currentTarget.value);
        }}
      />
      <span id="code-described" hidden>
        {described}
      </span>
      {isWrong ? (
        <div id="code-problem" className="field__problem">
          <p>
            {strings.codeProblem(atPresent(problem, pauseMs), method)}
            {pauseMs > 0 ? <span className="clock"> {strings.wait.pauseIn(pauseMs)}</span> : null}
          </p>
          <ServiceQuote serviceText={serviceText} />
        </div>
      ) : null}
    </div>
  );
}

/** Input without typing, as `inputType` of the Input Events specification. A drop is a paste by pointer. */
const AT_ONCE = ['insertFromPaste', 'insertFromDrop', 'insertReplacementText'];
/** Input that may insert several characters and still is typing, or the undo or redo of typing. */
const TYPED = ['insertCompositionText', 'historyUndo', 'historyRedo'];

/**
 * Whether the content came as a whole: pasted, or given by a password manager or the system's one-time-code autofill.
 * Those set the value and send an event that is no input event, or replace text, or insert it all in one go.
 */
function cameAtOnce(event: Event, code: string, before: string): boolean {
  if (!(event instanceof InputEvent) || event.inputType === '') return true;
  if (AT_ONCE.includes(event.inputType)) return true;
  return !TYPED.includes(event.inputType) && code.length - before.length > 1;
}
