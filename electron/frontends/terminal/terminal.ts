import { closeSync, constants, openSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isatty, ReadStream } from 'node:tty';
import type { QrPicture, Terminal } from './terminal-port.ts';
import { withoutKeySequences } from '../../../shared/login/input/key-sequences.ts';
import { columnsOf } from './column-width.ts';
import { discardInput } from './discard-input.ts';
import { insertAbove } from './insert-above.ts';
import { inTerminalCharset, sizeOfTerminal, writePicture, writeWords } from './terminal-output.ts';
import { canMoveLines, canShowPictures, terminalQr, type TerminalSize } from './terminal-qr.ts';
import { editedLine, withoutEscapeKey } from './terminal-typing.ts';
import { wrapLine } from './wrap-line.ts';

const STDERR = 2;
/** A terminal sends a sequence at once: later, an ESC was the Escape key. Editors wait as long (vim's `ttimeoutlen`). */
const SEQUENCE_MS = 100;

/** `close` restores the terminal, and discards input as `discardInput` does; further calls have no effect. */
export type OpenTerminal = Terminal & Readonly<{ close: () => void }>;

type Pending = Readonly<{
  prompt: string;
  isHidden: boolean;
  answer: (line: string | null) => void;
}>;

export type TerminalOptions = Readonly<{
  /** For screen readers: append lines only, without pictures. */
  isPlain: boolean;
  /** Message: text typed earlier is still part of the answer. */
  stillCounts: string;
}>;

/**
 * Opens the controlling terminal (once per process), not standard input. The kernel edits and echoes, except for hidden
 * input. Reading starts with the first question and does not delay the exit. Messages appear above the line being typed
 * (docs/gate.md). Null without a terminal, and on Windows.
 */
export function openTerminal(options: TerminalOptions): OpenTerminal | null {
  if (process.platform === 'win32') return null;
  try {
    return new ControllingTerminal(
      openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY),
      options,
    );
  } catch {
    return null;
  }
}

export function canAsk(): boolean {
  if (!isatty(STDERR)) return false;
  // Opening reads no input.
  const terminal = openTerminal({ isPlain: true, stillCounts: '' });
  terminal?.close();
  return terminal !== null;
}

class ControllingTerminal implements OpenTerminal {
  readonly #descriptor: number;
  readonly #decoder = new StringDecoder('utf8');
  #input: ReadStream | null = null;
  #pending: Pending | null = null;
  /** Unused input, or a partial hidden answer. */
  #typed = '';
  #isAtEnd = false;
  #isClosed = false;
  #isRaw = false;
  #isMidLine = false;
  readonly #isPlain: boolean;
  readonly #stillCounts: string;
  /** Text typed earlier may not be visible on the prompt's line. */
  #isOutOfSight = false;
  /** `stillCounts` was written for this input. */
  #isStillCountsWritten = false;
  /** A line was read since input was last discarded. */
  #hasReadLine = false;

  constructor(descriptor: number, { isPlain, stillCounts }: TerminalOptions) {
    this.#descriptor = descriptor;
    this.#isPlain = isPlain;
    this.#stillCounts = stillCounts;
    process.on('exit', this.close);
    process.on('SIGCONT', this.#continue);
  }

  readonly print = (line: string, address = ''): void => {
    const size = sizeOfTerminal();
    const wrapped = wrapLine(inTerminalCharset(line), size?.columns ?? null, address);
    const isBeingTyped = this.#isMidLine && this.#pending?.isHidden === false;
    const above = isBeingTyped ? this.#above(wrapped.split('\n'), size) : null;
    if (above !== null) {
      writeWords(above);
      return;
    }
    if (isBeingTyped) this.#isOutOfSight = true;
    this.#newLine();
    writeWords(`${wrapped}\n`);
    // Draws the prompt once after several lines.
    if (this.#pending !== null) queueMicrotask(this.#drawPrompt);
  };

  #above(lines: readonly string[], size: TerminalSize): string | null {
    if (this.#isPlain || !canMoveLines(process.env)) return null;
    return insertAbove(lines, size, columnsOf(this.#pending?.prompt ?? ''));
  }

  /** Redraws after Ctrl-Z, which discards typed text. */
  readonly #continue = (): void => {
    if (this.#pending === null) return;
    this.#isMidLine = false;
    this.#isStillCountsWritten = false;
    this.#drawPrompt();
  };

  readonly ask = (
    prompt: string,
    { isHidden }: Readonly<{ isHidden: boolean }>,
    signal: AbortSignal,
  ): Promise<string | null> => {
    if (this.#isClosed || signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const takeBack = (): void => {
        if (this.#pending !== pending) return;
        // Keep a partial hidden answer out of the next one.
        if (isHidden) this.#typed = '';
        else if (this.#isMidLine) this.#isOutOfSight = true;
        pending.answer(null);
      };
      const answer = (line: string | null): void => {
        signal.removeEventListener('abort', takeBack);
        this.#pending = null;
        this.#setRaw(false);
        this.#input?.pause();
        resolve(line);
      };
      const pending = { prompt, isHidden, answer };
      this.#pending = pending;
      signal.addEventListener('abort', takeBack);
      this.#newLine();
      // Turn off the echo before the prompt.
      this.#listen(isHidden);
      this.#drawPrompt();
      this.#answerFromTyped();
    });
  };

  readonly qrOf = (text: string): QrPicture =>
    this.#isPlain
      ? { isDrawn: false, why: 'unwanted' }
      : terminalQr(text, sizeOfTerminal(), canShowPictures(process.env));

  readonly draw = (lines: readonly string[]): void => {
    this.#newLine();
    for (const line of lines) writePicture(`${line}\n`);
  };

  readonly discardInput = (): void => {
    if (!this.#hasReadLine) return;
    this.#hasReadLine = false;
    this.#typed = '';
    discardInput();
  };

  readonly close = (): void => {
    if (this.#isClosed) return;
    process.off('exit', this.close);
    process.off('SIGCONT', this.#continue);
    this.#pending?.answer(null);
    this.#setRaw(false);
    this.discardInput();
    this.#isClosed = true;
    this.#newLine();
    if (this.#input === null) closeSync(this.#descriptor);
    else this.#input.destroy();
  };

  #listen(isRaw: boolean): void {
    if (this.#isAtEnd) return;
    if (this.#input === null) {
      this.#input = new ReadStream(this.#descriptor);
      this.#input.on('data', (bytes: Buffer) => {
        this.#typed += this.#decoder.write(bytes);
        this.#answerFromTyped();
      });
      for (const end of ['end', 'error', 'close']) this.#input.on(end, this.#atEnd);
    }
    this.#setRaw(isRaw);
    this.#input.resume();
  }

  readonly #atEnd = (): void => {
    this.#isAtEnd = true;
    this.#answerFromTyped();
  };

  #answerFromTyped(): void {
    const pending = this.#pending;
    if (pending === null) return;
    if (pending.isHidden) this.#answerHidden(pending);
    else this.#answerLine(pending);
    if (this.#isAtEnd) this.#pending?.answer(null);
  }

  #answerLine(pending: Pending): void {
    const end = this.#typed.search(/[\r\n]/);
    if (end === -1) return;
    const line = this.#typed.slice(0, end);
    this.#typed = this.#typed.slice(end + 1);
    // The kernel has echoed the line end.
    this.#isMidLine = false;
    this.#isStillCountsWritten = false;
    this.#hasReadLine = true;
    pending.answer(withoutKeySequences(line));
  }

  #answerHidden(pending: Pending): void {
    const { text, rest, by } = editedLine(this.#typed);
    this.#typed = by === null ? text : rest;
    switch (by) {
      case null:
        this.#awaitSequence();
        return;
      case 'enter':
        this.#hasReadLine = true;
        pending.answer(text);
        return;
      case 'end':
        pending.answer(null);
        return;
      case 'interrupt':
      case 'quit':
        // Restore the mode first: without a handler, the signal ends the process.
        this.#setRaw(false);
        process.kill(process.pid, by === 'interrupt' ? 'SIGINT' : 'SIGQUIT');
        setImmediate(() => {
          this.#setRaw(this.#pending?.isHidden ?? false);
        });
    }
  }

  /** Otherwise the sequence that an Escape key seems to begin would take typed letters with it. */
  #awaitSequence(): void {
    const typed = this.#typed;
    const plain = withoutEscapeKey(typed);
    if (plain === typed) return;
    const forget = (): void => {
      if (this.#typed === typed) this.#typed = plain;
    };
    // After a wait of the program itself, the rest is read before `forget` runs.
    setTimeout(() => setImmediate(forget), SEQUENCE_MS).unref();
  }

  #setRaw(isRaw: boolean): void {
    if (this.#isRaw === isRaw || this.#input === null || this.#input.destroyed) return;
    this.#isRaw = isRaw;
    this.#input.setRawMode(isRaw);
  }

  #newLine(): void {
    if (this.#isMidLine) writeWords('\n');
    this.#isMidLine = false;
  }

  readonly #drawPrompt = (): void => {
    if (this.#pending === null || this.#isMidLine) return;
    const { prompt, isHidden } = this.#pending;
    if (this.#isOutOfSight && !isHidden && !this.#isStillCountsWritten) {
      writeWords(`${wrapLine(this.#stillCounts, sizeOfTerminal()?.columns ?? null)}\n`);
      this.#isStillCountsWritten = true;
    }
    this.#isOutOfSight = false;
    writeWords(prompt);
    this.#isMidLine = true;
  };
}
