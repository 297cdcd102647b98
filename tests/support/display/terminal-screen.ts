/**
 * As much of a terminal's screen as a few lines and a cursor need: for its text, not for its
 * appearance.
 */
export class Screen {
  readonly #columns: number;
  #lines: string[][];
  #row = 0;
  #column = 0;
  #saved = { row: 0, column: 0 };

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#lines = Array.from({ length: rows }, () => []);
  }

  /** The terminal's input; a line feed comes with its carriage return, as the kernel makes it. */
  write(text: string): void {
    for (const [all, sequence = '', character = ''] of text.matchAll(
      /\u001b(\[\d*[A-Z]|[78D])|([^])/gu,
    )) {
      if (sequence !== '') this.#obey(sequence);
      else if (character === '\r') this.#column = 0;
      else if (character === '\n') {
        this.#column = 0;
        this.#down();
      } else if (character >= ' ') this.#put(character);
      else throw new Error(`the screen does not know ${JSON.stringify(all)}`);
    }
  }

  /** The lines that have something on them, from the top. */
  get lines(): readonly string[] {
    const texts = this.#lines.map((line) => line.join(''));
    while (texts.at(-1) === '') texts.pop();
    return texts;
  }

  /** Counted from 0. */
  get cursor(): Readonly<{ row: number; column: number }> {
    return { row: this.#row, column: this.#column };
  }

  #put(character: string): void {
    if (this.#column === this.#columns) {
      this.#column = 0;
      this.#down();
    }
    const line = this.#lines[this.#row] ?? [];
    while (line.length < this.#column) line.push(' ');
    line[this.#column] = character;
    this.#column += 1;
  }

  #down(): void {
    if (this.#row < this.#lines.length - 1) this.#row += 1;
    else this.#lines = [...this.#lines.slice(1), []];
  }

  #obey(sequence: string): void {
    const count = Number(/\d+/.exec(sequence)?.[0] ?? 1);
    const bottom = this.#lines.length - 1;
    switch (sequence.at(-1)) {
      case '7':
        this.#saved = this.cursor;
        return;
      case '8':
        this.#row = this.#saved.row;
        this.#column = this.#saved.column;
        return;
      case 'A':
        this.#row = Math.max(0, this.#row - count);
        return;
      case 'B':
        this.#row = Math.min(bottom, this.#row + count);
        return;
      case 'D':
        this.#down();
        return;
      case 'L': {
        const blank = Array.from({ length: count }, (): string[] => []);
        const { length } = this.#lines;
        this.#lines = [
          ...this.#lines.slice(0, this.#row),
          ...blank,
          ...this.#lines.slice(this.#row),
        ].slice(0, length);
        return;
      }
      default:
        throw new Error(`the screen does not know ${JSON.stringify(sequence)}`);
    }
  }
}
