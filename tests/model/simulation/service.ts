import type {
  Identity,
  SelectedMethod,
  StartedTransaction,
} from '../../../shared/service/answers.ts';
import { codeKindOf, type Method } from '../../../shared/service/methods.ts';
import type { Result } from '../../../shared/result.ts';
import { failure, success } from '../../../shared/result.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { exception } from '../../support/login/login-fixtures.ts';

export type Reply<Value> = Result<Value, ServiceFailure>;

/** Event that the service sends to the listeners of a transaction. */
export type Announcement = Readonly<{
  tid: string;
  kind: 'confirmed' | 'denied';
  token: string | null;
}>;

type Transaction = {
  readonly tid: string;
  readonly username: string;
  readonly methods: readonly Method[];
  method: Method | null;
  code: string;
  /** Code that the app shows before its method is started: the code that counts then. */
  nextCode: string;
  keyToken: string;
  wrong: number;
  isOver: boolean;
};

const REQUESTER = { application: 'Payroll', company: 'Northwind' } as const;
const MAX_WRONG = 5;

/**
 * The service as the specification describes it, without any wire: transactions, codes, single-use
 * tokens. The person's acts on the phone come in by `approve` and `deny`; events go out by
 * `announce`.
 */
export class SimulatedService {
  readonly transactions = new Map<string, Transaction>();
  readonly #tokens = new Map<string, Transaction>();
  readonly #announce: (announcement: Announcement, method: Method) => void;
  readonly #onSelected: (tid: string, method: Method) => void;
  #count = 0;

  constructor(
    announce: (announcement: Announcement, method: Method) => void,
    onSelected: (tid: string, method: Method) => void,
  ) {
    this.#announce = announce;
    this.#onSelected = onSelected;
  }

  init(
    username: string,
    methods: readonly Method[],
    outcome: InitOutcome,
  ): Reply<StartedTransaction> {
    const tid = `tid-${this.#number()}`;
    if (outcome === 'bypassed') return failure(exception('UserBypassedException', 45));
    if (outcome === 'bypass-like') return failure(exception('UserBypassedException', 46));
    if (outcome === 'locked')
      return failure({ kind: 'too-many', retryAfterMs: 20_000, serviceText: null });
    if (outcome === 'other-type')
      return success({ status: 'prompt-flow', requester: REQUESTER, tid });
    if (outcome === 'denied') return success({ requester: REQUESTER, tid, status: 'denied' });
    if (outcome === 'waiting')
      return success({ requester: REQUESTER, tid, status: 'waiting', webUri: null });
    this.transactions.set(tid, { tid, username, methods, ...FRESH, nextCode: this.#newCode() });
    return success({ requester: REQUESTER, tid, status: 'pending', methods, unknownMethods: 0 });
  }

  /** init of a prompt-capable application: only an address, the same for all outcomes. */
  initHosted(username: string, outcome: InitOutcome): Reply<StartedTransaction> {
    // The answer to an application that is set up as the other type.
    if (outcome === 'other-type') return this.init(username, ['push'], 'pending');
    if (outcome !== 'pending' && outcome !== 'waiting' && outcome !== 'denied')
      return this.init(username, [], outcome);
    const tid = `tid-${this.#number()}`;
    this.transactions.set(tid, {
      tid,
      username,
      methods: [],
      ...FRESH,
      nextCode: this.#newCode(),
      isOver: outcome !== 'pending',
    });
    const [purpose, place] =
      outcome === 'pending'
        ? (['verify', 'process'] as const)
        : (['denied-or-waiting', 'deny'] as const);
    const webUri = `https://service.example/api/transaction/${place}/${tid}`;
    return success({ status: 'hosted-page', requester: REQUESTER, tid, webUri, purpose });
  }

  /**
   * The person confirms on the hosted page.
   *
   * @returns the token that the page leads back with
   */
  approveHosted(tid: string): string | null {
    const transaction = this.#open(tid);
    return transaction ? this.#issue(transaction) : null;
  }

  selectMethod(tid: string, method: Method): Reply<SelectedMethod> {
    const transaction = this.#open(tid);
    if (!transaction) return failure(exception('TransactionIdExpiredException', 11));
    if (!transaction.methods.includes(method)) {
      return failure(exception('MissingFieldException', 3, { field: 'method' }));
    }
    transaction.method = method;
    transaction.code = transaction.nextCode;
    transaction.nextCode = this.#newCode();
    transaction.keyToken = `key-token-of-${this.#number()}`;
    this.#onSelected(tid, method);
    return success({
      method,
      qrText: method === 'qrcode' ? `qr-text-${this.#number()}` : null,
      codeLength: codeKindOf(method) === 'passcode' ? 6 : null,
      phoneNumber: method === 'sms' ? '+44 *** 58' : null,
      keyToken: method === 'yotp' ? transaction.keyToken : null,
    });
  }

  #newCode(): string {
    return `90${this.#number()}0000`.padEnd(12, '7');
  }

  /** The code of a passcode or of a security key. */
  confirm(transaction: Transaction | null, code: string): Reply<true> {
    if (!transaction || transaction.isOver)
      return failure(exception('TransactionIdExpiredException', 11));
    if (transaction.wrong >= MAX_WRONG)
      return failure({ kind: 'too-many', retryAfterMs: null, serviceText: null });
    if (transaction.code === '' || code !== transaction.code) {
      transaction.wrong += 1;
      return failure(exception('PasscodeException', 18));
    }
    transaction.code = '';
    this.#confirmed(transaction);
    return success(true);
  }

  withKeyToken(keyToken: string): Transaction | null {
    return [...this.transactions.values()].find((one) => one.keyToken === keyToken) ?? null;
  }

  credentials(token: string): Reply<Identity> {
    const transaction = this.#tokens.get(token);
    if (!transaction) return failure(exception('UnknownAccessTokenException'));
    this.#tokens.delete(token);
    if (transaction.isOver) return failure(exception('TransactionAccessTokenExpiredException', 11));
    transaction.isOver = true;
    // The service has a spelling of its own.
    const username = transaction.username.normalize('NFD').toUpperCase();
    return success({ username, email: 'alice@example.com', consumerParams: null });
  }

  /** The person approves on the phone. Each time is a token of its own. */
  approve(tid: string): void {
    const transaction = this.#open(tid);
    if (transaction) this.#confirmed(transaction);
  }

  deny(tid: string): void {
    const transaction = this.#open(tid);
    if (transaction?.method)
      this.#announce({ tid, kind: 'denied', token: null }, transaction.method);
  }

  expire(tid: string): void {
    const transaction = this.transactions.get(tid);
    if (transaction) transaction.isOver = true;
  }

  /** A genuine token of another person's transaction. */
  strangersToken(username: string): string {
    const tid = `tid-${this.#number()}`;
    return this.#issue({ tid, username, methods: [], ...FRESH, nextCode: this.#newCode() });
  }

  #confirmed(transaction: Transaction): void {
    const token = this.#issue(transaction);
    this.#announce(
      { tid: transaction.tid, kind: 'confirmed', token },
      transaction.method ?? 'push',
    );
  }

  #issue(transaction: Transaction): string {
    const token = `access-token-${this.#number()}-of-${transaction.tid}`;
    this.#tokens.set(token, transaction);
    return token;
  }

  #open(tid: string): Transaction | null {
    const transaction = this.transactions.get(tid);
    return transaction && !transaction.isOver ? transaction : null;
  }

  #number(): number {
    return (this.#count += 1);
  }
}

export type InitOutcome =
  | 'pending'
  | 'waiting'
  | 'denied'
  | 'bypassed'
  | 'bypass-like'
  | 'locked'
  | 'other-type';

const FRESH = { method: null, code: '', keyToken: '', wrong: 0, isOver: false } as const;
