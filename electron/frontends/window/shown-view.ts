import { failure, success } from '../../../shared/result.ts';
import { CHANNELS, type AppInfo } from '../../../shared/ipc/channels.ts';
import type { IpcError } from '../../../shared/ipc/contract.ts';
import type { FailedView } from '../../../shared/login/view/login-view.ts';
import type { Handlers } from '../../ipc/register-channels.ts';

type ShownViewOptions = Readonly<{
  info: () => AppInfo;
  onDrawn: () => void;
  copyText: (text: string) => void;
  quit: () => void;
}>;

const NOT_NOW = failure<IpcError>({ code: 'not-now', message: 'no login begins' });
const DONE = success({});

/**
 * Channel handlers of a window that shows a failure before any login. The person can copy its
 * reference and quit; all other calls are refused.
 */
export function shownView(
  view: FailedView,
  { info, onDrawn, copyText, quit }: ShownViewOptions,
): Handlers {
  const refusing = Object.fromEntries(Object.keys(CHANNELS).map((name) => [name, () => NOT_NOW]));
  const close = (): typeof DONE => {
    quit();
    return DONE;
  };
  return {
    ...(refusing as unknown as Handlers),
    'login:get-view': () => success({ revision: 1, atMs: 0, view }),
    'login:cancel': close,
    'app:get-info': () => success(info()),
    'app:copy-text': ({ what }) => {
      if (what !== 'error-reference') return NOT_NOW;
      copyText(view.reference);
      return DONE;
    },
    'app:report-drawn': () => {
      onDrawn();
      return DONE;
    },
    'app:quit': close,
  };
}
