/** Longest heartbeat that is believed of a server, so that a dead line is found at last. */
const MAX_HEARTBEAT_MS = 300_000;

/**
 * Whether a packet of the engine.io protocol (revision 4) may be handed to the client library: a hostile or
 * broken open packet would otherwise throw inside it (WIRE 2). The session must be named and the heartbeat be
 * numbers within reason; other packets need a known type only.
 */
export function checkPacket(packet: string): boolean {
  if (!/^[0-6b]/.test(packet)) return false;
  if (!packet.startsWith('0')) return true;
  try {
    const open = JSON.parse(packet.slice(1)) as unknown;
    if (typeof open !== 'object' || open === null) return false;
    const { sid, upgrades, pingInterval, pingTimeout } = open as Record<string, unknown>;
    return (
      typeof sid === 'string' &&
      sid !== '' &&
      Array.isArray(upgrades) &&
      isHeartbeat(pingInterval) &&
      isHeartbeat(pingTimeout)
    );
  } catch {
    return false;
  }
}

function isHeartbeat(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= MAX_HEARTBEAT_MS;
}
