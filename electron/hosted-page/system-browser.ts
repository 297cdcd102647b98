import { failure, success } from '../../shared/result.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { callbackListeners, type ListenerOptions } from './callback-listener.ts';
import type { HostedListeners, HostedPageDisplay } from './hosted-page.ts';
import { isServicePage } from './service-page.ts';

export type SystemBrowserOptions = ListenerOptions &
  Readonly<{
    baseUrl: string;
    /**
     * Opens an address; returns whether it did. Null without a screen: the frontend reports the
     * page's address instead.
     */
    open: ((address: string) => Promise<boolean>) | null;
  }>;

type ShownPage = Readonly<{ webUri: string; listeners: HostedListeners }>;

/**
 * Shows the hosted page in the browser. Other accounts can read the browser's command line, so the
 * address in it works only once.
 */
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
      let shownPage: ShownPage | null = null;
      const reportFailure = (page: ShownPage, evidence: string): void => {
        // Later pages and closed ones hear nothing of an earlier failure.
        if (shownPage === page)
          page.listeners.onFailed({ kind: 'browser', evidence: toEvidence`${evidence}` });
      };
      const show = (): void => {
        const page = shownPage;
        if (page === null || open === null) return;
        if (!isServicePage(page.webUri, baseUrl)) {
          reportFailure(page, 'no page of the service');
          return;
        }
        open(listener.oneTimeAddressOf(page.webUri)).then(
          (isOpened) => {
            if (!isOpened) reportFailure(page, 'not opened');
          },
          () => {
            reportFailure(page, 'not started');
          },
        );
      };
      return success({
        callbackUrl: listener.callbackUrl,
        show: (webUri, listeners) => {
          const page = { webUri, listeners };
          shownPage = page;
          listener.listen({
            onCallback: (callback) => {
              if (shownPage !== null) listeners.onCallback(callback);
            },
            onRequestedAgain: () => {
              reportFailure(page, 'address asked for twice');
            },
          });
          show();
        },
        showAgain: show,
        close: () => {
          shownPage = null;
          listener.close();
        },
      });
    },
  };
}
