import type { EngineProtocol } from '../realtime/protocol-version.ts';

export const NOT_AN_OPEN_PACKET = 'no open packet';
export const REFUSED_NAMESPACE = 'connected, then refused by the service (44)';

/**
 * What is sent into a session to see whether it arrives (docs/wire.md): in the new protocol the connect packet, which the
 * server answers; in the old one, where the server connects to by itself, a ping.
 */
export function connectPacketOf(protocol: EngineProtocol): string {
  return protocol === 4 ? '40' : '2';
}

/** What a packet of the server's says of a connect packet: that all is well, that it refuses, or nothing. */
export function connectAnswerOf(
  packet: string,
): 'connected' | 'connected-by-itself' | 'refused' | 'pong' | null {
  // Only the new protocol names the session in it.
  if (packet === '40') return 'connected-by-itself';
  if (packet.startsWith('40')) return 'connected';
  if (packet.startsWith('44')) return 'refused';
  return packet === '3' ? 'pong' : null;
}
