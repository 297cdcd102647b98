import { useEffect } from 'react';
import type { SecurityKeyView } from '../../shared/login/view/login-view.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { useStrings } from '../store/use-services.ts';

const CONTROL = 'a, button, input, select, textarea, summary';

/** A hardware key types its code into the focused field and presses Enter. */
export function SecurityKeyScreen({ view }: Readonly<{ view: SecurityKeyView }>) {
  const strings = useStrings();
  useKeptFocus();
  return (
    <CodeForm
      view={view}
      field={{
        label: strings.say('window.key.label'),
        hint: strings.say('window.key.hint'),
        className: 'input--key',
        inputMode: 'text',
        autoComplete: 'off',
      }}
    >
      <p className="lead">{strings.methods.yotp.instruction}</p>
    </CodeForm>
  );
}

/** Focuses the field again after a click outside controls; keeps selected text. Tab leaves the field (WCAG 2.1.2). */
function useKeptFocus(): void {
  useEffect(() => {
    function onClick(event: MouseEvent): void {
      const isOnControl = event.target instanceof Element && event.target.closest(CONTROL) !== null;
      const hasMarked = window.getSelection()?.isCollapsed === false;
      if (!isOnControl && !hasMarked) document.getElementById('code')?.focus();
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
