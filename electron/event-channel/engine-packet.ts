/** Longest heartbeat interval that is accepted from a server, so that a dead connection is noticed in the end. */
const MAX_HEARTBEAT_MS = 300_000;

/** The content of an open packet (engine.io protocol, handshake). Times in milliseconds. */
export type OpenPacket = Readonly<{
  sid: string;
  pingInterval: number;
  pingTimeout: number;
  /** Sent by newer servers of protocol 4 only. */
  maxPayload: number | undefined;
}>;

/**
 * Whether a packet may be handed to the client library: a hostile or broken open packet would otherwise throw
 * inside it (docs/wire.md 2). The session must be named and the heartbeat be numbers within reason; other packets need a
 * known type only.
 */
export function checkPacket(packet: string): boolean {
  if (!/^[0-6b]/.test(packet)) return false;
  return !packet.startsWith('0') || openPacketOf(packet) !== null;
}

/** Reads an open packet; null for every other packet and for one that is broken. */
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
      pingInterval,
      pingTimeout,
      maxPayload: typeof maxPayload === 'number' ? maxPayload : undefined,
    };
  } catch {
    return null;
  }
}

function isHeartbeat(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_HEARTBEAT_MS;
}
