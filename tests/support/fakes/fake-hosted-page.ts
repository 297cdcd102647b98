import type {
  HostedAttempt,
  HostedListeners,
  HostedPageDisplay,
  HostedPageFailure,
} from '../../../electron/hosted-page/hosted-page.ts';
import { failure, success } from '../../../shared/result.ts';

/** A hosted page that the test plays: the pages shown, their place, and those still open. */
export class FakeHostedPage {
  readonly shown: string[] = [];
  /** How many callback addresses were made, and how many of them are closed. */
  prepared = 0;
  closed = 0;
  listeners: HostedListeners | null = null;
  /** Fault that prevents a callback address. */
  fault: HostedPageFailure | null = null;

  readonly display: HostedPageDisplay = {
    display: 'browser',
    prepare: () => {
      if (this.fault !== null) return Promise.resolve(failure(this.fault));
      this.prepared += 1;
      let isClosed = false;
      let webUri = '';
      const attempt: HostedAttempt = {
        callbackUrl: `http://127.0.0.1:1/${String(this.prepared)}`,
        show: (address, listeners) => {
          webUri = address;
          this.shown.push(address);
          this.listeners = listeners;
        },
        showAgain: () => {
          this.shown.push(webUri);
        },
        close: () => {
          if (!isClosed) this.closed += 1;
          isClosed = true;
        },
      };
      return Promise.resolve(success(attempt));
    },
  };
}
