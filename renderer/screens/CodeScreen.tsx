import { useState } from 'react';
import type { CodeView } from '../../shared/login/view/login-view.ts';
import { normalisePasscode } from '../../shared/login/input/passcode.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useStrings } from '../store/window-services.ts';

/** A code from an app or from a text message. */
export function CodeScreen({ view }: Readonly<{ view: CodeView }>) {
  const strings = useStrings();
  // Readers say a description that changes: for a code that was typed beside a push, the length comes when it is on
  // its way.
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
      // Announced in the hint (WCAG 3.2.2). Compare the normalised code, which main will send, without any text around
      // it. A typed code is never sent by itself: a bypass code may be longer.
      isSentAtOnce={(code) => normalisePasscode(code, view.codeLength).length === view.codeLength}
    >
      <p className="lead">{strings.methods[view.method].instruction}</p>
      {view.phoneNumber === null ? null : (
        <Sentence className="aside" parts={strings.code.sentTo(view.phoneNumber)} nameClassName="nowrap" />
      )}
    </CodeForm>
  );
}
