import { describe, expect, it } from 'vitest';
import { settled } from '../../../../support/fake-engine.ts';
import { FakeHostedPage } from '../../../../support/fake-hosted-page.ts';
import { ALICE, hosting, PAGE, policyWith } from '../../../../support/login-fixtures.ts';
import { begin } from './terminal-sitting.ts';

/** To the page of the service. */
async function atPage(purpose: 'verify' | 'denied-or-waiting' = 'verify') {
  const page = new FakeHostedPage();
  const policy = policyWith({ hostedPage: 'browser' });
  const run = begin({
    username: 'alice',
    isUsernameFixed: true,
    engine: { hostedPage: page.display, policy },
  });
  await settled();
  run.terminal.news();
  await run.engine.last('init').answer(hosting(purpose));
  return { page, ...run };
}

describe('the page of a prompt-capable application, on a terminal', () => {
  it('is said with its address and what can be done, opened again by a key, and ends in credentials', async () => {
    const { page, engine, terminal, outcomes } = await atPage();
    expect(terminal.news()).toEqual([
      '',
      'Confirm on the service’s page',
      'It is open in your browser, or you open this address on this computer. Confirm there:',
      PAGE,
      'Less than 5 minutes left.',
      'Type p (open the page again), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
    expect(terminal.addresses).toEqual([PAGE]);
    await terminal.type('p', '', 'x');
    expect(page.shown).toEqual([PAGE, PAGE]);
    expect(terminal.written).toContain('That is not one of the choices.');
    page.listeners?.onCallback({ state: 'ok', token: 'access-token' });
    expect(terminal.asked).toBeNull();
    expect(terminal.news()).toContain('Response received. Checking it with the service.');
    await engine.last('credentials').answer(ALICE);
    expect(terminal.news()).toContain('alice is confirmed.');
    expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('says what to do where no browser starts', async () => {
    const { page, terminal } = await atPage();
    page.listeners?.onFailed({ kind: 'browser', evidence: 'not opened' });
    expect(terminal.written).toContain(
      'The page could not be opened in your browser. Open the address yourself, on this computer.',
    );
  });

  it('takes "q" as the end, and a cancel on the page too', async () => {
    for (const act of [
      async ({ terminal }: Awaited<ReturnType<typeof atPage>>) => terminal.type('q'),
      ({ page }: Awaited<ReturnType<typeof atPage>>) => page.listeners?.onCallback({ state: 'cancel' }),
    ]) {
      const run = await atPage();
      await act(run);
      expect(run.outcomes).toMatchObject([{ outcome: 'cancelled' }]);
      expect(run.page.closed).toBe(1);
    }
  });

  it('of somebody who is denied or waits ends at once, with the address that says more', async () => {
    const { terminal, outcomes } = await atPage('denied-or-waiting');
    expect(terminal.news()).toEqual([
      '',
      'You cannot sign in now',
      'The login service denies access, or an administrator has to approve your account first. Its page says more.',
      PAGE,
    ]);
    expect(outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-service' }]);
    expect(terminal.asked).toBeNull();
  });
});
