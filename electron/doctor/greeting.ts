import type { EngineProtocol } from '../realtime/protocol-version.ts';

export const NOT_AN_OPEN_PACKET = 'no open packet';
export const REFUSED_NAMESPACE = 'connected, then refused by the service (44)';

/**
 * What is sent into a session to see whether it arrives (docs/wire.md): in the new protocol the greeting, which the
 * server answers; in the old one, where the server greets by itself, a ping.
 */
export function greetingOf(protocol: EngineProtocol): string {
  return protocol === 4 ? '40' : '2';
}

/** What a packet of the server's says of a greeting: that all is well, that it refuses, or nothing. */
export function greetingKind(packet: string): 'greeted' | 'greeted-by-itself' | 'refused' | 'pong' | null {
  // Only the new protocol names the session in it.
  if (packet === '40') return 'greeted-by-itself';
  if (packet.startsWith('40')) return 'greeted';
  if (packet.startsWith('44')) return 'refused';
  return packet === '3' ? 'pong' : null;
}
