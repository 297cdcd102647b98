import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import { LAUNCHER } from '../../support/bench/launcher.ts';
import { eventually } from '../../support/eventually.ts';

const DEADLINE_MS = 60_000;

/** Control keys. */
export const KEYS = { interrupt: '\u0003', quit: '\u001c', end: '\u0004', stop: '\u001a' } as const;

export type SittingOptions = Readonly<{
  env?: NodeJS.ProcessEnv;
  /** A shell script to run in place of the program, whose command line is `"$@"` in the script. */
  wrapped?: string;
  rows?: number;
}>;

/** How the program on the terminal ended. */
export type Sat = Readonly<{ code: number | null; shown: string }>;

/**
 * Runs a program on its own terminal (util-linux `script`), and types for a person when an expected
 * text appears. Records the terminal's mode (`stty -g`) before and after the program.
 */
export class Sitting {
  readonly ended: Promise<Sat>;
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-terminal-'));
  #shown = '';
  #seen = 0;

  constructor(
    words: readonly string[],
    { env = {}, wrapped = '"$@"', rows = 60 }: SittingOptions = {},
  ) {
    // The shell catches the terminal's signals and survives them, to record the mode afterwards.
    const script = [
      `stty cols 120 rows ${String(rows)}`,
      'echo $$ >"$SITTING/pid"',
      'tty >"$SITTING/tty"',
      'stty -g >"$SITTING/before"',
      "trap : INT QUIT HUP; trap '' TTOU",
      wrapped,
      'code=$?',
      'stty -g >"$SITTING/after"',
      'exit "$code"',
    ].join('\n');
    const command = ['sh', '-c', script, 'sh', ...words].map(quoted).join(' ');
    this.#child = spawn('script', ['-qefc', `exec ${command}`, '/dev/null'], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm', ...env, SITTING: this.#folder },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#shown += text));
    this.ended = new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.hangUp();
        reject(new Error(`it did not end in ${DEADLINE_MS} ms:\n${this.#shown}`));
      }, DEADLINE_MS);
      this.#child.on('close', (code) => {
        clearTimeout(limit);
        resolve({ code, shown: this.#shown });
      });
    });
    // Prevent an unhandled rejection. A test that awaits `ended` still receives it.
    this.ended.catch(() => undefined);
  }

  /** Everything that the terminal showed so far. */
  get shown(): string {
    return this.#shown;
  }

  /** The id of the session on the terminal; 0 until its shell has started. */
  get session(): number {
    return Number(this.#note('pid'));
  }

  /** Types characters, without Enter. */
  keys(typed: string): void {
    this.#child.stdin?.write(typed);
  }

  /** Types a line. */
  line(typed: string): void {
    this.keys(`${typed}\r`);
  }

  /** Waits for a text that follows the last match, and returns it. */
  async shows(words: string | RegExp): Promise<string> {
    const expression = typeof words === 'string' ? new RegExp(escaped(words)) : words;
    const look = (): RegExpExecArray | null => expression.exec(this.#shown.slice(this.#seen));
    await eventually(String(words), () => look() !== null, DEADLINE_MS).catch((error: unknown) => {
      throw new Error(`${String(error)} in ${JSON.stringify(this.#shown)}`);
    });
    const found = look();
    const text = found?.[0] ?? '';
    this.#seen += (found?.index ?? 0) + text.length;
    return text;
  }

  /** Waits for a question with a hidden answer, then for the terminal to turn off its echo. */
  async asksHidden(question: string): Promise<void> {
    await this.shows(question);
    const mode = (): string =>
      execFileSync('stty', ['-F', this.#note('tty'), '-a'], { encoding: 'utf8' });
    await eventually('the terminal to show nothing', () => / -echo /.test(mode()), DEADLINE_MS);
  }

  /** Waits for a question and answers it with a line. */
  async answer(question: string | RegExp, typed: string): Promise<void> {
    await this.shows(question);
    this.line(typed);
  }

  /** Finds a method by its name in the list, and types its number. */
  async choose(name: string): Promise<void> {
    const row = await this.shows(new RegExp(`\\d {2}${escaped(name)}`));
    await this.answer('Number: ', row.charAt(0));
  }

  /** The terminal's mode before the program and after it. */
  modes(): Readonly<{ before: string; after: string }> {
    return { before: this.#note('before'), after: this.#note('after') };
  }

  /** Hangs up the terminal, as closing its window does. */
  hangUp(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends all remaining processes of the session and waits until they are gone. */
  async remove(): Promise<void> {
    const { session } = this;
    this.hangUp();
    if (session > 0)
      await eventually('the session to be gone', () => processesOf(session).length === 0, 30_000);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #note(name: string): string {
    const file = join(this.#folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  }
}

/** One process of a session. */
export type SessionProcess = Readonly<{
  pid: number;
  parent: number;
  state: string;
  words: string;
}>;

/** The processes of a session, without zombies. */
export function processesOf(session: number): readonly SessionProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent, , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (Number(own) !== session || state === 'Z') return [];
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), state, words }];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}

/** The process of the login in a session: Electron's main process, or Node. */
export function mainOf(session: number): number {
  const found = processesOf(session).find(
    ({ words }) => words.includes(' --gatehouse-launch=') && !words.includes(' --type='),
  );
  if (!found) throw new Error('no login in the session');
  return found.pid;
}

/** `gatehouse` or `gatehouse check` on a terminal, with its verdict in a status file. */
export class GateSitting extends Sitting {
  readonly #status: string;

  constructor(
    words: readonly string[],
    { config, ...options }: SittingOptions & Readonly<{ config: string }>,
  ) {
    const status = join(mkdtempSync(join(tmpdir(), 'gatehouse-status-')), 'status.json');
    const [command, ...rest] = words;
    const own = ['--config', config, '--no-ui', '--status-file', status];
    super(
      command === 'check' ? [LAUNCHER, 'check', ...own, ...rest] : [LAUNCHER, ...own, ...words],
      options,
    );
    this.#status = status;
  }

  /** Reads the verdict from the status file: one line that matches the schema, without a ticket. */
  status(): Verdict {
    const text = readFileSync(this.#status, 'utf8');
    if (!/^[^\n]+\n$/.test(text)) throw new Error(`no single line: ${JSON.stringify(text)}`);
    const verdict = verdictSchema.parse(JSON.parse(text));
    if (verdict.ticket !== null) throw new Error('a status with a ticket');
    return verdict;
  }

  override async remove(): Promise<void> {
    await super.remove();
    rmSync(join(this.#status, '..'), { recursive: true, force: true });
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
