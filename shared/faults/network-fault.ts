/**
 * What an error of the network stack proves. The port that met it says so, once (electron/network/network-errors.ts):
 * the login's words, its fail mode and the doctor decide by the fault, and nobody reads a name again.
 */
export const NETWORK_FAULTS = [
  /** This computer has no network. */
  'offline',
  /** The name could not be looked up. */
  'name',
  /** Whoever is there took no connection. */
  'refused',
  /** No connection came about. */
  'no-connection',
  /** A connection ended before anything was said. */
  'hung-up',
  /** This computer does not allow it. */
  'forbidden',
  'proxy-unreachable',
  'proxy-refuses',
  'proxy-script',
  /** Something answered, in a way that is none of HTTP's. */
  'garbled',
  /** An answer ended before it was whole. */
  'cut',
  /** A name that proves nothing. */
  'unknown',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export const TLS_FAULTS = [
  /** Nobody here knows who issued the certificate. */
  'authority',
  /** The certificate is for another name. */
  'other-name',
  /** The computer's time is not within the certificate's. */
  'date',
  /** It is the proxy's own certificate, whatever is wrong with it. */
  'proxy',
  /** Anything else: a fault in the certificate, or no agreement on how to protect the connection. */
  'other',
] as const;
export type TlsFault = (typeof TLS_FAULTS)[number];
