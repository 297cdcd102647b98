import { useEffect } from 'react';
import type { CommandName } from '../../shared/ipc/contract.ts';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { setDoctorOpen } from '../store/mirror.ts';
import { useIntents, useServices } from '../store/use-services.ts';

/** Makes Escape close the doctor's screen; without it, Escape goes one step back, cancels or quits. */
export function useEscape(): void {
  const { mirror } = useServices();
  const { send } = useIntents();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented)
        return;
      const { view, isDoctorOpen } = mirror.getState();
      if (isDoctorOpen) setDoctorOpen(mirror, false);
      else {
        const command = commandOfEscape(view);
        if (command !== null) void send(command);
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [mirror, send]);
}

type EscapeCommand = Extract<CommandName, 'login:cancel' | 'login:go-back' | 'app:quit'>;

/** The command that Escape sends; null if Escape has no effect. */
function commandOfEscape(view: LoginView): EscapeCommand | null {
  switch (view.screen) {
    case 'username':
      return view.busy ? 'login:cancel' : null;
    case 'methods':
      return 'login:go-back';
    case 'hosted-page':
    case 'account-waiting':
      return 'login:cancel';
    case 'failed':
      // Without advice, the screen's main button closes the window (`FailedScreen`): so does
      // Escape.
      if (view.advice === 'none') return 'app:quit';
      return view.canChooseMethod ? 'login:go-back' : 'login:cancel';
    case 'succeeded':
      return null;
    // The other screens wait for a confirmation (`AnyChallengeView`).
    default:
      return view.hasOtherMethods ? 'login:go-back' : 'login:cancel';
  }
}
