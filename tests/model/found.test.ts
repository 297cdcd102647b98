import { describe, expect, it } from 'vitest';
import { TIMEOUT, TOKEN_EXPIRED } from '../support/login/login-fixtures.ts';
import { ScriptedLogin } from './scripted-login.ts';

/* Product faults that the random histories found, each as its shortest history. */
describe('an approval that is being checked', () => {
  it('keeps checking an approval when the first of two tries times out late', async () => {
    const run = await new ScriptedLogin().push();
    run.event('token').slept(3_600_000);
    const [first, second] = run.calls.filter(({ endpoint }) => endpoint === 'credentials');
    expect(second?.token).toBe('token');
    await run.bad(TIMEOUT, first);
    expect(run.view).toMatchObject({ screen: 'approval', isVerifying: true, notice: null });
    await run.good(undefined, second);
    expect(run.view).toMatchObject({ screen: 'succeeded', outcome: 'confirmed' });
  });

  it('keeps checking an approval when the second try is refused before the first, which spent the token, is answered', async () => {
    const run = await new ScriptedLogin().push();
    run.event('token').slept(3_600_000);
    const [first, second] = run.calls.filter(({ endpoint }) => endpoint === 'credentials');
    await run.bad(TOKEN_EXPIRED, second);
    expect(run.view).toMatchObject({ screen: 'approval', isVerifying: true, notice: null });
    await run.good(undefined, first);
    expect(run.view).toMatchObject({ screen: 'succeeded', outcome: 'confirmed' });
  });

  it('tells that an approval was refused though the second try times out after the refusal', async () => {
    const run = await new ScriptedLogin().push();
    run.event('token').slept(3_600_000);
    const [first, second] = run.calls.filter(({ endpoint }) => endpoint === 'credentials');
    await run.bad(TOKEN_EXPIRED, first);
    await run.bad(TIMEOUT, second);
    expect(run.view).toMatchObject({
      screen: 'approval',
      isVerifying: false,
      notice: { kind: 'approval-refused' },
    });
  });

  it('lets in when the first try of an approval is answered after all', async () => {
    const run = await new ScriptedLogin().push();
    run.event('token').slept(3_600_000);
    const [first] = run.calls.filter(({ endpoint }) => endpoint === 'credentials');
    await run.good(undefined, first);
    expect(run.outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });
});

describe('an approval that waits for its check', () => {
  it('checks the next approval when the server fails at the one before it', async () => {
    const run = await new ScriptedLogin().push();
    run.event('first').event('second');
    await run.bad({ kind: 'status', status: 503 });
    expect(run.calls.at(-1)).toMatchObject({ endpoint: 'credentials', token: 'second' });
    expect(run.outcomes).toEqual([]);
    await run.good();
    expect(run.outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('checks an approval that waits before a denial counts', async () => {
    const run = await new ScriptedLogin().push();
    run.event('first').event('second').event(null);
    await run.bad(TOKEN_EXPIRED);
    expect(run.calls.at(-1)).toMatchObject({ token: 'second' });
    await run.bad(TOKEN_EXPIRED);
    expect(run.view).toMatchObject({ screen: 'failed', code: 'denied-by-person' });
  });
});
