import type { Clock } from '../basics/clock.ts';
import { randomAccessToken, randomIdentifier } from '../basics/random.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { Options } from '../options.ts';
import type { Member } from './directory.ts';
import type { Method } from './methods.ts';
import { usernameKey } from './people.ts';

/** The method that the connector selected last. Codes are judged against it alone. */
export type Selection = {
  readonly method: Method;
  /** The SMS code that is awaited; null once used, and for every other method. */
  smsCode: string | null;
};

export type Phase = 'open' | 'finished' | 'expired';

/**
 * One login of one person. It stays open until credentials were fetched or it was idle for too
 * long.
 */
export type Transaction = {
  readonly tid: string;
  readonly member: Member;
  readonly status: 'pending' | 'denied' | 'waiting';
  readonly methods: readonly Method[];
  /** The person's computer by init's `params`, for the phone to show. */
  readonly context: Readonly<Record<string, string>>;
  /** Prompt flow only. */
  readonly callbackUrl: string | null;
  readonly createdAt: number;
  phase: Phase;
  lastActivityAt: number;
  selection: Selection | null;
  selections: number;
  wrongCodes: number;
  /** Prompt flow: how the person answered last, for the hosted page to act on; null while it waits. */
  answer: Readonly<{ kind: 'confirmed'; token: string }> | Readonly<{ kind: 'denied' }> | null;
};

export type TokenPurpose = 'credentials' | 'security-key';

type AccessToken = {
  readonly transaction: Transaction;
  readonly issuedAt: number;
  purpose: TokenPurpose;
  state: 'valid' | 'replaced';
};

/** Why a token is refused: never issued or spent, too old or replaced, or its transaction expired. */
export type TokenProblem = 'unknown' | 'expired' | 'transaction-expired';

/** All transactions and access tokens, with expiry by inactivity and by age. */
export type Transactions = Readonly<{
  create: (
    details: Pick<Transaction, 'member' | 'status' | 'methods' | 'context' | 'callbackUrl'>,
  ) => Transaction;
  /** Any transaction, with its phase brought up to date; does not count as activity. */
  find: (tid: string) => Transaction | undefined;
  /** The transaction where it is still open, and marks activity in it. */
  visit: (tid: string) => Transaction | undefined;
  all: () => readonly Transaction[];
  /** Lets an open transaction expire as if without an act. */
  expire: (transaction: Transaction) => void;
  finish: (transaction: Transaction) => void;
  issueToken: (transaction: Transaction, purpose: TokenPurpose) => string;
  /** The transaction of a token that is valid for this purpose; marks activity in it. */
  checkToken: (token: string, purpose: TokenPurpose) => Result<Transaction, TokenProblem>;
  /** The transaction of a token, present or replaced, but not spent. */
  ownerOf: (token: string) => Transaction | undefined;
  spendToken: (token: string) => void;
  /** Turns a hardware-key token into one for credentials. */
  promoteToken: (token: string) => void;
  /** Makes hardware-key tokens of earlier selections useless. */
  replaceTokens: (transaction: Transaction) => void;
  /** Forgets all, or those of one person. */
  reset: (username?: string) => void;
}>;

export function createTransactions(
  clock: Clock,
  options: Pick<Options, 'inactivitySeconds' | 'accessTokenSeconds' | 'accessTokens'>,
): Transactions {
  const transactions = new Map<string, Transaction>();
  const tokens = new Map<string, AccessToken>();
  const pendingKeyTokens = new Map<Transaction, AccessToken>();

  function find(tid: string): Transaction | undefined {
    const transaction = transactions.get(tid);
    if (
      transaction?.phase === 'open' &&
      isOlder(transaction.lastActivityAt, options.inactivitySeconds)
    ) {
      transaction.phase = 'expired';
    }
    return transaction;
  }

  function visit(tid: string): Transaction | undefined {
    const transaction = find(tid);
    if (transaction?.phase !== 'open') return undefined;
    transaction.lastActivityAt = clock.now();
    return transaction;
  }

  function isOlder(since: number, seconds: number): boolean {
    return clock.now() - since > seconds * 1000;
  }

  return {
    find,
    visit,
    create: (details) => {
      const now = clock.now();
      const transaction: Transaction = {
        ...details,
        tid: randomIdentifier(),
        createdAt: now,
        phase: 'open',
        lastActivityAt: now,
        selection: null,
        selections: 0,
        wrongCodes: 0,
        answer: null,
      };
      transactions.set(transaction.tid, transaction);
      return transaction;
    },
    all: () => [...transactions.keys()].flatMap((tid) => find(tid) ?? []),
    expire: (transaction) => {
      if (transaction.phase === 'open') transaction.phase = 'expired';
    },
    finish: (transaction) => {
      transaction.phase = 'finished';
    },
    issueToken: (transaction, purpose) => {
      const token = randomAccessToken(options.accessTokens);
      const issued: AccessToken = { transaction, issuedAt: clock.now(), purpose, state: 'valid' };
      tokens.set(token, issued);
      if (purpose === 'security-key') pendingKeyTokens.set(transaction, issued);
      return token;
    },
    checkToken: (token, purpose) => {
      const found = tokens.get(token);
      if (found === undefined || found.purpose !== purpose) return failure('unknown');
      const phase = find(found.transaction.tid)?.phase;
      if (phase === 'expired') return failure('transaction-expired');
      if (phase !== 'open') return failure('unknown');
      if (found.state === 'replaced' || isOlder(found.issuedAt, options.accessTokenSeconds))
        return failure('expired');
      visit(found.transaction.tid);
      return success(found.transaction);
    },
    ownerOf: (token) => tokens.get(token)?.transaction,
    spendToken: (token) => {
      tokens.delete(token);
    },
    promoteToken: (token) => {
      const found = tokens.get(token);
      if (found !== undefined) found.purpose = 'credentials';
    },
    replaceTokens: (transaction) => {
      const pending = pendingKeyTokens.get(transaction);
      if (pending?.purpose === 'security-key') pending.state = 'replaced';
      pendingKeyTokens.delete(transaction);
    },
    reset: (username) => {
      const isTheirs = ({ member }: Transaction): boolean =>
        username === undefined || usernameKey(member.username) === usernameKey(username);
      for (const [tid, transaction] of transactions) {
        if (isTheirs(transaction)) transactions.delete(tid);
      }
      for (const [token, { transaction }] of tokens)
        if (isTheirs(transaction)) tokens.delete(token);
      for (const transaction of pendingKeyTokens.keys()) {
        if (isTheirs(transaction)) pendingKeyTokens.delete(transaction);
      }
    },
  };
}
