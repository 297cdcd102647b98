/**
 * The events of specification 6. `unreadable`: the person may have approved, but the event has no
 * readable token.
 */
export type ServiceEvent =
  | Readonly<{ kind: 'confirmed'; token: string }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'denied' }>;

const MAX_TOKEN_LENGTH = 4096;

/**
 * The channels to subscribe to: one for the transaction (specification 6) and one for each of its
 * events, because servers use both (docs/wire.md 2).
 */
export function channelsOf(tid: string): readonly string[] {
  const channel = `transactionConfirmation.${tid}`;
  return [channel, `${channel}.TransactionConfirmedEvent`, `${channel}.TransactionDeniedEvent`];
}

/**
 * Parses a socket.io event in every form of docs/wire.md 2. Its name is short, has a namespace
 * (`App\Events\…`), or follows the name of its channel. Null for another event, or one of another
 * transaction.
 */
export function parseServiceEvent(
  name: unknown,
  args: readonly unknown[],
  tid: string,
): ServiceEvent | null {
  if (typeof name !== 'string' || name.length > 1024) return null;
  const lastSegment = name.slice(
    Math.max(...['\\', '.', ':'].map((mark) => name.lastIndexOf(mark))) + 1,
  );
  if (lastSegment !== 'TransactionConfirmedEvent' && lastSegment !== 'TransactionDeniedEvent')
    return null;
  if ([name, ...args.flatMap(channelsIn)].some((text) => namesAnotherTransaction(text, tid)))
    return null;
  if (lastSegment === 'TransactionDeniedEvent') return { kind: 'denied' };
  for (const argument of args) {
    const token = tokenIn(argument, 2);
    if (token !== null) return { kind: 'confirmed', token };
  }
  return { kind: 'unreadable' };
}

/**
 * The channel that an argument names: a text itself, or the member `channel`; empty if it names
 * none.
 */
function channelsIn(argument: unknown): readonly string[] {
  const value =
    typeof argument === 'string' && argument.trimStart().startsWith('{')
      ? parseJson(argument)
      : argument;
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { channel } = value as Readonly<{ channel?: unknown }>;
  return typeof channel === 'string' ? [channel] : [];
}

function namesAnotherTransaction(text: string, tid: string): boolean {
  const prefix = 'transactionConfirmation.';
  const at = text.indexOf(prefix);
  if (at === -1) return false;
  const rest = text.slice(at + prefix.length);
  return rest !== tid && !rest.startsWith(`${tid}.`);
}

/**
 * The token in `token`, in `data.token`, or in either as JSON text; null if there is none.
 *
 * @param depth how many levels of `data` and JSON text are still opened
 */
function tokenIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return depth > 0 && value.length <= 65_536 && value.trimStart().startsWith('{')
      ? tokenIn(parseJson(value), depth - 1)
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { token, data } = value as Readonly<{ token?: unknown; data?: unknown }>;
  if (typeof token === 'string' && token !== '' && token.length <= MAX_TOKEN_LENGTH) return token;
  return depth > 0 ? tokenIn(data, depth - 1) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
