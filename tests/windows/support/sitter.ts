/**
 * A person at a console of Windows (native/sitter.c): real console handles, of a console that no other program shares.
 */
import { join } from 'node:path';
import { compileProgram } from '../../support/native-tools.ts';
import { eventually } from '../../support/eventually.ts';
import { windowsPath } from './prefix.ts';
import { WindowsProgram, type WindowsStart } from './windows-program.ts';

const support = import.meta.dirname;
const WAIT_MS = 60_000;
/** STILL_ACTIVE */
const RUNS = 259;

/** Compiles the program; its Windows path. */
export async function compileSitter(folder: string): Promise<string> {
  const file = join(folder, 'sitter.exe');
  await compileProgram(file, {
    name: 'sitter.exe',
    about: 'A person at a console',
    subsystem: 'windows',
    libraries: ['kernel32', 'advapi32'],
    folder: join(support, '..', '..', '..', 'launcher'),
    files: [join(support, 'native', 'sitter.c'), 'windows/pure/text.c', 'windows-common/guard.c'],
  });
  return windowsPath(file);
}

/** A console's state at one moment. */
export type Look = Readonly<{
  /** Of the program that was started; null while it runs. */
  code: number | null;
  /** The number of typed, unread keys. */
  waiting: number;
  /** Its mode for input, its mode for output, its colours: three numbers. */
  modes: string;
  /** Everything that it shows, from its beginning. */
  screen: string;
}>;

/** Keys that are no text, by the unit that Windows gives them. */
export const KEYS = { enter: 13, escape: 27, backspace: 8, end: 26 } as const;

/** A console of 100 by 60, and a program on it with a pipe as standard output. */
export class Sitter {
  readonly #program: WindowsProgram;
  #looks = 0;

  /** @param sitter the Windows path of the compiled program */
  constructor(sitter: string, options: WindowsStart = {}) {
    this.#program = new WindowsProgram([sitter], { ...options, input: null });
  }

  /** @param line the whole command line */
  start(line: string): void {
    this.#order(`start ${line}`);
  }

  /** As `start`, with standard output at the console too. */
  startHere(line: string): void {
    this.#order(`here ${line}`);
  }

  type(text: string): void {
    this.#order(`type ${text}`);
  }

  key(key: keyof typeof KEYS): void {
    this.#order(`key ${String(KEYS[key])}`);
  }

  /** Types a line. */
  answer(text: string): void {
    this.type(text);
    this.key('enter');
  }

  /** Ctrl-C, to every program at the console. */
  interrupt(): void {
    this.#order('interrupt');
  }

  /** Sets the code page for output. */
  page(number: number): void {
    this.#order(`page ${String(number)}`);
  }

  /** Makes the window narrower. */
  narrow(columns: number): void {
    this.#order(`narrow ${String(columns)}`);
  }

  /** The program's standard output. */
  get output(): string {
    return this.#program.said(1);
  }

  /** Waits until the console shows this. */
  async shows(words: string | RegExp): Promise<Look> {
    return this.#until(`the console to show ${String(words)}`, ({ screen }) =>
      typeof words === 'string' ? screen.includes(words) : words.test(screen),
    );
  }

  /** Waits until the program has the console in another mode than this: it takes keys. */
  takesKeys(before: Look): Promise<Look> {
    return this.#until('keys to be taken', ({ modes }) => modes !== before.modes);
  }

  /** Waits until the program has ended. */
  ended(): Promise<Look> {
    return this.#until('the program to end', ({ code }) => code !== null);
  }

  /** Leaves: closes the console and ends its remaining programs. */
  async leave(): Promise<void> {
    this.#program.end();
    await this.#program.ended;
  }

  async #until(what: string, holds: (look: Look) => boolean): Promise<Look> {
    let last = await this.look();
    await eventually(
      what,
      async () => holds((last = await this.look())) || (last.code !== null && this.#hasGone(what, last)),
      WAIT_MS,
      () => JSON.stringify(last),
    );
    return last;
  }

  /** Reports a program that ended before the expected output. */
  #hasGone(what: string, last: Look): never {
    throw new Error(`ended with ${String(last.code)} before ${what}:\n${last.screen}\n${this.output}`);
  }

  async look(): Promise<Look> {
    const wanted = (this.#looks += 1);
    const answers = (): readonly string[] => this.#program.said().split('\f').slice(0, -1);
    this.#order('look');
    await eventually('the console to be looked at', () => answers().length >= wanted, WAIT_MS);
    const [head = '', ...rows] = (answers()[wanted - 1] ?? '').split('\n');
    const [, code = '', waiting = '', modes = ''] = /^code (\d+) waiting (\d+) modes (.*)$/.exec(head) ?? [];
    return {
      code: Number(code) === RUNS ? null : Number(code),
      waiting: Number(waiting),
      modes,
      screen: rows.join('\n'),
    };
  }

  #order(order: string): void {
    this.#program.write(`${order}\n`);
  }
}
