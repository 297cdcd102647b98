import { useEffect } from 'react';
import type { SecurityKeyView } from '../../shared/login/view/login-view.ts';
import { CodeForm } from '../components/CodeForm.tsx';
import { useStrings } from '../store/use-services.ts';

/** Selector of everything that uses a click. */
const CONTROLS = 'a, button, input, select, textarea, summary';

/** A hardware key types its code into the focused field and ends it with Enter. */
export function SecurityKeyScreen({ view }: Readonly<{ view: SecurityKeyView }>) {
  const strings = useStrings();
  useKeptFocus();
  return (
    <CodeForm
      view={view}
      fieldLook={{
        label: strings.formatMessage('window.key.label'),
        hint: strings.formatMessage('window.key.hint'),
        className: 'input--key',
        inputMode: 'text',
        autoComplete: 'off',
      }}
    >
      <p className="lead">{strings.methods.yotp.instruction}</p>
    </CodeForm>
  );
}

/**
 * Focuses the field again after a click outside all controls, but not while text is selected. Tab
 * still leaves the field (WCAG 2.1.2).
 */
function useKeptFocus(): void {
  useEffect(() => {
    function onClick(event: MouseEvent): void {
      const isOnControl =
        event.target instanceof Element && event.target.closest(CONTROLS) !== null;
      const hasSelection = window.getSelection()?.isCollapsed === false;
      if (!isOnControl && !hasSelection) document.getElementById('code')?.focus();
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
