import { failure, success } from '../../shared/result.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { callbackListeners, type ListenerOptions } from './callback-listener.ts';
import type { HostedListeners, HostedPageDisplay } from './hosted-page.ts';
import { isServicePage } from './service-page.ts';

export type SystemBrowserOptions = ListenerOptions &
  Readonly<{
    baseUrl: string;
    /** Null without a screen: the frontend reports the page's address instead. */
    open: ((address: string) => Promise<boolean>) | null;
  }>;

/** Other accounts can read the browser's command line, so the address works only once. */
export function systemBrowser({
  baseUrl,
  open,
  ...listening
}: SystemBrowserOptions): HostedPageDisplay {
  const prepareListener = callbackListeners(listening);
  return {
    display: 'browser',
    prepare: async () => {
      const opened = await prepareListener();
      if (!opened.ok) return failure(opened.error);
      const listener = opened.value;
      let shown: Readonly<{ webUri: string; listeners: HostedListeners }> | null = null;
      const missed = (now: typeof shown, evidence: string): void => {
        if (now !== null && shown === now)
          now.listeners.onFailed({ kind: 'browser', evidence: toEvidence`${evidence}` });
      };
      const show = (): void => {
        const now = shown;
        if (now === null || open === null) return;
        if (!isServicePage(now.webUri, baseUrl)) {
          missed(now, 'no page of the service');
          return;
        }
        open(listener.leadTo(now.webUri)).then(
          (isOpened) => {
            if (!isOpened) missed(now, 'not opened');
          },
          () => {
            missed(now, 'not started');
          },
        );
      };
      return success({
        callbackUrl: listener.callbackUrl,
        show: (webUri, listeners) => {
          const now = { webUri, listeners };
          shown = now;
          listener.listen({
            onCallback: (callback) => {
              if (shown !== null) listeners.onCallback(callback);
            },
            onSpent: () => {
              missed(now, 'address asked for twice');
            },
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
