import type { Result } from '../../shared/result.ts';
import type { NetworkFault } from '../../shared/service/network-fault.ts';
import type { Evidence } from '../../shared/service/evidence.ts';
import type { KeyStore } from '../secrets/key-store.ts';
import type { Clock } from '../os/clock.ts';
import type { HttpPort } from '../network/http-port.ts';
import type { Secret } from '../network/redact.ts';
import type { WebSocketPort } from '../network/websocket-port.ts';

/** `evidence` is the resolver's code, e.g. `ENOTFOUND`. */
export type LookupOutcome =
  | Readonly<{ kind: 'found'; addresses: readonly string[] }>
  | Readonly<{ kind: 'failed'; evidence: Evidence }>;

/** `evidence` is the system's code, e.g. `ECONNREFUSED`. */
export type ConnectOutcome =
  | Readonly<{ kind: 'connected' }>
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'failed'; fault: NetworkFault; evidence: Evidence }>;

/** State of the ticket key; the query creates no key. */
export type TicketKeyState = 'kept' | 'none';

/** The ports never reject, but may hang: every check has a timeout. */
export type DoctorPorts = Readonly<{
  /** A login's HTTP client, with the same proxies and certificates. */
  http: HttpPort;
  /** Null for a host without websockets. */
  webSocket: WebSocketPort | null;
  lookup: (hostname: string) => Promise<LookupOutcome>;
  connectTcp: (hostname: string, port: number, timeoutMs: number) => Promise<ConnectOutcome>;
  /** Resolves to Chromium's list of network paths, e.g. `DIRECT` or `PROXY host:port;DIRECT`. */
  resolveProxy: (url: string) => Promise<string>;
  /** Whether this computer has a network. False is certain, true is not. */
  isOnline: () => boolean;
  /** The cleaned issuer of a host's latest certificate; null if not seen. */
  issuerOf: (hostname: string) => string | null;
  /** Proxy logins, to remove from the report. */
  secrets: () => readonly Secret[];
  keyStore: KeyStore;
  ticketKey: () => Promise<Result<TicketKeyState, string>>;
  /**
   * The name of the X display if its keyboard layout is unknown, so that keys may type something
   * else than they show. Null if the layout is known, or may be, and without an X display.
   */
  displayWithoutLayout: () => Promise<string | null>;
  clock: Clock;
  now: () => Date;
}>;

/**
 * Timeouts in milliseconds. The longest sequence of checks is `route`, `answer` and
 * `pollingOverall`: 17.5 s, less than `overall`, which keeps the user's wait below 20 s.
 */
export const DOCTOR_LIMITS = {
  route: 2_000,
  lookup: 4_000,
  connect: 4_000,
  answer: 6_000,
  // At most two signed calls run in sequence.
  call: 4_000,
  // A login's limit for a transport (electron/event-channel/transports.ts).
  polling: 4_000,
  // All exchanges over polling: below a login's limit for a connection
  // (electron/event-channel/connection.ts).
  pollingOverall: 9_500,
  // From the start of a websocket to the answer to sent data.
  webSocket: 4_000,
  keyStore: 10_000,
  display: 3_000,
  overall: 19_000,
} as const;

export type DoctorLimits = Readonly<Record<keyof typeof DOCTOR_LIMITS, number>>;
