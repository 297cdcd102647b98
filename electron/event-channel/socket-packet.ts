const IDENTIFIER = /^[\x21-\x7e]{1,256}$/;

/**
 * Reads a socket.io packet of the server, as engine.io carries it (`42["name",…]`), and returns
 * what the client library may see of it: only packets of the form that the protocol gives them, in
 * the namespace that this program joins.
 *
 * @returns null for a packet that means nothing here (another namespace, acknowledgements, binary
 *   data), undefined for one that breaks the protocol
 */
// SECURITY: SEC-115 the client library throws at packets of another form, out of reach of any `try`
// of ours.
export function readSocketPacket(packet: string): string | null | undefined {
  const head = /^4(\d)(\/[^,]*,?)?\d*/.exec(packet);
  if (!head) return undefined;
  const [{ length }, type, namespace = '/'] = head;
  if (namespace !== '/' && namespace !== '/,') return null;
  // Leaves out the number of an event, for which the library would make a function that
  // acknowledges the event.
  const body = packet.slice(length).trimStart();
  switch (type) {
    case '0':
      return connectPacketOf(body);
    case '1':
      return '41';
    case '2':
      return isEvent(parsed(body)) ? `42${body}` : undefined;
    case '4':
      // The server's reason is an object in protocol 4 and a string in protocol 3. It is never
      // shown.
      return '44{"message":"refused"}';
    case '3':
    case '5':
    case '6':
      return null;
    default:
      return undefined;
  }
}

/**
 * Undefined if the packet is invalid. A packet without `sid` comes from a server of an older
 * generation, and the library reports it as a refusal.
 */
function connectPacketOf(body: string): string | undefined {
  if (body === '') return '40';
  const connect = parsed(body);
  if (typeof connect !== 'object' || connect === null || Array.isArray(connect)) return undefined;
  const { sid, pid } = connect as Record<string, unknown>;
  if (sid === undefined) return '40';
  if (!isIdentifier(sid)) return undefined;
  return `40${JSON.stringify({ sid, pid: isIdentifier(pid) ? pid : undefined })}`;
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && IDENTIFIER.test(value);
}

function isEvent(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [name] = value as readonly unknown[];
  return typeof name === 'string' || typeof name === 'number';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
