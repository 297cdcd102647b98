import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';

/*
 * A fault of an answer of each kind, at every endpoint, over real sockets: each ends as in the table, in time, and only
 * the result `in` lets a person in.
 */
const ENDPOINTS = [
  'init',
  'methodSSH',
  'confirmCode',
  'confirmSecurityKeySSH',
  'credentials',
] as const;
type Endpoint = (typeof ENDPOINTS)[number];
const METHOD_FOR: Readonly<Record<Endpoint, 'totp' | 'yotp' | 'push'>> = {
  init: 'push',
  methodSSH: 'push',
  confirmCode: 'totp',
  confirmSecurityKeySSH: 'yotp',
  credentials: 'push',
};
const DEADLINE_MS = 50_000;

let emulator: Emulator;
let person: Person;
beforeAll(async () => {
  emulator = await startEmulator();
  person = personAt(emulator.url);
});
afterAll(async () => {
  await emulator.close();
});

let cases = 0;

describe.each(ENDPOINTS)('%s', (endpoint) => {
  it.concurrent.each(ANSWER_FAULTS)(
    `stands as in the table when ${endpoint} meets with %s`,
    async (_name, fault, ends) => {
      const username = `case-${(cases += 1)}`;
      emulator.users.add({ username, methods: [METHOD_FOR[endpoint]] });
      await person.fault({ path: `/api/transaction/${endpoint}`, username, ...fault });
      // Only a missing answer needs a short timeout: every other answer comes, however busy the
      // machine is.
      const requestSeconds = fault.kind === 'hang' ? 4 : 20;
      const run = new LoginRun(emulator, { timeouts: { requestSeconds } });
      const expected = ends[ENDPOINTS.indexOf(endpoint)] ?? '';
      // The answer alone: where the service did take a code, its event would rightly let the person
      // in.
      if (endpoint.startsWith('confirm') && expected !== 'in') {
        await person.fault({ path: 'realtime', kind: 'event-lost', username });
      }
      try {
        await goThrough(run, username, endpoint);
        await run.until(expected, (view) => standing(view) === expected, DEADLINE_MS);
      } catch (error) {
        throw new Error(`${String(error)}\nended at ${standing(run.view)} instead of ${expected}`);
      } finally {
        run.close();
      }
      const isIn = run.outcomes.some(({ outcome }) =>
        ['confirmed', 'bypassed', 'allowed-unreachable'].includes(outcome),
      );
      expect(isIn).toBe(expected === 'in');
    },
  );
});

describe('with a fail mode that allows', () => {
  it.each([
    ['UserBypassedException', 403],
    ['TooManyRequestsException', 429],
    ['UserBypassedException', 503],
  ] as const)(
    'lets nobody in by the fail mode after %s with HTTP %i (SEC-23)',
    async (exception, status) => {
      const username = `case-${(cases += 1)}`;
      emulator.users.add({ username, methods: ['push'] });
      const code = exception === 'UserBypassedException' ? 45 : 10;
      await person.fault({
        path: '/api/transaction/init',
        username,
        kind: 'exception',
        exception,
        code,
        status,
      });
      const run = new LoginRun(emulator, {
        login: { failMode: 'allow-when-unreachable', bypass: 'allow' },
      });
      try {
        run.submitUsername(username);
        await run.screen('failed');
        expect(run.outcomes.map(({ outcome }) => outcome)).not.toContain('allowed-unreachable');
        expect(run.outcomes).toHaveLength(1);
      } finally {
        run.close();
      }
    },
  );
});

/** Goes through the login as far as the fault lets it. */
async function goThrough(run: LoginRun, username: string, endpoint: Endpoint): Promise<void> {
  const method = METHOD_FOR[endpoint];
  run.submitUsername(username);
  const isMoved = (view: LoginView): boolean => view.screen !== 'username' || !view.busy;
  await run.until('an answer of init', isMoved);
  if (run.view.screen !== 'methods') return;
  await choose(run, username, method);
}

async function choose(
  run: LoginRun,
  username: string,
  method: 'totp' | 'yotp' | 'push',
): Promise<void> {
  run.login.dispatch({ type: 'choose-method', method });
  await run.until(
    'an answer of methodSSH',
    (view) => view.screen !== 'methods' || view.starting === null,
  );
  const { screen } = run.view;
  if (screen === 'code' || screen === 'security-key') {
    const codes = await person.codes(username);
    run.login.dispatch({ type: 'submit-code', code: screen === 'code' ? codes.totp : codes.yotp });
  } else if (screen === 'approval') {
    await person.approve((await person.delivered(username, 'push')).tid);
  }
}

/** Where a login stands, in the table's words. */
function standing(view: LoginView): string {
  switch (view.screen) {
    case 'failed':
      return `failed:${view.code}`;
    case 'succeeded':
      return 'in';
    case 'methods':
      return view.starting ? 'busy' : `methods:${view.notice?.kind ?? 'none'}`;
    case 'code':
      return view.busy ? 'busy' : `code:${view.problem?.kind ?? 'none'}`;
    case 'security-key':
      return view.busy ? 'busy' : `key:${view.problem?.kind ?? 'none'}`;
    case 'approval':
      return `wait:${view.isVerifying ? 'busy' : (view.notice?.kind ?? 'none')}`;
    default:
      return view.screen;
  }
}
