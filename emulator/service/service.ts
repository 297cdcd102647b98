import type { SteeredClock } from '../basics/clock.ts';
import { createSignal } from '../basics/signals.ts';
import type { Signal } from '../basics/signals.ts';
import type { Options } from '../options.ts';
import { createDirectory } from './directory.ts';
import type { Directory } from './directory.ts';
import { createExceptions } from './exceptions.ts';
import type { Exceptions } from './exceptions.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { defaultPeople, usernameKey } from './people.ts';
import type { SignatureSettings } from './signature.ts';
import { createTransactions } from './transactions.ts';
import type { Transactions } from './transactions.ts';

/** The two events of specification 6. */
export type EventName = 'TransactionConfirmedEvent' | 'TransactionDeniedEvent';

/** An announcement of the service to the connector of a transaction. */
export type Announcement = Readonly<{
  tid: string;
  username: string;
  eventName: EventName;
  /** The access token; null for a denial. */
  token: string | null;
}>;

/** The state of one emulated service, without any wire: the data of its endpoints and its phone. */
export type Service = {
  readonly options: Options;
  readonly clock: SteeredClock;
  readonly exceptions: Exceptions;
  readonly signature: SignatureSettings;
  readonly directory: Directory;
  readonly transactions: Transactions;
  readonly outbox: Outbox;
  /** Something that the phone page shows has changed. */
  readonly changed: Signal;
  /** Where the server listens, without a slash at the end; empty before it does. */
  baseUrl: string;
  /** Everything, or one person's logins, deliveries and codes, as at the start. */
  reset: (username?: string) => void;
};

export function createService(options: Options, clock: SteeredClock): Service {
  const replaced = new Set(options.users.map((person) => usernameKey(person.username)));
  const people = [
    ...defaultPeople.filter((person) => !replaced.has(usernameKey(person.username))),
    ...options.users,
  ];
  const directory = createDirectory(clock, people, options.unknownUsers);
  const transactions = createTransactions(clock, options);
  const outbox = createOutbox();
  const changed = createSignal();
  return {
    options,
    clock,
    exceptions: createExceptions(
      options.sdkExceptions ? 'sdk' : 'specification',
      options.signatureHeader,
    ),
    signature: {
      header: options.signatureHeader,
      encoding: options.signatureEncoding,
      secretKey: options.secretKey,
    },
    directory,
    transactions,
    outbox,
    changed,
    baseUrl: '',
    reset: (username) => {
      if (username === undefined) directory.reset();
      else directory.renew(username);
      transactions.reset(username);
      outbox.reset(username);
      changed.emit();
    },
  };
}
