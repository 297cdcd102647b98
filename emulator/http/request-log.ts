import { usernameKey } from '../service/people.ts';

/** One API request as it was seen (emulator/README.md). */
export type LogEntry = {
  /** Milliseconds since 1970, when the request had arrived. */
  readonly at: number;
  readonly path: string;
  /** The person of the request, by its name, its transaction or its token. */
  readonly username?: string;
  /** The parsed JSON; the text where it was not JSON. */
  readonly body: unknown;
  readonly signatureValid: boolean;
  /** Why the signature is wrong, in words; only the log knows. */
  readonly signatureProblem?: string;
  /** The HTTP status that was sent; 0 before. */
  status: number;
  /** The name of the exception that was answered. */
  exception?: string;
  /** The kinds of the faults that acted on it. */
  faults?: readonly string[];
};

/**
 * Every API request since the start or the last reset, oldest first; the oldest fall out of a full
 * log.
 */
export type RequestLog = Readonly<{
  add: (entry: LogEntry) => void;
  all: () => readonly LogEntry[];
  /** The requests of one person, whatever the case of the name: a login with its later calls. */
  ofUser: (username: string) => readonly LogEntry[];
  /** How many requests a path has had. */
  count: (path: string) => number;
  /** Forgets all, or the requests of one person. */
  clear: (username?: string) => void;
}>;

const CAPACITY = 20_000;

export function createRequestLog(): RequestLog {
  let entries: LogEntry[] = [];
  return {
    add: (entry) => {
      if (entries.length >= CAPACITY) entries = entries.slice(CAPACITY / 10);
      entries.push(entry);
    },
    all: () => [...entries],
    count: (path) => entries.filter((entry) => entry.path === path).length,
    ofUser: (username) => entries.filter((entry) => isOf(entry, username)),
    clear: (username) => {
      entries = username === undefined ? [] : entries.filter((entry) => !isOf(entry, username));
    },
  };
}

function isOf(entry: LogEntry, username: string): boolean {
  return entry.username !== undefined && usernameKey(entry.username) === usernameKey(username);
}
