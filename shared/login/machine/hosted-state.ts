import type { Requester } from '../../service/requester.ts';
import type { InAdvance, Transaction } from './transaction.ts';

/** A hosted page in a window view or a browser. */
export type HostedPageProgress = Readonly<{
  /** The current address, as far as reported. */
  address: string;
  /** The browser did not start, or another program may have received the page. */
  isUnopened: boolean;
}>;

/** The page is open, or its token is being verified. */
export type HostedPage = Readonly<{
  kind: 'hosted-page';
  transaction: Transaction;
  page: HostedPageProgress;
  /** The callback has arrived; ignore further ones. */
  hasReturned: boolean;
}>;

/** Explains a refusal after the end of the login. Without a transaction, no token can be redeemed. */
export type DenialPage = Readonly<{
  kind: 'denial-page';
  attempt: number;
  username: string;
  requester: Requester;
  page: HostedPageProgress;
  inAdvance: InAdvance;
}>;
