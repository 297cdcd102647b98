import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { Endpoint } from '../../../shared/outcomes/reaction-policy.ts';
import { LoginRun, NO_PREFERENCES } from '../../support/login/login-run.ts';
import { personAt } from '../../../lab/person.ts';

let emulator: Emulator;
let run: LoginRun | null = null;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator.close();
});
afterEach(() => {
  run?.close();
});

it.each([
  ['init', 'push'],
  ['methodSSH', 'push'],
  ['confirmCode', 'totp'],
  ['confirmSecurityKeySSH', 'yotp'],
  ['credentials', 'push'],
] as const)('refuses %s without a signature once it had one (SEC-99)', async (call, method) => {
  const answers = new Set<Endpoint>();
  const person = personAt(emulator.url);
  const login = async (fault: readonly object[]): Promise<LoginRun> => {
    run?.close();
    emulator.reset();
    emulator.faults.add(fault);
    const one = new LoginRun(emulator, {}, NO_PREFERENCES, answers);
    run = one;
    one.submitUsername('alice');
    const hasFailed = async (
      screen: 'methods' | 'code' | 'security-key' | 'approval',
    ): Promise<boolean> =>
      (await one.until(screen, (view) => view.screen === screen || view.screen === 'failed'))
        .screen === 'failed';
    if (await hasFailed('methods')) return one;
    one.login.dispatch({ type: 'choose-method', method });
    if (
      await hasFailed(({ push: 'approval', totp: 'code', yotp: 'security-key' } as const)[method])
    )
      return one;
    if (method === 'push') await person.approve((await person.delivered('alice', 'push')).tid);
    else one.login.dispatch({ type: 'submit-code', code: (await person.codes('alice'))[method] });
    await one.until('the end', ({ screen }) => screen === 'succeeded' || screen === 'failed');
    return one;
  };
  expect((await login([])).view).toMatchObject({ screen: 'succeeded', outcome: 'confirmed' });
  expect([...answers]).toContain(call);
  const unsigned = await login([{ path: `/api/transaction/${call}`, kind: 'missing-signature' }]);
  expect(unsigned.view).toMatchObject({ screen: 'failed', code: 'response-signature-dropped' });
});
