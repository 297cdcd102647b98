/** Longest accepted heartbeat: a longer one would hide a dead connection. */
const MAX_HEARTBEAT_MS = 300_000;

/** engine.io handshake; times in milliseconds. */
export type OpenPacket = Readonly<{
  sid: string;
  upgrades: readonly 'websocket'[];
  pingInterval: number;
  pingTimeout: number;
  /** Only from newer servers of protocol 4. */
  maxPayload: number | undefined;
}>;

/** Null if the packet is of another type or invalid: the client library would throw at it (docs/wire.md 2). */
export function openPacketOf(packet: string): OpenPacket | null {
  if (!packet.startsWith('0')) return null;
  try {
    const open = JSON.parse(packet.slice(1)) as unknown;
    if (typeof open !== 'object' || open === null) return null;
    const { sid, upgrades, pingInterval, pingTimeout, maxPayload } = open as Record<string, unknown>;
    if (typeof sid !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(sid) || !Array.isArray(upgrades)) return null;
    if (!isHeartbeat(pingInterval) || !isHeartbeat(pingTimeout)) return null;
    return {
      sid,
      // Once: the library would open a websocket for each.
      upgrades: upgrades.includes('websocket') ? ['websocket'] : [],
      pingInterval,
      pingTimeout,
      maxPayload: isPositive(maxPayload) ? maxPayload : undefined,
    };
  } catch {
    return null;
  }
}

function isHeartbeat(value: unknown): value is number {
  return isPositive(value) && value <= MAX_HEARTBEAT_MS;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
