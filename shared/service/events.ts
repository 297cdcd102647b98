/** The events of specification 6. `unreadable`: no readable token, but the person may have approved. */
export type ServiceEvent =
  | Readonly<{ kind: 'confirmed'; token: string }>
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{ kind: 'denied' }>;

const MAX_TOKEN_LENGTH = 4096;

/** One channel for the transaction (specification 6) and one for each event. Servers use both (docs/wire.md 2). */
export function channelsOf(tid: string): readonly string[] {
  const channel = `transactionConfirmation.${tid}`;
  return [channel, `${channel}.TransactionConfirmedEvent`, `${channel}.TransactionDeniedEvent`];
}

/**
 * Parses a socket.io event in every form of docs/wire.md 2, with a short, namespaced (`App\Events\…`) or channel-long
 * name. Null for another event or transaction.
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

/** The argument itself, or its `channel`. */
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

/** Reads `token`, `data.token`, or JSON text. */
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
