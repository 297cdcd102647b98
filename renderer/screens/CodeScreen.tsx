import { useState } from 'react';
import type { CodeView } from '../../shared/login/view/login-view.ts';
import { parsePasscode } from '../../shared/login/input/passcode.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { Sentence } from '../components/Sentence.tsx';
import { useStrings } from '../store/use-services.ts';

export function CodeScreen({ view }: Readonly<{ view: CodeView }>) {
  const strings = useStrings();
  // The hint is that of the challenge's first view and then stays, because screen readers announce
  // a changed description. After a code that was typed beside a push, the expected length may come
  // with a later view.
  const [hintView, setHintView] = useState(view);
  if (hintView.challenge !== view.challenge) setHintView(view);
  return (
    <CodeForm
      view={view}
      fieldLook={{
        label: strings.formatMessage('window.code.label'),
        hint: strings.codeHint(hintView.codeLength, view.method),
        className: 'input--code',
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
      }}
      // A pasted or filled-in code of the expected length is sent at once, as the hint announces
      // (WCAG 3.2.2). A typed code is not, because a bypass code may be longer. `parsePasscode`
      // reads the code as main does.
      isSentAtOnce={(text) => {
        const code = parsePasscode(text);
        return code.ok && code.value.length === view.codeLength;
      }}
    >
      <p className="lead">{strings.methods[view.method].instruction}</p>
      {view.phoneNumber === null ? null : (
        <Sentence
          className="aside"
          parts={strings.sentence('screen.sent-to', { number: view.phoneNumber })}
          nameClassName="nowrap"
        />
      )}
    </CodeForm>
  );
}
