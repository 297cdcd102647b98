import type { History, Entry, Rules } from './history.ts';
import { secretMark } from './history.ts';

export type SecretKind =
  | 'system-token'
  | 'secret-key'
  | 'access-token'
  | 'key-token'
  | 'code'
  | 'callback-address';

/** An entry without its time. */
type Untimed<Of> = Of extends Entry ? Omit<Of, 'atMs'> : never;

/** Secrets shorter than this are not looked for in texts: they would be found by chance. */
const MIN_SECRET_LENGTH = 6;

/**
 * Collects the history of one run. It knows the run's secrets and keeps them out of the record: it
 * replaces each secret in a text by its mark, and the checker looks for the marks.
 */
export class Recorder {
  readonly #rules: Rules;
  readonly #nowMs: () => number;
  readonly #entries: Entry[] = [];
  /** Handles by value. */
  readonly #handles = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  #requests = 0;
  #eventChannels = 0;

  constructor(rules: Rules, nowMs: () => number) {
    this.#rules = rules;
    this.#nowMs = nowMs;
  }

  add(entry: Untimed<Entry>): void {
    this.#entries.push({ ...entry, atMs: this.#nowMs() });
  }

  /** Ends the history: events still due never come. */
  end(): void {
    this.#entries.push({ what: 'end', atMs: Infinity });
  }

  /** The handle of a secret: the same value has the same one. */
  handle(kind: SecretKind, value: string): string {
    const known = this.#handles.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const handle = `${kind}-${count}`;
    this.#handles.set(value, handle);
    return handle;
  }

  nextRequest(): number {
    return (this.#requests += 1);
  }

  nextEventChannel(): number {
    return (this.#eventChannels += 1);
  }

  /** Plain data as the record may hold it: secrets in it become marks. */
  clean<Value>(value: Value): Value {
    const text = JSON.stringify(value);
    if (!this.#holdsSecret(text)) return value;
    return JSON.parse(this.#marked(text)) as Value;
  }

  /** Looks at a text or data of the process that is not recorded; a secret in it is. */
  inspect(where: string, value: unknown): void {
    const text = JSON.stringify(value);
    if (this.#holdsSecret(text)) this.add({ what: 'text', where, text: this.#marked(text) });
  }

  history(): History {
    return { rules: this.#rules, entries: this.#entries };
  }

  #holdsSecret(text: string): boolean {
    for (const value of this.#handles.keys()) {
      if (value.length >= MIN_SECRET_LENGTH && text.includes(value)) return true;
    }
    return false;
  }

  #marked(text: string): string {
    let marked = text;
    for (const [value, handle] of this.#handles) {
      if (value.length >= MIN_SECRET_LENGTH) marked = marked.replaceAll(value, secretMark(handle));
    }
    return marked;
  }
}
