import { useState } from 'react';
import type { CodeView } from '../../shared/login/view/login-view.ts';
import { parsePasscode } from '../../shared/login/input/passcode.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useStrings } from '../store/use-services.ts';

export function CodeScreen({ view }: Readonly<{ view: CodeView }>) {
  const strings = useStrings();
  // Keep the hint stable: readers announce a changed description. The length of a code typed beside a push may arrive
  // later.
  const [viewOfHint, setViewOfHint] = useState(view);
  if (viewOfHint.challenge !== view.challenge) setViewOfHint(view);
  return (
    <CodeForm
      view={view}
      field={{
        label: strings.say('window.code.label'),
        hint: strings.codeHint(viewOfHint.codeLength, view.method),
        className: 'input--code',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
      }}
      // Submit a pasted or filled-in code, as the hint announces (WCAG 3.2.2), but no typed code: a bypass code may be
      // longer. Compare the code as main reads it.
      isSentAtOnce={(text) => {
        const code = parsePasscode(text);
        return code.ok && code.value.length === view.codeLength;
      }}
    >
      <p className="lead">{strings.methods[view.method].instruction}</p>
      {view.phoneNumber === null ? null : (
        <Sentence
          className="aside"
          parts={strings.sentence('place.sent-to', { number: view.phoneNumber })}
          nameClassName="nowrap"
        />
      )}
    </CodeForm>
  );
}
