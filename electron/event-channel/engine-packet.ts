/**
 * Longest interval and timeout of a heartbeat that this program waits for. Servers may name longer
 * ones; a connection that is silent for longer is made anew, because it may be dead.
 */
const MAX_HEARTBEAT_MS = 300_000;

/** engine.io handshake; times in milliseconds. */
export type OpenPacket = Readonly<{
  sid: string;
  upgrades: readonly 'websocket'[];
  /** At most `MAX_HEARTBEAT_MS`. */
  pingInterval: number;
  /** At most `MAX_HEARTBEAT_MS`. */
  pingTimeout: number;
  /** Only from newer servers of protocol 4. */
  maxPayload: number | undefined;
}>;

/**
 * Null if the packet is of another type or invalid: the client library would throw at it
 * (docs/wire.md 2).
 */
export function openPacketOf(packet: string): OpenPacket | null {
  if (!packet.startsWith('0')) return null;
  try {
    const open = JSON.parse(packet.slice(1)) as unknown;
    if (typeof open !== 'object' || open === null) return null;
    const { sid, upgrades, pingInterval, pingTimeout, maxPayload } = open as Record<
      string,
      unknown
    >;
    if (typeof sid !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(sid) || !Array.isArray(upgrades))
      return null;
    if (!isPositive(pingInterval) || !isPositive(pingTimeout)) return null;
    return {
      sid,
      // At most one entry, because the library would open a websocket for each.
      upgrades: upgrades.includes('websocket') ? ['websocket'] : [],
      pingInterval: Math.min(pingInterval, MAX_HEARTBEAT_MS),
      pingTimeout: Math.min(pingTimeout, MAX_HEARTBEAT_MS),
      maxPayload: isPositive(maxPayload) ? maxPayload : undefined,
    };
  } catch {
    return null;
  }
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
