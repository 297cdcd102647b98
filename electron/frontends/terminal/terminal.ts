import { closeSync, constants, openSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isatty, ReadStream } from 'node:tty';
import type { QrPicture, Terminal } from './terminal-port.ts';
import { withoutKeySequences } from '../../../shared/login/input/key-sequences.ts';
import { columnsOf } from './column-width.ts';
import { discardInput as discardKernelInput } from './discard-input.ts';
import { insertAbove } from './insert-above.ts';
import { inTerminalCharset, sizeOfTerminal, writePicture, writeText } from './terminal-output.ts';
import { canMoveLines, canShowPictures, terminalQr, type TerminalSize } from './terminal-qr.ts';
import { editedLine, withoutEscapeKey } from './terminal-typing.ts';
import { wrapLine } from './wrap-line.ts';

const STDERR = 2;
/**
 * Milliseconds to wait for the rest of a key sequence, as long as editors wait (vim's
 * `ttimeoutlen`). A terminal sends a sequence at once, so that an ESC without a rest was the Escape
 * key.
 */
const SEQUENCE_MS = 100;

/**
 * `close` discards input as `Terminal.discardInput` does, and restores the terminal. Further calls
 * of it have no effect.
 */
export type OpenTerminal = Terminal & Readonly<{ close: () => void }>;

/** The question that is being asked. */
type Pending = Readonly<{
  prompt: string;
  isHidden: boolean;
  /** Ends the question. Null at the end of the input, and for a question that is withdrawn. */
  answer: (line: string | null) => void;
}>;

export type TerminalOptions = Readonly<{
  /** For screen readers: lines are only appended, and no picture is drawn. */
  isPlain: boolean;
  /** Says that text that was typed earlier is still part of the answer. */
  stillCountsMessage: string;
}>;

/**
 * Opens the controlling terminal, which need not be standard input. The caller keeps at most one
 * open. The kernel edits and echoes what is typed, except for hidden input. Reading begins with the
 * first question, and does not delay the exit of the process. Messages appear above the line that
 * is being typed (docs/gate.md). Null without a terminal, and on Windows.
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

/** Whether questions can be asked: standard error is a terminal, and the controlling terminal opens. */
export function canAsk(): boolean {
  if (!isatty(STDERR)) return false;
  // The terminal is opened only to see whether it opens, which reads no input.
  const terminal = openTerminal({ isPlain: true, stillCountsMessage: '' });
  terminal?.close();
  return terminal !== null;
}

class ControllingTerminal implements OpenTerminal {
  readonly #descriptor: number;
  readonly #decoder = new StringDecoder('utf8');
  #input: ReadStream | null = null;
  #pending: Pending | null = null;
  /** Input that has not become an answer yet, such as the beginning of a hidden answer. */
  #typed = '';
  #isAtEnd = false;
  #isClosed = false;
  #isRaw = false;
  readonly #isPlain: boolean;
  readonly #stillCountsMessage: string;
  /*
   * The states of the line of a visible question, in their order. `#drawPrompt` sets `#isMidLine`. If a message is
   * written under the line, or the question is withdrawn, `#isTypedTextOutOfSight` is set, because what was typed there
   * still counts. The next prompt says so, once for a line (`#isStillCountsWritten`).
   */
  /** The cursor is behind a prompt, whose line has not ended. */
  #isMidLine = false;
  /**
   * The prompt has left its line, so that text which was typed there is no longer beside the
   * prompt.
   */
  #isTypedTextOutOfSight = false;
  /** `stillCountsMessage` was written for the line that is being typed, and is not repeated. */
  #isStillCountsWritten = false;
  /** A line was read since input was discarded last. */
  #hasReadLine = false;

  constructor(descriptor: number, { isPlain, stillCountsMessage }: TerminalOptions) {
    this.#descriptor = descriptor;
    this.#isPlain = isPlain;
    this.#stillCountsMessage = stillCountsMessage;
    process.on('exit', this.close);
    process.on('SIGCONT', this.#redrawAfterStop);
  }

  readonly print = (line: string, address = ''): void => {
    const size = sizeOfTerminal();
    const wrapped = wrapLine(inTerminalCharset(line), size?.columns ?? null, address);
    const hasVisibleAnswerLine = this.#isMidLine && this.#pending?.isHidden === false;
    if (hasVisibleAnswerLine) {
      const insertion = this.#insertionAbove(wrapped.split('\n'), size);
      if (insertion !== null) {
        writeText(insertion);
        return;
      }
      this.#isTypedTextOutOfSight = true;
    }
    this.#newLine();
    writeText(`${wrapped}\n`);
    // The microtask draws the prompt only once after several lines.
    if (this.#pending !== null) queueMicrotask(this.#drawPrompt);
  };

  /** The characters that print lines above the prompt; null if the lines must be appended instead. */
  #insertionAbove(lines: readonly string[], size: TerminalSize): string | null {
    if (this.#isPlain || !canMoveLines(process.env)) return null;
    return insertAbove(lines, size, columnsOf(this.#pending?.prompt ?? ''));
  }

  /**
   * Redraws the prompt when the process goes on after Ctrl-Z. At Ctrl-Z the kernel has dropped the
   * typed text.
   */
  readonly #redrawAfterStop = (): void => {
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
      const pending: Pending = {
        prompt,
        isHidden,
        answer: (line) => {
          signal.removeEventListener('abort', withdraw);
          this.#pending = null;
          this.#setRaw(false);
          this.#input?.pause();
          resolve(line);
        },
      };
      const withdraw = (): void => {
        if (this.#pending !== pending) return;
        // The beginning of a hidden answer must not become part of the next answer. What was typed
        // visibly still counts.
        if (isHidden) this.#typed = '';
        else if (this.#isMidLine) this.#isTypedTextOutOfSight = true;
        pending.answer(null);
      };
      this.#pending = pending;
      signal.addEventListener('abort', withdraw);
      this.#newLine();
      // The echo is turned off before the prompt is visible.
      this.#startReading(isHidden);
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
    // Without a line that was read, what is unread was not pasted behind an answer: it is for the
    // next program.
    if (!this.#hasReadLine) return;
    this.#hasReadLine = false;
    this.#typed = '';
    discardKernelInput();
  };

  readonly close = (): void => {
    if (this.#isClosed) return;
    process.off('exit', this.close);
    process.off('SIGCONT', this.#redrawAfterStop);
    this.#pending?.answer(null);
    this.#setRaw(false);
    this.discardInput();
    this.#isClosed = true;
    this.#newLine();
    if (this.#input === null) closeSync(this.#descriptor);
    else this.#input.destroy();
  };

  #startReading(isRaw: boolean): void {
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
    // An answer above has cleared `#pending`: then this question had its line before the end of the
    // input.
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
    const { text, rest, endedBy } = editedLine(this.#typed);
    // An unfinished answer is kept, as edited; of a finished one, what was typed behind it.
    this.#typed = endedBy === null ? text : rest;
    switch (endedBy) {
      case null:
        this.#dropEscapeKeyLater();
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
        // The mode is restored first, because the signal ends the process at once if it has no
        // handler. If the process goes on, a hidden question needs raw mode again.
        this.#setRaw(false);
        process.kill(process.pid, endedBy === 'interrupt' ? 'SIGINT' : 'SIGQUIT');
        setImmediate(() => {
          this.#setRaw(this.#pending?.isHidden ?? false);
        });
    }
  }

  /**
   * Drops an Escape key at the end of the typed text, unless the rest of a key sequence follows in
   * time. Otherwise letters that are typed later would count as that rest, and be lost.
   */
  #dropEscapeKeyLater(): void {
    const typed = this.#typed;
    const withoutKey = withoutEscapeKey(typed);
    if (withoutKey === typed) return;
    const dropUnlessMoreCame = (): void => {
      if (this.#typed === typed) this.#typed = withoutKey;
    };
    // If the program itself was busy for so long, input is waiting to be read. `setImmediate` lets
    // it be read first.
    setTimeout(() => setImmediate(dropUnlessMoreCame), SEQUENCE_MS).unref();
  }

  #setRaw(isRaw: boolean): void {
    if (this.#isRaw === isRaw || this.#input === null || this.#input.destroyed) return;
    this.#isRaw = isRaw;
    this.#input.setRawMode(isRaw);
  }

  /** Ends the line of a prompt, so that the next output begins a line. */
  #newLine(): void {
    if (this.#isMidLine) writeText('\n');
    this.#isMidLine = false;
  }

  readonly #drawPrompt = (): void => {
    if (this.#pending === null || this.#isMidLine) return;
    const { prompt, isHidden } = this.#pending;
    if (this.#isTypedTextOutOfSight && !isHidden && !this.#isStillCountsWritten) {
      writeText(`${wrapLine(this.#stillCountsMessage, sizeOfTerminal()?.columns ?? null)}\n`);
      this.#isStillCountsWritten = true;
    }
    this.#isTypedTextOutOfSight = false;
    writeText(prompt);
    this.#isMidLine = true;
  };
}
