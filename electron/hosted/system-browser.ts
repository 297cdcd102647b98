import { failure, success } from '../../shared/result.ts';
import type { AnswerStrings } from './answer-page.ts';
import { openCallbackListener, type ListenerOptions } from './callback-listener.ts';
import type { HostedListeners, HostedPageDisplay } from './hosted-page.ts';

export type SystemBrowserOptions = Omit<ListenerOptions, 'strings'> &
  Readonly<{
    /** Loads what the listener's pages say, when there is a listener to be. */
    loadStrings: () => Promise<AnswerStrings>;
    /**
     * Opens an address in the person's browser; false, or a rejection, where that cannot be. Null where there is no
     * screen for one: the frontend says the address, and the person opens it.
     */
    open: ((address: string) => Promise<boolean>) | null;
  }>;

/** Shows the hosted page in the browser of the operating system, which comes back to a listener on this computer. */
export function systemBrowser({ open, loadStrings, ...listening }: SystemBrowserOptions): HostedPageDisplay {
  return {
    place: 'browser',
    prepare: async () => {
      const opened = await openCallbackListener({ ...listening, strings: await loadStrings() });
      if (!opened.ok) return failure(opened.error);
      const listener = opened.value;
      let shown: Readonly<{ webUri: string; listeners: HostedListeners }> | null = null;
      const show = (): void => {
        const now = shown;
        if (now === null || open === null) return;
        const missed = (evidence: string): void => {
          if (shown === now) now.listeners.onFailed({ kind: 'browser', evidence });
        };
        open(now.webUri).then(
          (isOpened) => {
            if (!isOpened) missed('not opened');
          },
          () => {
            missed('not started');
          },
        );
      };
      return success({
        callbackUrl: listener.callbackUrl,
        show: (webUri, listeners) => {
          shown = { webUri, listeners };
          listener.listen((callback) => {
            if (shown !== null) listeners.onCallback(callback);
          });
          show();
        },
        showAgain: show,
        close: () => {
          shown = null;
          listener.close();
        },
      });
    },
  };
}
