import {
  TerminalFrontend,
  type TerminalFrontendOptions,
} from '../../../../../electron/frontends/terminal/terminal-frontend.ts';
import type { QrPicture } from '../../../../../electron/frontends/terminal/terminal-port.ts';
import type { ControllerOptions } from '../../../../../electron/login/login-controller.ts';
import type { LoginOutcome } from '../../../../../shared/outcomes/login-outcome.ts';
import type { Method } from '../../../../../shared/service/methods.ts';
import { FakeEngine, settled } from '../../../../support/fakes/fake-engine.ts';
import { offering } from '../../../../support/login/login-fixtures.ts';
import { enTerminal } from '../../../../support/strings.ts';

/** A terminal that the test types at. */
class FakeTerminal {
  /**
   * Everything that was written, in order; questions too, pictures as `[qr:text]`, and `[input
   * discarded]`.
   */
  readonly written: string[] = [];
  /** Addresses marked for copying. */
  readonly addresses: string[] = [];
  /** The question that stands. */
  asked: Readonly<{
    prompt: string;
    isHidden: boolean;
    answer: (line: string | null) => void;
  }> | null = null;

  readonly print = (line: string, address?: string): void => {
    this.written.push(line);
    if (address !== undefined) this.addresses.push(address);
  };

  /** Set to something else where no picture can be drawn. */
  qr: (text: string) => QrPicture = (text) => ({ isDrawn: true, lines: [text] });

  readonly qrOf = (text: string): QrPicture => this.qr(text);

  readonly discardInput = (): void => {
    this.written.push('[input discarded]');
  };

  readonly draw = (lines: readonly string[]): void => {
    this.written.push(`[${lines.join()}]`);
  };

  readonly ask = (prompt: string, { isHidden }: { isHidden: boolean }, signal: AbortSignal) =>
    new Promise<string | null>((answer) => {
      if (this.asked !== null) throw new Error('a question stands already');
      this.written.push(prompt);
      this.asked = { prompt, isHidden, answer };
      signal.addEventListener('abort', () => {
        this.asked = null;
        answer(null);
      });
    });

  /** Answers the question that stands, each line the next one. */
  async type(...lines: readonly (string | null)[]): Promise<void> {
    for (const line of lines) {
      if (this.asked === null) throw new Error(`nothing is asked for "${String(line)}"`);
      const { answer } = this.asked;
      this.asked = null;
      answer(line);
      await settled();
    }
  }

  /** Lines written since the last call. */
  news(): readonly string[] {
    return this.written.splice(0);
  }
}

export type Changes = Partial<TerminalFrontendOptions> &
  Readonly<{
    engine?: Partial<ControllerOptions>;
    /** False: it is open and no more. */
    hasBegun?: boolean;
  }>;

/** A login on a terminal over an engine that the test plays. */
export function begin({ engine: engineChanges = {}, hasBegun = true, ...changes }: Changes = {}) {
  const terminal = new FakeTerminal();
  const outcomes: LoginOutcome[] = [];
  const engine: FakeEngine = new FakeEngine({
    ...engineChanges,
    onView: (view) => {
      frontend.show(view);
    },
    onOutcome: (outcome) => {
      frontend.end(outcome);
    },
  });
  const frontend: TerminalFrontend = new TerminalFrontend({
    terminal,
    strings: enTerminal,
    username: '',
    isUsernameFixed: false,
    isUsernameRemembered: false,
    method: null,
    methodToStart: () => null,
    provideProxyLogin: () => false,
    portalProbeAddress: 'http://mfa.example.com/',
    doctorCommand: 'gatehouse doctor',
    help: null,
    onOutcome: (outcome) => outcomes.push(outcome),
    clock: engine.clock,
    ...changes,
  });
  frontend.open();
  if (hasBegun) frontend.begin(engine.controller);
  return { engine, frontend, terminal, outcomes };
}

/**
 * Lines as one text, for a snapshot: a blank at the end of a line shows as `␠`, and the time of a
 * request, which depends on the time zone, as `(a time)`.
 */
export const transcript = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/ $/gm, '␠')
    .replace(/^( {2}Asked at: )\d.*$/m, '$1(a time)');

/** As `begin`, at the list of the ways. */
export async function choosing(
  methods: readonly Method[] = ['push', 'totp'],
  changes: Changes = {},
) {
  const run = begin({ username: 'alice', ...changes });
  await run.engine.last('init').answer(offering(methods));
  run.engine.eventChannel.handlers.onConfirmed(false);
  return run;
}

/** The service's data for a method without any. */
export const NOTHING = { qrText: null, codeLength: null, phoneNumber: null, keyToken: null };

/** As `begin`, with this way under way. */
export async function waiting(
  method: Method,
  others: readonly Method[] = ['email'],
  changes: Changes = {},
) {
  const run = await choosing([method, ...others], changes);
  await run.terminal.type('1');
  const qrText = method === 'qrcode' ? 'qr:text' : null;
  await run.engine.last('selectMethod').answer({
    ...NOTHING,
    method,
    qrText,
    codeLength: 6,
    keyToken: method === 'yotp' ? 'K' : null,
  });
  return run;
}
