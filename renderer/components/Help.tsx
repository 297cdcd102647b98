import { useEffect, useRef } from 'react';
import { screenKey } from '../store/screen-key.ts';
import { ERROR_CATALOG } from '../../shared/errors/error-catalog.ts';
import type { LoginView } from '../../shared/login/login-view.ts';
import { setDoctorOpen } from '../store/mirror.ts';
import { useMirror, useServices, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';

/**
 * Who can help: the administrator, and where it may, the doctor. Its button has the focus again when the doctor's
 * screen was left.
 */
export function Help() {
  const strings = useStrings();
  const { mirror } = useServices();
  const view = useMirror((state) => state.view);
  const isOpen = useMirror((state) => state.isDoctorOpen);
  const button = useRef<HTMLButtonElement>(null);
  const openedOn = useRef<string | null>(null);
  const key = screenKey(view);

  useEffect(() => {
    // A login that came to another screen meanwhile has taken the focus there.
    if (!isOpen && openedOn.current === key) button.current?.focus();
    openedOn.current = isOpen ? key : null;
  }, [isOpen, key]);

  if (isOpen || !mayHelp(view)) return strings.common.help;
  return (
    <>
      <Button ref={button} onPress={() => setDoctorOpen(mirror, true)}>
        {strings.doctor.open}
      </Button>
      <span>{strings.doctor.help}</span>
    </>
  );
}

/** Before the service said anything, and at ends that are not its own decision. */
function mayHelp(view: LoginView): boolean {
  if (view.screen === 'username') return true;
  return view.screen === 'failed' && ERROR_CATALOG[view.code].outcome !== 'denied';
}
