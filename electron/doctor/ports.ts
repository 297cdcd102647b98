import type { Result } from '../../shared/result.ts';
import type { NetworkFault } from '../../shared/service/network-fault.ts';
import type { KeyStore } from '../secrets/key-store.ts';
import type { Clock } from '../os/clock.ts';
import type { HttpPort } from '../network/http-port.ts';
import type { Secret } from '../network/redact.ts';
import type { WebSocketPort } from '../network/websocket-port.ts';

/** The result of a name lookup. `evidence` is the resolver's own code, e.g. `ENOTFOUND`. */
export type LookupOutcome =
  | Readonly<{ kind: 'found'; addresses: readonly string[] }>
  | Readonly<{ kind: 'failed'; evidence: string }>;

/**
 * The result of a TCP connection, which is closed at once. `fault` is the classified error, `evidence` the system's
 * own code, e.g. `ECONNREFUSED`, for display.
 */
export type ConnectOutcome =
  | Readonly<{ kind: 'connected' }>
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'failed'; fault: NetworkFault; evidence: string }>;

/** The state of the ticket's key: kept, or not made yet. The query makes no key. */
export type TicketKeyState = 'kept' | 'none';

/** The doctor's ports. They never reject, but each may hang: every check has its own limit. */
export type DoctorPorts = Readonly<{
  /** The same network as a login's calls, so that proxies, their logins and certificates are the same. */
  http: HttpPort;
  webSocket: WebSocketPort;
  lookup: (hostname: string) => Promise<LookupOutcome>;
  connectTcp: (hostname: string, port: number, timeoutMs: number) => Promise<ConnectOutcome>;
  /** The network path to an address, as Chromium says it: `DIRECT`, or `PROXY host:port;DIRECT`. */
  resolveProxy: (url: string) => Promise<string>;
  /** The operating system's view of its network; false is certain, true is not. */
  isOnline: () => boolean;
  /** The issuer of the certificate that a host showed last, cleaned; null if no certificate was seen. */
  issuerOf: (hostname: string) => string | null;
  /** The logins sent to proxies, which must not appear in the report. */
  secrets: () => readonly Secret[];
  keyStore: KeyStore;
  ticketKey: () => Promise<Result<TicketKeyState, string>>;
  clock: Clock;
  /** The computer's own time. */
  now: () => Date;
}>;

/** How long each look may take, in milliseconds. */
export type DoctorLimits = Readonly<{
  route: number;
  lookup: number;
  connect: number;
  /** The first exchange with the service. */
  answer: number;
  /** One signed call; there are two at most that wait for one another. */
  call: number;
  /** One exchange of the event channel over polling. */
  polling: number;
  /** All exchanges over polling together. */
  pollingOverall: number;
  /** The event channel over a websocket, both tries together. */
  webSocket: number;
  keyStore: number;
  /** All of it. */
  overall: number;
}>;

/** Those that follow one another stay below the limit of all, which stays below the 20 s that a person waits. */
export const DOCTOR_LIMITS: DoctorLimits = {
  route: 2_000,
  lookup: 4_000,
  connect: 4_000,
  answer: 6_000,
  call: 4_000,
  // As long as a login gives a transport (electron/event-channel/transports.ts).
  polling: 4_000,
  // Below a login's limit for a connection (electron/event-channel/connection.ts).
  pollingOverall: 9_500,
  webSocket: 4_000,
  keyStore: 10_000,
  overall: 19_000,
};
