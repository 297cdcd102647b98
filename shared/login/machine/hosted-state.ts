import type { Requester } from '../../service/requester.ts';
import type { InAdvance, Transaction } from './transaction.ts';

/** A page of the service, as it is shown: in a view of the window, or in a browser. */
export type HostedPageProgress = Readonly<{
  /** Where it is now, as far as its display tells. */
  address: string;
  /** The browser could not be started, or another program may have been led to the page in its place. */
  isUnopened: boolean;
}>;

/** The hosted page of a prompt-capable application is shown, or came back and its token is being checked. */
export type HostedPage = Readonly<{
  kind: 'hosted-page';
  transaction: Transaction;
  page: HostedPageProgress;
  /** The callback has arrived; ignore any further one. */
  hasReturned: boolean;
}>;

/**
 * The hosted page that explains a refusal: access is denied, or awaits approval, without a way to tell which. The login
 * has ended. The state has no transaction, so that no token from the page can be redeemed.
 */
export type DenialPage = Readonly<{
  kind: 'denial-page';
  attempt: number;
  username: string;
  requester: Requester;
  page: HostedPageProgress;
  inAdvance: InAdvance;
}>;
