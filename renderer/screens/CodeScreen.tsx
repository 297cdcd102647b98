import { useState } from 'react';
import type { CodeView } from '../../shared/login/view/login-view.ts';
import { normalisePasscode } from '../../shared/login/input/passcode.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useStrings } from '../store/window-services.ts';

/** A code from an app or a text message. */
export function CodeScreen({ view }: Readonly<{ view: CodeView }>) {
  const strings = useStrings();
  // Keep the hint stable within a challenge: readers announce a changed description. The code length can arrive after
  // submission of a code beside a push.
  const [viewOfHint, setViewOfHint] = useState(view);
  if (viewOfHint.challenge !== view.challenge) setViewOfHint(view);
  return (
    <CodeForm
      view={view}
      field={{
        label: strings.code.label,
        hint: strings.code.hint(viewOfHint.codeLength, view.method),
        className: 'input--code',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
      }}
      // The hint announces the automatic submit (WCAG 3.2.2), which applies to a pasted code only: a typed bypass code
      // may be longer. Compare the normalised code, as sent by main.
      isSentAtOnce={(code) => normalisePasscode(code, view.codeLength).length === view.codeLength}
    >
      <p className="lead">{strings.methods[view.method].instruction}</p>
      {view.phoneNumber === null ? null : (
        <Sentence className="aside" parts={strings.code.sentTo(view.phoneNumber)} nameClassName="nowrap" />
      )}
    </CodeForm>
  );
}
