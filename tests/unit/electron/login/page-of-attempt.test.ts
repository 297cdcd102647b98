import { describe, expect, it } from 'vitest';
import { PageOfAttempt } from '../../../../electron/login/page-of-attempt.ts';
import { failure, success, type Result } from '../../../../shared/result.ts';
import type { StartedTransaction } from '../../../../shared/service/answers.ts';
import { NO_REQUESTER } from '../../../../shared/service/requester.ts';
import { evidenceOf, type ServiceFailure } from '../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { FakeEngine, settled } from '../../../support/fakes/fake-engine.ts';
import { FakeHostedPage } from '../../../support/fakes/fake-hosted-page.ts';
import {
  ALICE,
  BYPASSED,
  hosting,
  PAGE,
  policyWith,
  TIMEOUT,
} from '../../../support/login/login-fixtures.ts';

/** The controller of a prompt-capable application; init was asked. */
async function begun() {
  const page = new FakeHostedPage();
  const engine = new FakeEngine({
    hostedPage: page.display,
    policy: policyWith({ hostedPage: 'browser' }),
  });
  engine.send({ type: 'submit-username', username: 'alice' });
  await settled();
  return { page, engine };
}

/** As `begun`, with the page shown. */
async function shown() {
  const run = await begun();
  await run.engine.last('init').answer(hosting());
  return run;
}

describe('a login with a hosted page', () => {
  it('makes the callback address before init, shows the page, and closes it with the callback', async () => {
    const { page, engine } = await begun();
    expect(engine.last('init').given).toEqual(['alice', 'http://127.0.0.1:1/1']);
    expect(page.shown).toEqual([]);
    await engine.last('init').answer(hosting());
    expect(page.shown).toEqual([PAGE]);
    expect(engine.eventChannels).toEqual([]);
    page.listeners?.onCallback({ state: 'ok', token: 'access-token' });
    expect(page.closed).toBe(1);
    expect(engine.last('credentials').given).toEqual(['access-token']);
    expect(engine.logged).toContainEqual(['callback', { attempt: 1, state: 'ok' }]);
    await engine.last('credentials').answer(ALICE);
    expect(engine.outcomes).toMatchObject([
      { outcome: 'confirmed', username: 'alice', method: null },
    ]);
    expect(engine.remembered).toEqual([['alice', null]]);
    expect(JSON.stringify(engine.logged)).not.toMatch(/access-token|127\.0\.0\.1/);
  });

  it('takes one callback, and redeems its token once more only if no answer came (SEC-81)', async () => {
    const { page, engine } = await shown();
    page.listeners?.onCallback({ state: 'ok', token: 'first' });
    page.listeners?.onCallback({ state: 'ok', token: 'second' });
    page.listeners?.onCallback({ state: 'cancel' });
    await engine.last('credentials').fail(TIMEOUT);
    await engine.last('credentials').fail(TIMEOUT);
    expect(
      engine.calls.filter(({ endpoint }) => endpoint === 'credentials').map(({ given }) => given),
    ).toEqual([['first'], ['first']]);
    expect(engine.outcomes).toMatchObject([{ outcome: 'unreachable' }]);
  });

  it.each<readonly [string, (run: Run) => unknown]>([
    ['init fails', async ({ engine }: Run) => engine.last('init').fail(TIMEOUT)],
    ['the person is bypassed', async ({ engine }: Run) => engine.last('init').fail(BYPASSED)],
    [
      'the answer is of the other type',
      async ({ engine }: Run) => {
        await engine.last('init').answer({ status: 'promptless-flow', tid: '', requester: ALICE });
      },
    ],
    [
      'the person cancels while init is asked',
      ({ engine }: Run) => {
        engine.send({ type: 'cancel' });
      },
    ],
    [
      'the program ends',
      ({ engine }: Run) => {
        engine.controller.close();
      },
    ],
  ])('gives the callback address up when %s', async (_, act) => {
    const run = await begun();
    await act(run);
    await settled();
    expect(run.page).toMatchObject({ prepared: 1, closed: 1, shown: [] });
  });

  it('asks for no transaction if the person cancels before the callback address is made', async () => {
    const page = new FakeHostedPage();
    const policy = policyWith({ hostedPage: 'browser' });
    const engine = new FakeEngine({ hostedPage: page.display, policy });
    engine.send({ type: 'submit-username', username: 'alice' }, { type: 'cancel' });
    await settled();
    expect(engine.calls).toEqual([]);
    expect(page).toMatchObject({ prepared: 1, closed: 1 });
    expect(engine.logged).toContainEqual([
      'request-failed',
      { evidence: evidenceOf({ kind: 'aborted' }) },
    ]);
  });

  it('gives the callback address up if the person cancels as the answer comes', async () => {
    const { page, engine } = await begun();
    const answered = engine.last('init').answer(hosting());
    // The page is open, and its login has not heard of it.
    await Promise.resolve();
    engine.send({ type: 'cancel' });
    await answered;
    expect(page).toMatchObject({ closed: 1, shown: [] });
  });

  it('shows the hosted page again, and sees where it moved', async () => {
    const { page, engine } = await shown();
    engine.send({ type: 'show-page-again' });
    expect(page.shown).toEqual([PAGE, PAGE]);
    const { length } = engine.views;
    page.listeners?.onAddress('https://mfa.example.com/elsewhere');
    expect(engine.views.slice(length)).toMatchObject([{ view: { screen: 'hosted-page' } }]);
  });

  it.each<readonly [string, (run: Run) => void]>([
    [
      'the person cancels',
      ({ engine }) => {
        engine.send({ type: 'cancel' });
      },
    ],
    ['the person closes it', ({ page }: Run) => page.listeners?.onClosed()],
    [
      'it comes back with an error',
      ({ page }: Run) => page.listeners?.onCallback({ state: 'error' }),
    ],
    [
      'the login takes too long',
      ({ engine }) => {
        engine.clock.advance(300_000);
      },
    ],
    [
      'the program ends',
      ({ engine }) => {
        engine.controller.close();
      },
    ],
  ])('closes the hosted page when %s', async (_, act) => {
    const run = await shown();
    act(run);
    expect(run.page).toMatchObject({ prepared: 1, closed: 1 });
    // Later events of the page are ignored.
    const outcomes = run.engine.outcomes.length;
    run.page.listeners?.onCallback({ state: 'ok', token: 'late' });
    expect(run.engine.count('credentials')).toBe(0);
    expect(run.engine.outcomes).toHaveLength(outcomes);
  });

  it('begins anew with another callback address, and does not hear the old page', async () => {
    const { page, engine } = await shown();
    const old = page.listeners;
    engine.send({ type: 'cancel' }, { type: 'submit-username', username: 'alice' });
    await settled();
    expect(engine.last('init').given).toEqual(['alice', 'http://127.0.0.1:1/2']);
    await engine.last('init').answer(hosting());
    old?.onCallback({ state: 'ok', token: 'old' });
    old?.onClosed();
    old?.onFailed({ kind: 'timeout' });
    expect(engine.view.screen).toBe('hosted-page');
    expect(engine.count('credentials')).toBe(0);
    expect(engine.logged.filter(([event]) => event === 'callback')).toEqual([]);
    expect(page).toMatchObject({ prepared: 2, closed: 1 });
    page.listeners?.onFailed({ kind: 'timeout' });
    expect(engine.logged).toContainEqual(['page-failed', { attempt: 2, evidence: 'timeout' }]);
  });

  it('asks no service without a callback to come back by', async () => {
    const page = new FakeHostedPage();
    page.fault = { kind: 'callback', evidence: toEvidence`EADDRINUSE` };
    const policy = policyWith({ hostedPage: 'browser', failMode: 'allow-when-unreachable' });
    const engine = new FakeEngine({ hostedPage: page.display, policy });
    engine.send({ type: 'submit-username', username: 'alice' });
    await settled();
    expect(engine.calls).toEqual([]);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'callback-unavailable' });
    expect(engine.outcomes).toMatchObject([{ outcome: 'misconfigured', reason: 'configuration' }]);
  });
});

describe('the page of an attempt', () => {
  const other: StartedTransaction = { status: 'promptless-flow', tid: '', requester: NO_REQUESTER };

  it.each<
    readonly [string, Result<StartedTransaction, ServiceFailure>, 'aborted' | 'waited for', number]
  >([
    ['with a page', success(hosting()), 'waited for', 0],
    ['with a page, but aborted', success(hosting()), 'aborted', 1],
    ['of the other type', success(other), 'waited for', 1],
    ['of a failure', failure(TIMEOUT), 'waited for', 1],
  ])(
    'keeps the page of an attempt only for an answer with a page that was waited for: one %s',
    async (_, answer, end, closed) => {
      const page = new FakeHostedPage();
      const abort = new AbortController();
      const attempt = new PageOfAttempt(page.display, {
        init: () => {
          if (end === 'aborted') abort.abort();
          return Promise.resolve(answer);
        },
      });
      expect(await attempt.start('alice', abort.signal)).toBe(answer);
      expect(page.closed).toBe(closed);
      abort.abort();
      expect(page.closed).toBe(closed);
    },
  );

  it('shows no page of an attempt that is not open', () => {
    const page = new FakeHostedPage();
    const attempt = new PageOfAttempt(page.display, {
      init: () => Promise.resolve(success(hosting())),
    });
    const ignore = (): void => undefined;
    attempt.show(PAGE, {
      onCallback: ignore,
      onAddress: ignore,
      onClosed: ignore,
      onFailed: ignore,
    });
    attempt.showAgain();
    expect(page).toMatchObject({ prepared: 0, closed: 0, shown: [] });
  });
});

type Run = Awaited<ReturnType<typeof begun>>;
