import { app } from 'electron';
import type { KeyObject } from 'node:crypto';
import type { Config } from '../../shared/config/config-schema.ts';
import { failure } from '../../shared/result.ts';
import { createTicket } from '../gate/ticket.ts';
import { ticketKey } from '../keys/ticket-key.ts';
import { safeKeyStore } from './safe-key-store.ts';
import type { Arguments } from '../../shared/gate/arguments.ts';
import { EXIT_CODES, refusal, verdictOf, type Verdict } from '../../shared/gate/verdict.ts';
import type { LoginOutcome } from '../../shared/login/login-effect.ts';
import type { LoginView } from '../../shared/login/login-view.ts';
import { codeKindOf, type Method } from '../../shared/service/methods.ts';
import { UnattendedFace } from '../faces/unattended-face.ts';
import { lineInput } from '../gate/line-input.ts';
import { writeVerdict } from '../gate/write-verdict.ts';
import { hasDisplay } from './display.ts';
import { endOnSignals } from './end-on-signals.ts';
import { prepareLogin, type PreparedLogin } from './prepare-login.ts';
import { beforeReady, openLogin } from './run-window.ts';
import { startEngine } from './start-engine.ts';

type Refused = 'usage' | 'misconfigured' | 'unreachable' | 'cancelled' | 'not-now';

/** The ways a check ends. The first counts. */
type Ends = Readonly<{
  decide: (verdict: Verdict) => void;
  refuse: (outcome: Refused, reason: string, words?: string) => void;
  cancel: () => void;
}>;

/** How long a key store may take: one that hangs must not hold up the login for ever. */
const KEY_STORE_MS = 10_000;
const ENDS: readonly LoginView['screen'][] = ['failed', 'account-waiting', 'succeeded'];
const STDIN = 0;
const STDOUT = 1;

/** One login: the verdict is the exit code, and with `--json` one object on standard output. */
export function runCheck(asked: Arguments): void {
  let isDecided = false;
  let withTicket = (verdict: Verdict): Verdict => verdict;
  const decide = (verdict: Verdict): void => {
    if (isDecided) return;
    isDecided = true;
    try {
      if (asked.json) writeVerdict(STDOUT, withTicket(verdict));
    } catch {
      // A verdict that cannot be written lets nobody in.
      app.exit(EXIT_CODES.internal);
      return;
    }
    app.exit(verdict.exitCode);
  };
  const refuse: Ends['refuse'] = (outcome, reason, words = '') => {
    if (words !== '') say(words);
    decide(refusal(outcome, reason, asked.user, new Date()));
  };
  const cancel = (): void => {
    refuse('cancelled', 'cancelled');
  };
  const isOver = (): boolean => isDecided;
  beforeReady();
  endOnSignals(cancel, isOver);
  const prepared = prepareLogin(asked);
  if (!prepared.ok) {
    refuse(prepared.error.outcome, prepared.error.reason, prepared.error.words);
    return;
  }
  const login = withTimeout(prepared.value, asked.timeoutSeconds);
  const { method } = asked;
  if (asked.noUi && (login.username === '' || method === null)) {
    refuse('usage', 'nothing-to-answer-with', '--no-ui needs --user and --method');
    return;
  }
  if (asked.noUi && method !== null && codeKindOf(method) !== null && !asked.passcodeStdin) {
    refuse('usage', 'nothing-to-answer-with', `--method ${method} needs --passcode-stdin`);
    return;
  }
  if (!hasDisplay()) {
    refuse(
      'unreachable',
      'no-display',
      'there is no display (DISPLAY or WAYLAND_DISPLAY), and Chromium needs one',
    );
    return;
  }
  void app.whenReady().then(async () => {
    if (asked.json) {
      // Before the login: nobody is to approve what cannot be handed on.
      const key = await ticketKeyInTime();
      if (!key.ok) {
        refuse('misconfigured', 'key-store', key.error);
        return;
      }
      withTicket = ticketing(key.value.key, login.config, asked.nonce);
    }
    // A signal may have ended it meanwhile.
    if (isOver()) return;
    const ends = { decide, refuse, cancel };
    if (asked.noUi && method !== null) await runUnattended(login, method, asked, ends);
    else runInWindow(login, asked, ends);
  });
}

async function runUnattended(
  prepared: PreparedLogin,
  method: Method,
  asked: Arguments,
  { decide, cancel }: Ends,
): Promise<void> {
  const face = new UnattendedFace({
    username: prepared.username,
    method,
    nextCode: lineInput(STDIN),
    say,
    onOutcome: (outcome) => {
      decide(verdictOf(outcome, new Date()));
    },
  });
  const login = await startEngine(prepared, {
    canExtendLogin: asked.timeoutSeconds === null,
    onView: (view) => {
      face.show(view);
    },
    onOutcome: (outcome) => {
      face.end(outcome);
    },
    onLeave: cancel,
  });
  face.begin(login);
}

/** The window for one login: success closes it; closed by the person, the last end counts, else it is cancelled. */
function runInWindow(prepared: PreparedLogin, asked: Arguments, { decide, refuse, cancel }: Ends): void {
  /** The end on the screen, if there is one. */
  let last: LoginOutcome | null = null;
  let view: LoginView | null = null;
  const end = (): void => {
    if (last) decide(verdictOf(last, new Date()));
    else cancel();
  };
  // Closed without Continue: a refusal stays what it is, being let in counts only once it was accepted.
  const close = (): void => {
    if (last && 'reason' in last) end();
    else cancel();
  };
  openLogin(prepared, {
    isGate: true,
    method: asked.method,
    canExtendLogin: asked.timeoutSeconds === null,
    onView: (numbered) => {
      ({ view } = numbered);
      if (!ENDS.includes(view.screen)) last = null;
    },
    onOutcome: (outcome) => {
      last = outcome;
      if (outcome.outcome === 'confirmed') end();
    },
    onLeave: end,
    quit: close,
  });
  app.on('window-all-closed', close);
  if (asked.timeoutSeconds === null) return;
  // The engine's own limit runs from the username on; this one from the start.
  const stop = (): void => {
    const isVerifying = view !== null && 'isVerifying' in view && view.isVerifying;
    if (isVerifying) setTimeout(stop, 100);
    else refuse('not-now', 'timed-out', 'the login took too long');
  };
  setTimeout(stop, asked.timeoutSeconds * 1000);
}

/** The ticket's key, or that the key store did not answer. */
async function ticketKeyInTime(): ReturnType<typeof ticketKey> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Awaited<ReturnType<typeof ticketKey>>>((resolve) => {
    timer = setTimeout(resolve, KEY_STORE_MS, failure('the key store does not answer'));
  });
  const key = await Promise.race([ticketKey(app.getPath('userData'), safeKeyStore), late]);
  clearTimeout(timer);
  return key;
}

/** Adds the ticket to a verdict that lets the person in. */
function ticketing(key: KeyObject, config: Config, nonce: string | null): (verdict: Verdict) => Verdict {
  const { audience, ticketSeconds: seconds } = config.gate;
  return (verdict) =>
    verdict.exitCode === 0
      ? { ...verdict, ticket: createTicket(verdict, { key, audience, nonce, seconds, now: new Date() }) }
      : verdict;
}

/** `--timeout` limits the whole login, whatever the configuration allows. */
function withTimeout(prepared: PreparedLogin, seconds: number | null): PreparedLogin {
  if (seconds === null) return prepared;
  const { config } = prepared;
  const timeouts = { ...config.login.timeouts, loginSeconds: seconds };
  return { ...prepared, config: { ...config, login: { ...config.login, timeouts } } };
}

function say(words: string): void {
  // Words of the service among them must not move the cursor or pose as ours.
  process.stderr.write(`gatehouse: ${words.replace(/[\p{Cc}\p{Cf}]/gu, ' ')}\n`);
}
