import type { Requester } from '../../service/requester.ts';
import type { InAdvance, Transaction } from './transaction.ts';

/** The progress of a hosted page, in a window view or a browser. */
export type HostedPageProgress = Readonly<{
  /** The current address, as far as the view or browser reports it. */
  address: string;
  /** Whether the browser did not start, or another program may have received the page. */
  isUnopened: boolean;
}>;

/** The hosted page is open, or its token is being verified. */
export type HostedPage = Readonly<{
  kind: 'hosted-page';
  transaction: Transaction;
  page: HostedPageProgress;
  /** Whether the callback has arrived; ignore any further one. */
  hasReturned: boolean;
}>;

/**
 * The hosted page that explains a refusal: access is denied or awaits approval, and the service does not distinguish
 * them. The login has ended. Without a transaction, no token from the page can be redeemed.
 */
export type DenialPage = Readonly<{
  kind: 'denial-page';
  attempt: number;
  username: string;
  requester: Requester;
  page: HostedPageProgress;
  inAdvance: InAdvance;
}>;
