import { expect, it } from 'vitest';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { startEmulator } from '../../../emulator/strict.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { personAt } from '../../../lab/person.ts';

/*
 * Socket faults, and their effect on a push that the person approves. `at` is the time of the fault: from the
 * beginning, or once the push is out.
 */
type Row = Readonly<{
  name: string;
  at: 'start' | 'waiting';
  fault: Readonly<Record<string, unknown>>;
  /** `in`, the error code, or the notice of the waiting screen. */
  end: string;
  /** How often credentials may have been asked. */
  credentials: number;
}>;

const row = (
  name: string,
  at: Row['at'],
  fault: Record<string, unknown>,
  end: string,
  credentials: number,
): Row => ({
  name,
  at,
  fault,
  end,
  credentials,
});

const ROWS: readonly Row[] = [
  row('refuses the namespace for ever', 'start', { kind: 'refuse' }, 'realtime-unreachable', 0),
  row('refuses the namespace twice', 'start', { kind: 'refuse', times: 2 }, 'in', 1),
  row('answers 403', 'start', { kind: 'status', status: 403 }, 'realtime-unreachable', 0),
  row('answers 500 three times', 'start', { kind: 'status', status: 500, times: 3 }, 'in', 1),
  row('hangs', 'start', { kind: 'hang' }, 'realtime-unreachable', 0),
  row('hangs over websocket only', 'start', { kind: 'hang', transport: 'websocket' }, 'in', 1),
  row('connects late', 'start', { kind: 'delay', milliseconds: 2500 }, 'in', 1),
  row(
    'opens with broken JSON',
    'start',
    { kind: 'open-packet', packet: '0{bad' },
    'realtime-unreachable',
    0,
  ),
  row(
    'opens with a heartbeat of ages',
    'start',
    {
      kind: 'open-packet',
      packet: '0{"sid":"x","upgrades":[],"pingInterval":1e12,"pingTimeout":1}',
    },
    'realtime-unreachable',
    0,
  ),
  row('is cut while waiting', 'waiting', { kind: 'drop-now' }, 'possibly-missed', 0),
  row('is disconnected while waiting', 'waiting', { kind: 'disconnect-now' }, 'possibly-missed', 0),
  row('sends nothing', 'waiting', { kind: 'event-lost' }, 'timed-out', 0),
  row('sends late', 'waiting', { kind: 'event-late', milliseconds: 1500 }, 'in', 1),
  row(
    'sends five times',
    'waiting',
    { kind: 'event-duplicate', copies: 5, gapMilliseconds: 5 },
    'in',
    1,
  ),
  row('sends another transaction', 'waiting', { kind: 'event-wrong-tid' }, 'timed-out', 0),
  row('sends an unknown token', 'waiting', { kind: 'event-wrong-token' }, 'approval-refused', 1),
  row(
    'sends a forged token, then the right one',
    'waiting',
    { kind: 'event-wrong-token', genuineToo: true },
    'in',
    2,
  ),
  row(
    'sends an empty payload',
    'waiting',
    { kind: 'event-payload', payload: {} },
    'possibly-missed',
    0,
  ),
  row(
    'sends a number for a token',
    'waiting',
    { kind: 'event-payload', payload: { token: 7 } },
    'possibly-missed',
    0,
  ),
  row(
    'sends another event',
    'waiting',
    { kind: 'event-name', name: 'TransactionPostponedEvent' },
    'timed-out',
    0,
  ),
];

it.concurrent.each(ROWS)(
  'ends at "$end" when the socket $name ($at)',
  { timeout: 40_000 },
  async ({ at, fault, end, credentials }) => {
    const emulator = await startEmulator();
    const person = personAt(emulator.url);
    // Where no approval is to come the wait is short: everything else comes, however busy the
    // machine is.
    const run = new LoginRun(
      emulator,
      end === 'timed-out' ? { timeouts: { approvalSeconds: 6 } } : {},
    );
    try {
      if (at === 'start') await person.fault({ path: 'realtime', ...fault });
      run.submitUsername('push-only');
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.until('the push or an end', ({ screen }) => screen !== 'methods', 15_000);
      const isConnectionFault = fault['kind'] === 'drop-now' || fault['kind'] === 'disconnect-now';
      if (run.view.screen === 'approval') {
        if (at === 'waiting') await person.fault({ path: 'realtime', ...fault });
        if (!isConnectionFault)
          await person.approve((await person.delivered('push-only', 'push')).tid);
      } else {
        // No push is sent while no event channel listens for its approval.
        expect(await person.outbox('push-only')).toEqual([]);
      }
      await run.until(end, (view) => standing(view) === end, 12_000);
      const asked = (await person.log()).filter(({ path }) => path.endsWith('/credentials'));
      expect(asked).toHaveLength(credentials);
      expect(run.outcomes.some(({ outcome }) => outcome === 'confirmed')).toBe(end === 'in');
    } finally {
      run.close();
      await emulator.close();
    }
  },
);

it.concurrent.each([
  ['a redirect', { kind: 'status', status: 302 }, 'HTTP 302'],
  ['a page', { kind: 'html' }, 'unreadable payload'],
  ['noise', { kind: 'garbage' }, 'unreadable payload'],
  ['a byte too many', { kind: 'oversize' }, 'over 1048576 bytes'],
  ['a reset', { kind: 'reset' }, 'ECONNRESET'],
])(
  'names the evidence if the first poll is answered with %s',
  { timeout: 40_000 },
  async (_what, fault, evidence) => {
    const emulator = await startEmulator();
    const run = new LoginRun(emulator, { realtime: { transports: ['polling'] } });
    try {
      await personAt(emulator.url).fault({ path: 'realtime', ...fault });
      run.submitUsername('push-only');
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      expect(await run.screen('failed')).toMatchObject({
        code: 'realtime-unreachable',
        reference: `realtime-unreachable (event channel: ${evidence})`,
      });
    } finally {
      run.close();
      await emulator.close();
    }
  },
);

it(
  'says that an approval may be missed after three forged tokens, and lets in by choosing again',
  { timeout: 40_000 },
  async () => {
    const emulator = await startEmulator();
    const person = personAt(emulator.url);
    const run = new LoginRun(emulator);
    try {
      run.submitUsername('push-only');
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.screen('approval');
      // Each puts a forged one before every event: three of them, and then the person's.
      const forged = { path: 'realtime', kind: 'event-wrong-token', genuineToo: true };
      await person.fault(forged, forged);
      await person.approve((await person.delivered('push-only', 'push')).tid);
      await run.until(
        'that it may have been missed',
        (view) => standing(view) === 'possibly-missed',
      );
      const asked = async () =>
        (await person.log()).filter(({ path }) => path.endsWith('/credentials'));
      await run.until('no check to run', (view) => view.screen === 'approval' && !view.isVerifying);
      expect((await asked()).map(({ status }) => status)).toEqual([400, 400, 400]);
      await person.clearFaults();
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.until('the second push', (view) => standing(view) === 'waiting');
      await person.approve((await person.delivered('push-only', 'push', 1)).tid);
      await run.screen('succeeded');
      const tokens = (await asked()).map(({ body }) => body?.['accessToken']);
      expect(new Set(tokens).size).toBe(4);
      expect(tokens).toHaveLength(4);
    } finally {
      run.close();
      await emulator.close();
    }
  },
);

function standing(view: LoginView): string {
  if (view.screen === 'succeeded') return 'in';
  if (view.screen === 'failed') return view.code;
  return view.screen === 'approval' && !view.isVerifying
    ? (view.notice?.kind ?? 'waiting')
    : view.screen;
}
