import { useEffect, useRef } from 'react';
import { screenKey } from '../store/screen-key.ts';
import { useFirstStrings, useLater, useMirror, useServices } from '../store/window-services.ts';
import { Button } from './Button.tsx';

/**
 * Who can help: the administrator, and where it may, the doctor. Its button has the focus again when the doctor's
 * screen was left.
 */
export function Help() {
  const strings = useFirstStrings();
  const { openDoctor } = useServices();
  const later = useLater();
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

  // Before the service said anything, and where the screen allows it.
  const mayHelp = view.screen === 'username' || later?.mayCheckConnection(view) === true;
  if (isOpen || !mayHelp) return strings.common.help;
  return (
    <>
      <Button ref={button} onPress={openDoctor}>
        {strings.doctor.open}
      </Button>
      <span>{strings.doctor.help}</span>
    </>
  );
}
