import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { TransportName } from '../../../electron/event-channel/connection.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { violationsIn } from '../../support/history/checker.ts';
import { printHistory } from '../../support/history/print.ts';
import { RecordedLogin } from '../../support/history/recorded-login.ts';
import { ownTimeClock } from '../../support/fakes/own-time-clock.ts';
import type { Random } from '../../support/random/seeded-random.ts';

export type Generation = 'v4' | 'v2';

/** How a push was let in. */
export type End = 'in' | 'told-then-in';

const DEADLINE_MS = 30_000;
const MOST_TRIES = 5;
const EARLIEST_MS = -500;
const LATEST_MS = 1_500;

/**
 * Several people, one push each, at one emulator. Where `cuts` are given the connections are cut so
 * long after.
 */
export type Group = Readonly<{ size: number; cuts: readonly number[]; random: Random }>;

/** Runs a group, and gives the ends of its approvals. */
export async function runGroup(
  generation: Generation,
  transport: TransportName,
  { size, cuts, random }: Group,
): Promise<readonly End[]> {
  const people = Array.from({ length: size }, (_, index) => `person-${index}`);
  const emulator = await startEmulator({
    realtime: generation,
    users: people.map((username) => ({ username, methods: ['push'] })),
  });
  const timers = cuts.map((afterMs) =>
    setTimeout(() => {
      emulator.faults.add([{ path: 'realtime', kind: 'drop-now' }]);
    }, afterMs),
  );
  try {
    const ends = await Promise.all(
      people.map((username) => {
        const offsetMs = EARLIEST_MS + random.below(LATEST_MS - EARLIEST_MS);
        return approve(emulator, username, transport, offsetMs);
      }),
    );
    checkAtTheService(emulator);
    return ends;
  } finally {
    timers.forEach(clearTimeout);
    await emulator.close();
  }
}

async function approve(
  emulator: Emulator,
  username: string,
  transport: TransportName,
  offsetMs: number,
): Promise<End> {
  const path = '/api/transaction/methodSSH';
  emulator.faults.add([
    { path, kind: 'event-timing', username, times: 1, offsetMilliseconds: offsetMs },
  ]);
  const { clock, stop } = ownTimeClock();
  const run = new RecordedLogin({
    server: emulator,
    transports: [transport],
    clock,
    toleranceMs: 0,
  });
  try {
    run.login.dispatch({ type: 'submit-username', username });
    await run.until('the methods', ({ screen }) => screen === 'methods', DEADLINE_MS);
    await push(run);
    const view = await run.until('success, or a word', isSettled, DEADLINE_MS);
    if (view.screen === 'succeeded') return 'in';
    // A line that is cut while the second push is answered asks for a third.
    while (run.view.screen !== 'succeeded') await pushAgain(run, emulator, username);
    return 'told-then-in';
  } finally {
    run.close();
    stop();
    check(run, `${username}, ${offsetMs} ms`);
  }
}

/**
 * Where the event channel of a busy computer stands too late, no push is sent: the person tries
 * again.
 */
async function push(run: RecordedLogin): Promise<void> {
  run.login.dispatch({ type: 'choose-method', method: 'push' });
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const view = await run.until(
      'a push, or success',
      ({ screen }) => screen !== 'methods',
      DEADLINE_MS,
    );
    if (view.screen !== 'failed' || view.code !== 'realtime-unreachable') return;
    run.login.dispatch({ type: 'retry' });
  }
}

function isSettled(view: LoginView): boolean {
  return view.screen === 'succeeded' || (view.screen === 'approval' && view.notice !== null);
}

/** Told of a possibly missed approval, the user requests another push and approves that one. */
async function pushAgain(run: RecordedLogin, emulator: Emulator, username: string): Promise<void> {
  const pushes = (): readonly string[] => emulator.outbox.ofUser(username).map(({ tid }) => tid);
  const before = pushes().length;
  await push(run);
  const after = pushes();
  // The first approval may have come after all.
  if (run.view.screen !== 'succeeded' && after.length > before)
    emulator.approve(after.at(-1) ?? '');
  await run.until('success, or a word', isSettled, DEADLINE_MS);
}

function check(run: RecordedLogin, what: string): void {
  const history = run.history();
  const violations = violationsIn(history);
  if (violations.length === 0) return;
  const found = violations.map(({ invariant, text }) => `${invariant}: ${text}`).join('\n');
  throw new Error(`${what}\n${found}\n${printHistory(history, violations)}`);
}

/** Checks the requests at the service: for each token at most one successful answer and two sends. */
function checkAtTheService(emulator: Emulator): void {
  const sent = new Map<string, number[]>();
  for (const { path, body, status } of emulator.log.all()) {
    if (!path.endsWith('/credentials')) continue;
    const token = String((body as Readonly<Record<string, unknown>>)['accessToken']);
    sent.set(token, [...(sent.get(token) ?? []), status]);
  }
  for (const statuses of sent.values()) {
    const isOnce = statuses.filter((status) => status === 200).length <= 1 && statuses.length <= 2;
    if (!isOnce) throw new Error(`a token was answered ${statuses.join(', ')}`);
  }
}
