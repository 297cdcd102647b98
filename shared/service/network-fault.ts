/**
 * The classes of network errors, into which electron/network/network-errors.ts sorts them.
 * Sentences, fail mode and doctor depend on the class, never on the name of the error.
 */
export const NETWORK_FAULTS = [
  /** This computer has no network. */
  'offline',
  /** The host name was not resolved. */
  'name',
  'refused',
  /** No connection was made, for another reason. */
  'no-connection',
  /** The connection ended before an answer. */
  'hung-up',
  /** This computer forbids the connection. */
  'forbidden',
  'proxy-unreachable',
  'proxy-refuses',
  'proxy-script',
  /** An answer that is not HTTP. */
  'garbled',
  /** An incomplete answer. */
  'cut',
  'unknown',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

export const TLS_FAULTS = [
  /** The certificate's issuer is unknown to this computer. */
  'authority',
  /** The certificate is for another name. */
  'other-name',
  /** The computer's time is outside the certificate's validity. */
  'date',
  /** Any fault of the proxy's own certificate. */
  'proxy',
  /** Any other fault of the certificate or of the TLS handshake. */
  'other',
] as const;
export type TlsFault = (typeof TLS_FAULTS)[number];
