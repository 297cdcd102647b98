import { useEffect } from 'react';
import type { LoginView } from '../../shared/login/login-view.ts';
import type { Intents } from '../bridge/intents.ts';
import { setDoctorOpen } from '../store/mirror.ts';
import { useIntents, useServices } from '../store/window-services.ts';

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

/** What Escape does: one step back where there is one, else cancel. Null on a form that was not sent. */
function escapeOf(view: LoginView, intents: Intents): (() => Promise<boolean>) | null {
  switch (view.screen) {
    case 'username':
      return view.busy ? intents.cancel : null;
    case 'methods':
      return intents.goBack;
    case 'account-waiting':
      return intents.cancel;
    case 'failed':
      if (view.advice === 'none') return intents.quit;
      return view.canChooseMethod ? intents.goBack : intents.cancel;
    case 'succeeded':
      // Over: there is nothing left to go back from.
      return null;
    default:
      return view.hasOtherWays ? intents.goBack : intents.cancel;
  }
}
