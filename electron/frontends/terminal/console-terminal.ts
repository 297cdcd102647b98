import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import { columnsOf } from './column-width.ts';
import type { ConsoleChannel, ConsoleListener } from './console-channel.ts';
import { hasBlocks, isUtf8Console } from './console-charset.ts';
import { withPlainMarks } from './terminal-output.ts';
import type { QrPicture, Terminal } from './terminal-port.ts';
import { terminalQr, type TerminalSize } from './terminal-qr.ts';
import { editedLine } from './terminal-typing.ts';
import { wrapLine } from './wrap-line.ts';

type Pending = Readonly<{
  prompt: string;
  hidden: boolean;
  answer: (line: string | null) => void;
}>;

export type ConsoleOptions = Readonly<{
  facts: ConsoleFacts;
  /** For screen readers: append lines only, without pictures. */
  isPlain: boolean;
  open: (listener: ConsoleListener) => ConsoleChannel;
}>;

/** In-band size report (private mode 2048): rows, then columns. */
const SIZE_REPORT = /\u001b\[48;(\d+);(\d+);\d+;\d+t/g;
/** An incomplete report: no key sends an escape. */
const BEGUN_REPORT = /\u001b[^t]*$/;

/** A Windows console through the launcher. Edits the line itself and redraws it below new messages (docs/gate.md). */
export class ConsoleTerminal implements Terminal {
  readonly #facts: ConsoleFacts;
  readonly #channel: ConsoleChannel;
  readonly #isPlain: boolean;
  #size: TerminalSize;
  #received = '';
  #typed = '';
  #pending: Pending | null = null;
  /** Text on the cursor's line; null at its start. */
  #drawn: string | null = null;
  #isAtEnd = false;
  #isClosed = false;

  constructor({ facts, isPlain, open }: ConsoleOptions) {
    this.#facts = facts;
    this.#isPlain = isPlain;
    this.#size = sizeOf(facts);
    this.#channel = open({ onText: this.#onText, onEnd: this.#onEnd });
  }

  readonly say = (line: string, address = ''): void => {
    const wrapped = wrapLine(this.#inCharset(line), this.#size?.columns ?? null, address);
    this.#makeRoom();
    this.#channel.write(`${wrapped}\n`);
    this.#drawSoon();
  };

  readonly ask = (
    prompt: string,
    { hidden }: Readonly<{ hidden: boolean }>,
    signal: AbortSignal,
  ): Promise<string | null> => {
    if (this.#isClosed || signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const takeBack = (): void => {
        if (this.#pending !== pending) return;
        // Keep a partial hidden answer out of the next one.
        if (hidden) this.#typed = '';
        pending.answer(null);
      };
      const answer = (line: string | null): void => {
        signal.removeEventListener('abort', takeBack);
        this.#pending = null;
        this.#channel.ask(false);
        this.#endLine();
        resolve(line);
      };
      const pending = { prompt: this.#inCharset(prompt), hidden, answer };
      this.#pending = pending;
      signal.addEventListener('abort', takeBack);
      this.#endLine();
      // Keep a visible partial line out of a hidden answer.
      if (hidden && !this.#typed.includes('\n')) this.#typed = '';
      this.#channel.ask(true);
      this.#answerFromTyped();
    });
  };

  readonly qrOf = (text: string): QrPicture =>
    this.#isPlain
      ? { isDrawn: false, why: 'unwanted' }
      : terminalQr(text, this.#size, hasBlocks(this.#facts));

  readonly draw = (lines: readonly string[]): void => {
    this.#makeRoom();
    for (const line of lines) this.#channel.write(`${line}\n`);
    this.#drawSoon();
  };

  readonly close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending?.answer(null);
    this.#endLine();
  };

  readonly #onText = (text: string): void => {
    const whole = (this.#received + text).replace(SIZE_REPORT, (_report, rows: string, columns: string) => {
      this.#size = sizeOf({ rows: Number(rows), columns: Number(columns) });
      return '';
    });
    const [begun = ''] = BEGUN_REPORT.exec(whole) ?? [];
    this.#received = begun;
    this.#typed += whole.slice(0, whole.length - begun.length);
    this.#answerFromTyped();
  };

  readonly #onEnd = (): void => {
    this.#isAtEnd = true;
    this.#answerFromTyped();
  };

  #answerFromTyped(): void {
    const pending = this.#pending;
    if (pending === null) return;
    const { text, rest, by } = editedLine(this.#typed);
    this.#typed = by === null ? text : rest;
    this.#show(`${pending.prompt}${pending.hidden ? '' : text}`);
    if (by !== null) pending.answer(by === 'enter' ? text : null);
    else if (this.#isAtEnd) pending.answer(null);
  }

  #show(line: string): void {
    const before = this.#drawn;
    if (before === line) return;
    if (before === null) this.#channel.write(line);
    else if (line.startsWith(before)) this.#channel.write(line.slice(before.length));
    else if (this.#isOnOneRow(before)) {
      const less = ' '.repeat(Math.max(0, columnsOf(before) - columnsOf(line)));
      this.#channel.write(less === '' ? `\r${line}` : `\r${line}${less}\r${line}`);
    } else this.#channel.write(`\n${line}`);
    this.#drawn = line;
  }

  #makeRoom(): void {
    const before = this.#drawn;
    if (before === null) return;
    if (this.#isPlain || !this.#isOnOneRow(before)) {
      this.#endLine();
      return;
    }
    this.#channel.write(`\r${' '.repeat(columnsOf(before))}\r`);
    this.#drawn = null;
  }

  /** Redraws once after several lines. */
  #drawSoon(): void {
    if (this.#pending === null) return;
    queueMicrotask(() => {
      this.#answerFromTyped();
    });
  }

  /** Terminals differ over the cursor after the last column. */
  #isOnOneRow(line: string): boolean {
    return this.#size !== null && columnsOf(line) < this.#size.columns;
  }

  #endLine(): void {
    if (this.#drawn !== null) this.#channel.write('\n');
    this.#drawn = null;
  }

  /** Without UTF-8, replaces our typographic marks. */
  #inCharset(text: string): string {
    return isUtf8Console(this.#facts) ? text : withPlainMarks(text);
  }
}

const sizeOf = ({ columns, rows }: Readonly<{ columns: number; rows: number }>): TerminalSize =>
  columns > 0 && rows > 0 ? { columns, rows } : null;
