import type { Requester } from '../../service/requester.ts';
import type { InAdvance, Transaction } from './transaction.ts';

/** Where a hosted page in a view of the window, or in the browser, has got to. */
export type HostedPageProgress = Readonly<{
  /** The last address that was reported; the first address until then. */
  address: string;
  /**
   * The browser did not start, or another program may have got the page. The person must open the
   * address.
   */
  isUnopened: boolean;
}>;

/** The page is open, or its token is being verified. */
export type HostedPage = Readonly<{
  kind: 'hosted-page';
  transaction: Transaction;
  page: HostedPageProgress;
  /** The callback has arrived. Further ones are ignored. */
  hasReturned: boolean;
}>;

/**
 * The page explains a refusal, after the end of the login. The state has no transaction, so no
 * token can be redeemed.
 */
export type DenialPage = Readonly<{
  kind: 'denial-page';
  attempt: number;
  username: string;
  requester: Requester;
  page: HostedPageProgress;
  inAdvance: InAdvance;
}>;
