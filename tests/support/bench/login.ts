/**
 * One way to start a login, wherever the program runs (tests/README.md):
 *
 *     await login(on)
 *       .with({ login: { bypass: 'deny' } })
 *       .as('bypassed')
 *       .ends('denied', 'bypass-refused');
 *     await check(on).approve().ends('confirmed');
 */
import { expect } from 'vitest';
import type { AllowedOutcome, RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import type { ConfigJson } from '../../../lab/written-config.ts';
import { eventually } from '../eventually.ts';
import type { Delivery, Person } from '../../../lab/person.ts';

/**
 * Exit codes as docs/command-line.md promises them: written here once more, so that a test notices
 * when the code's change.
 */
const EXIT_CODES: Readonly<Record<AllowedOutcome | RefusedOutcome, number>> = {
  confirmed: 0,
  bypassed: 0,
  'allowed-unreachable': 0,
  denied: 77,
  'not-now': 75,
  cancelled: 130,
  unreachable: 69,
  misconfigured: 78,
  protocol: 76,
  usage: 64,
  internal: 70,
};

/** The end of a program and its output; `heard` by descriptor, from 3 on. */
export type ProgramEnd = Readonly<{
  code: number | null;
  stdout: Buffer;
  stderr: string;
  heard: ReadonlyMap<number, string>;
}>;

/** A program that was started: of this computer, or of Windows. */
export type StartedProgram = Readonly<{
  ended: Promise<ProgramEnd>;
  /** Output so far on standard error. */
  said: () => string;
}>;

/** The command behind the gate. */
export type Command = Readonly<{
  words: readonly string[];
  /** Everything that it writes to standard output; null for a test that looks at that itself. */
  prints: string | null;
  /** The exit code with which it ends. */
  code: number;
}>;

/** What a place is to start. */
export type Order<Options> = Readonly<{
  /** Our own options, without those that the place adds. */
  words: readonly string[];
  /** Null for `gatehouse check`. */
  command: Command | null;
  /** The changes of a configuration that leads to the service, or the file of another one. */
  config: ConfigJson | string;
  /** Descriptors on which the program's output is read. */
  listenTo: readonly number[];
  options: Partial<Options>;
}>;

/** Where a login runs: a checkout, a package, the window, a network, Windows. */
export type Place<Program extends StartedProgram, Options extends object> = Readonly<{
  /** The person with the phone; null where no service can be reached. */
  person: (() => Person) | null;
  start: (order: Order<Options>) => Program;
  /** A command that says that it ran. */
  command: () => Command;
  /**
   * The line that tells the result, and the exit code by which it is judged. Without it: as the
   * launcher tells both.
   */
  result?: (end: ProgramEnd) => Readonly<{ line: string; code: number | null }>;
}>;

type Act = (person: Person, delivery: Delivery) => Promise<void>;

type Parts<Options> = Readonly<{
  isCheck: boolean;
  config: ConfigJson | string;
  username: string | null;
  method: string | null;
  more: readonly string[];
  command: Command | null;
  options: Partial<Options>;
  act: Act | null;
}>;

/** The configuration as the place has it. */
export const NO_CHANGES: ConfigJson = {};

const BY_PUSH = {
  config: NO_CHANGES,
  username: 'push-only',
  method: 'push',
  more: [],
  command: null,
  options: {},
  act: null,
};

/** A gate before a command: user `push-only` by a push, unless the test says otherwise. */
export function login<Program extends StartedProgram, Options extends object>(
  on: Place<Program, Options>,
): Login<Program, Options> {
  return new Login(on, { ...BY_PUSH, isCheck: false });
}

/** `gatehouse check --json`, which starts no command: the same user, the same method. */
export function check<Program extends StartedProgram, Options extends object>(
  on: Place<Program, Options>,
): Login<Program, Options> {
  return new Login(on, { ...BY_PUSH, isCheck: true });
}

/** A login that was not started yet. Each method but `start`, `asked` and `ends` gives another one. */
export class Login<Program extends StartedProgram, Options extends object> {
  readonly #on: Place<Program, Options>;
  readonly #parts: Parts<Options>;

  constructor(on: Place<Program, Options>, parts: Parts<Options>) {
    this.#on = on;
    this.#parts = parts;
  }

  /** Changes of the configuration, or the file of another one. */
  with(config: ConfigJson | string): Login<Program, Options> {
    return this.#but({ config });
  }

  /** `--user`; null leaves it out. */
  as(username: string | null): Login<Program, Options> {
    return this.#but({ username });
  }

  /** `--method`; null leaves it out. */
  by(method: string | null): Login<Program, Options> {
    return this.#but({ method });
  }

  /** More options of the program. */
  saying(...words: readonly string[]): Login<Program, Options> {
    return this.#but({ more: [...this.#parts.more, ...words] });
  }

  /**
   * Another command than that of the place. The test looks at its output itself; it ends with 0,
   * unless `endsWith` says otherwise.
   */
  before(words: readonly string[], endsWith = 0): Login<Program, Options> {
    return this.#but({ command: { words, prints: null, code: endsWith } });
  }

  /** How the program is started: its environment, its input. */
  under(options: Partial<Options>): Login<Program, Options> {
    return this.#but({ options: { ...this.#parts.options, ...options } });
  }

  /** The person approves on the phone as soon as the login listens. */
  approve(): Login<Program, Options> {
    return this.#but({ act: (person, { tid }) => person.approve(tid) });
  }

  /** The person denies on the phone as soon as the login listens. */
  deny(): Login<Program, Options> {
    return this.#but({ act: (person, { tid }) => person.deny(tid) });
  }

  /** Starts it. The person's act of `approve` or `deny` comes with `ends`. */
  async start(): Promise<RunningLogin<Program>> {
    const { isCheck, config, username, method, more, options } = this.#parts;
    const person = this.#on.person?.() ?? null;
    const before = (await person?.outbox()) ?? [];
    const command = isCheck ? null : (this.#parts.command ?? this.#on.command());
    const program = this.#on.start({
      words: [
        ...(username === null ? [] : ['--user', username]),
        ...(method === null ? [] : ['--method', method]),
        ...more,
      ],
      command,
      config,
      listenTo: isCheck ? [] : [STATUS],
      options,
    });
    return new RunningLogin(program, {
      person,
      command,
      username,
      method,
      seen: before.filter((one) => one.username === username && one.method === method).length,
      result: this.#on.result ?? (isCheck ? onStandardOutput : onStatus),
    });
  }

  /**
   * Starts it, and waits until the person is asked on the phone.
   *
   * @throws Error if it ends before
   */
  async asked(): Promise<RunningLogin<Program>> {
    const running = await this.start();
    await running.asked();
    return running;
  }

  /**
   * Starts it, lets the person act, and expects its end: the outcome, the exit code that belongs to
   * it, and the command that ran, or never did.
   *
   * @param reason not compared if it is left out
   * @param code of a refusal with another exit code than its outcome has
   */
  async ends(
    outcome: AllowedOutcome | RefusedOutcome,
    reason?: string | null,
    code?: number,
  ): Promise<LoginEnd<Program>> {
    const running = await this.start();
    const { act } = this.#parts;
    if (act !== null) await running.act(act);
    return running.ends(outcome, reason, code);
  }

  #but(changes: Partial<Parts<Options>>): Login<Program, Options> {
    return new Login(this.#on, { ...this.#parts, ...changes });
  }
}

/** Until the person is asked, on a busy computer. */
const ASKED_MS = 60_000;

/** The descriptor of the status channel. */
const STATUS = 5;

const onStatus = ({ heard, code }: ProgramEnd) => ({ line: heard.get(STATUS) ?? '', code });
const onStandardOutput = ({ stdout, code }: ProgramEnd) => ({ line: stdout.toString(), code });

/**
 * The end of a login's program, with its verdict; null if none was told, as by a launcher that is
 * killed.
 */
export type LoginEnd<Program extends StartedProgram> = Awaited<Program['ended']> &
  Readonly<{
    verdict: Verdict | null;
    /** Our own words on standard error; Chromium's noise is left out. */
    words: string;
  }>;

type Asked = Readonly<{
  person: Person | null;
  command: Command | null;
  username: string | null;
  method: string | null;
  /** Earlier deliveries of this method to this user. */
  seen: number;
  result: (end: ProgramEnd) => Readonly<{ line: string; code: number | null }>;
}>;

/** A login whose program was started. */
export class RunningLogin<Program extends StartedProgram> {
  readonly program: Program;
  readonly #asked: Asked;
  #hasEnded = false;

  constructor(program: Program, asked: Asked) {
    this.program = program;
    this.#asked = asked;
    const end = (): void => {
      this.#hasEnded = true;
    };
    program.ended.then(end, end);
  }

  /**
   * Waits until the person is asked on the phone.
   *
   * @throws Error if the login ends before
   */
  async asked(): Promise<Delivery> {
    const delivery = await this.#delivery();
    if (delivery !== null) return delivery;
    const { code, stderr } = await this.program.ended;
    throw new Error(`it ended with ${String(code)} before anybody was asked:\n${stderr}`);
  }

  /**
   * Approves once the login asks and listens, unless it ends before: `ends` then shows the end that
   * came.
   */
  approve(): Promise<void> {
    return this.act((person, { tid }) => person.approve(tid));
  }

  /** Denies once the login asks and listens, unless it ends before. */
  deny(): Promise<void> {
    return this.act((person, { tid }) => person.deny(tid));
  }

  /** Lets the person act once the login asks, unless it ends before. */
  async act(act: Act): Promise<void> {
    const delivery = await this.#delivery();
    if (delivery !== null) await Promise.race([act(this.#person(), delivery), this.program.ended]);
  }

  /** Waits for its end, whichever that is. */
  async ended(): Promise<LoginEnd<Program>> {
    const end = (await this.program.ended) as Awaited<Program['ended']>;
    const { line } = this.#asked.result(end);
    return { ...end, verdict: line === '' ? null : verdictIn(line), words: wordsOf(end) };
  }

  /** Expects its end, as `Login.ends`. */
  async ends(
    outcome: AllowedOutcome | RefusedOutcome,
    reason?: string | null,
    code?: number,
  ): Promise<LoginEnd<Program>> {
    const { command, result } = this.#asked;
    const end = await this.ended();
    const { verdict } = end;
    const exitCode = code ?? EXIT_CODES[outcome];
    const isAllowed = exitCode === 0;
    const isPrinted = command !== null && (command.prints !== null || !isAllowed);
    expect(
      {
        outcome: verdict?.outcome ?? null,
        ...(reason === undefined ? {} : { reason: verdict?.reason }),
        exitCode: verdict?.exitCode ?? null,
        code: result(end).code,
        ...(isPrinted ? { ran: end.stdout.toString() } : {}),
        // The status channel has none; who checks without a command gets it with the permission.
        hasTicket: (verdict?.ticket ?? null) !== null,
      },
      `a login that was to end as ${outcome}; it said:\n${end.stderr}`,
    ).toEqual({
      outcome,
      ...(reason === undefined ? {} : { reason }),
      exitCode,
      code: isAllowed ? (command?.code ?? 0) : exitCode,
      ...(isPrinted ? { ran: isAllowed ? command.prints : '' } : {}),
      hasTicket: command === null && isAllowed,
    });
    return end;
  }

  /** What the person is sent; null if the login ends before. */
  async #delivery(): Promise<Delivery | null> {
    const { username, method, seen } = this.#asked;
    if (username === null || method === null) throw new Error('nobody can be asked');
    const person = this.#person();
    let found: Delivery | undefined;
    await eventually(
      `${username} to be asked`,
      async () => {
        const sent = (await person.outbox(username)).filter((one) => one.method === method);
        found = sent.slice(seen).at(-1);
        return found !== undefined || this.#hasEnded;
      },
      ASKED_MS,
      () => this.program.said(),
    );
    return found ?? null;
  }

  #person(): Person {
    const { person } = this.#asked;
    if (person === null) throw new Error('no person is at this place');
    return person;
  }
}

/**
 * The verdict in a text.
 *
 * @throws Error unless the text is one line of a verdict
 */
export function verdictIn(text: string): Verdict {
  if (!/^[^\n]+\n$/.test(text)) throw new Error(`no single line: ${JSON.stringify(text)}`);
  return verdictSchema.parse(JSON.parse(text));
}

/**
 * Our own words on standard error; Chromium's noise is left out, and a checkout's message about
 * copies.
 */
export function wordsOf({ stderr }: Pick<ProgramEnd, 'stderr'>): string {
  return stderr
    .split(/\r?\n/)
    .filter((text) => text.startsWith('gatehouse:') && !text.includes('private copies'))
    .join('\n');
}
