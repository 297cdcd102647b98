import type { FailedView } from '../../shared/login/view/login-view.ts';
import { NO_REQUESTER } from '../../shared/service/requester.ts';
import { shownView } from '../frontends/window/shown-view.ts';
import { registerChannels } from '../ipc/register-channels.ts';
import { noLog } from '../log/logger.ts';
import { brandOf, PLAIN_LOOK } from '../look/look.ts';
import { APP_ORIGIN } from '../electron-api/app-protocol.ts';
import { copyText } from '../electron-api/outside.ts';
import { program } from '../electron-api/program.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import { appInfo } from './app-info.ts';

/**
 * Shows a configuration fault in the window: a program started by a shortcut has no visible
 * standard error.
 */
export function showMisconfigured(
  { look, language, ipc, reveal }: EarlyWindow,
  { fault, isGate }: Readonly<{ fault: string; isGate: boolean }>,
  onClose: () => void,
): void {
  const view: FailedView = {
    screen: 'failed',
    requester: NO_REQUESTER,
    username: '',
    code: 'configuration-invalid',
    outcome: 'misconfigured',
    mayBeGuestNetwork: false,
    reference: `configuration-invalid (${fault})`,
    advice: 'none',
    waitMs: 0,
    canChooseMethod: false,
    serviceText: null,
    configKey: null,
    method: null,
    proxy: null,
    endsInMs: null,
  };
  const brand = brandOf((look ?? PLAIN_LOOK).brand, program.name());
  const info = appInfo({ language, messages: {}, brand, isGate });
  const drawn = new Promise<void>((onDrawn) => {
    const handlers = shownView(view, { info, onDrawn, copyText, quit: onClose });
    registerChannels(ipc, APP_ORIGIN, handlers, noLog);
  });
  program.onAllWindowsClosed(onClose);
  // Where the macOS menu ends the program, the event above does not come.
  program.onEnd(onClose);
  reveal(drawn);
}
