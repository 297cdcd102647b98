import { useEffect } from 'react';
import { setDoctorOpen } from '../store/mirror.ts';
import { useIntents, useServices } from '../store/window-services.ts';
import { escapeOf } from '../view/screen-rules.ts';

/** Escape goes one step back, or ends the login where there is no step back. */
export function useEscape(): void {
  const { mirror } = useServices();
  const intents = useIntents();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return;
      const { view, isDoctorOpen } = mirror.getState();
      if (isDoctorOpen) setDoctorOpen(mirror, false);
      else void escapeOf(view, intents)?.();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [mirror, intents]);
}
