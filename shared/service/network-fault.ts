/**
 * The class of an error of the network stack. The port assigns it, once (electron/network/network-errors.ts): the
 * login's words, its fail mode and the doctor decide by the fault, never by an error's name.
 */
export const NETWORK_FAULTS = [
  /** This computer has no network. */
  'offline',
  /** The name could not be looked up. */
  'name',
  /** The host refused the connection. */
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
  /** An answer that is not HTTP. */
  'garbled',
  /** An answer ended before it was whole. */
  'cut',
  /** A name without a conclusion. */
  'unknown',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export const TLS_FAULTS = [
  /** The issuer of the certificate is unknown here. */
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
