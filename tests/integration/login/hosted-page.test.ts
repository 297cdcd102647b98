import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { systemBrowser } from '../../../electron/hosted-page/system-browser.ts';
import { verdictOf } from '../../../shared/outcomes/verdict.ts';
import { eventually } from '../../support/eventually.ts';
import {
  confirmAtPage,
  leavePage,
  ledTo,
  visit,
  type PageEnd,
} from '../../support/hosted-browser.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { enCallback } from '../../support/strings.ts';

const NAMES = { state: 'serviceState', token: 'serviceToken' };

let emulator: Emulator;
let person: Person;
let run: LoginRun;
let opened: string[];

beforeAll(async () => {
  emulator = await startEmulator({ applicationType: 'prompt' });
  person = personAt(emulator.url);
});
afterAll(async () => {
  await emulator.close();
});
beforeEach(() => {
  emulator.reset();
  run = runAt(emulator);
});
afterEach(() => {
  run.close();
});

type Changes = NonNullable<ConstructorParameters<typeof LoginRun>[1]>;

function runAt(service: Emulator, changes: Changes = {}): LoginRun {
  opened = [];
  const browser = systemBrowser({
    callbackBase: null,
    baseUrl: service.url,
    parameters: NAMES,
    loadStrings: () => Promise.resolve(enCallback),
    open: (address) => {
      opened.push(address);
      return Promise.resolve(true);
    },
  });
  return new LoginRun(service, {
    hostedPage: browser,
    ...changes,
    service: { applicationType: 'prompt', ...changes.service },
  });
}

/**
 * To the hosted page.
 *
 * @returns its address, to which the browser is led
 */
async function shown(username = 'alice'): Promise<string> {
  run.submitUsername(username);
  await run.screen('hosted-page');
  await eventually('the browser', () => opened.length > 0);
  return ledTo(opened[0]);
}

/** The calls of the API that came to the service. */
const paths = async (): Promise<readonly string[]> =>
  (await person.log()).map(({ path }) => path.replace('/api/transaction/', ''));

describe('a login of a prompt-capable application', () => {
  it('goes from init to the hosted page, the callback and credentials', async () => {
    const page = await shown();
    expect(run.view).toMatchObject({ purpose: 'verify', display: 'browser', address: page });
    const callback = await confirmAtPage(page, person, 'alice');
    expect((await visit(callback)).text).toContain('You can close this page');
    expect(await run.screen('succeeded')).toMatchObject({
      outcome: 'confirmed',
      username: 'alice',
    });
    expect(await paths()).toEqual(['init', 'credentials']);
    const [init] = await person.log();
    expect(init?.body).toMatchObject({
      username: 'alice',
      callbackUrl: callback.split('?')[0],
      params: { appVer: '0.0.0' },
    });
    // The address against forgery is in no log, and counts no more.
    expect(JSON.stringify(run.logged)).not.toContain(new URL(callback).pathname.slice(1));
    expect((await visit(callback)).status).toBe(404);
  });

  it('gives a login by the hosted page the verdict of the other type, except for the fields that this flow lacks', async () => {
    const time = new Date(0);
    await visit(await confirmAtPage(await shown(), person, 'alice'));
    await run.screen('succeeded');
    const [prompt] = run.outcomes.map((outcome) => verdictOf(outcome, time));

    const other = await startEmulator();
    const promptless = new LoginRun(other);
    try {
      promptless.submitUsername('alice');
      await promptless.screen('methods');
      promptless.login.dispatch({ type: 'choose-method', method: 'totp' });
      await promptless.screen('code');
      const code = (await personAt(other.url).codes('alice')).totp;
      promptless.login.dispatch({ type: 'submit-code', code });
      await promptless.screen('succeeded');
      const [verdict] = promptless.outcomes.map((outcome) => verdictOf(outcome, time));
      expect(verdict).toMatchObject({ method: 'totp', application: expect.any(String) as unknown });
      expect(prompt).toEqual({
        ...verdict,
        method: null,
        application: null,
        company: null,
        consumerParams: null,
      });
    } finally {
      promptless.close();
      await other.close();
    }
  });

  it.each<readonly [PageEnd, string, object]>([
    ['cancel', 'username', { outcome: 'cancelled' }],
    ['logout', 'username', { outcome: 'cancelled' }],
    ['error', 'failed', { outcome: 'not-now', reason: 'hosted-page' }],
  ])(
    'asks for no credentials if the hosted page comes back with %s',
    async (state, screen, outcome) => {
      await visit(await leavePage(await shown(), state));
      await run.until(screen, (view) => view.screen === screen);
      expect(run.outcomes).toMatchObject([outcome]);
      expect(await paths()).toEqual(['init']);
    },
  );

  it.each(['denied', 'waiting'])(
    'shows the hosted page to a %s user although the login has already ended',
    async (username) => {
      const page = await shown(username);
      expect(page).toContain('/deny/');
      expect(run.view).toMatchObject({ purpose: 'denied-or-waiting', address: page });
      expect(run.outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-service' }]);
      // SEC-81: not even with a token that is good elsewhere.
      const callback = await leavePage(page, 'cancel');
      await visit(callback.replace('cancel', 'ok&serviceToken=abc'));
      expect(await run.screen('failed')).toMatchObject({ code: 'denied' });
      expect(run.outcomes).toHaveLength(1);
      expect(await paths()).toEqual(['init']);
    },
  );
});

describe('input that must not let a user in', () => {
  it('refuses the browser’s address a second time, and shows that it was not opened (SEC-101)', async () => {
    await shown();
    expect((await visit(opened[0] ?? '')).status).toBe(404);
    await run.until('the notice', (view) => view.screen === 'hosted-page' && view.isUnopened);
    expect(JSON.stringify(run.logged)).toContain('address asked for twice');
  });

  it('refuses a forged callback, and then takes the right one (SEC-78)', async () => {
    const page = await shown();
    const callback = await confirmAtPage(page, person, 'alice');
    const own = new URL(callback);
    for (const forged of [
      `${own.origin}/?serviceState=ok&serviceToken=stolen`,
      `${own.origin}/${'A'.repeat(43)}?serviceState=ok&serviceToken=stolen`,
      `${own.origin}/favicon.ico`,
    ]) {
      expect((await visit(forged)).text).toContain('Nothing to do here');
    }
    expect(run.view.screen).toBe('hosted-page');
    await visit(callback);
    await run.screen('succeeded');
    expect(run.outcomes).toHaveLength(1);
  });

  it.each([
    ['an invented token', 'ok&serviceToken=invented', 'expired'],
    ['no token', 'ok', 'answer-malformed'],
  ])('refuses %s with the right address', async (_, query, code) => {
    const callback = await leavePage(await shown(), 'cancel');
    await visit(callback.replace('cancel', query));
    expect(await run.screen('failed')).toMatchObject({ code });
  });

  it('refuses the token of another user', async () => {
    const bob = runAt(emulator);
    try {
      bob.submitUsername('totp-only');
      await bob.screen('hosted-page');
      const page = await ledTo(opened[0]);
      const stolen = new URL(await confirmAtPage(page, person, 'totp-only')).searchParams.get(
        'serviceToken',
      );
      opened = [];
      run.close();
      run = runAt(emulator);
      const callback = await leavePage(await shown(), 'cancel');
      await visit(callback.replace('cancel', `ok&serviceToken=${stolen ?? ''}`));
      expect(await run.screen('failed')).toMatchObject({ code: 'other-username' });
    } finally {
      bob.close();
    }
  });

  it('refuses credentials with another system token (SEC-82)', async () => {
    const callback = await confirmAtPage(await shown(), person, 'alice');
    const result = { systemToken: 'OTHER', email: '', username: 'alice' };
    const body = { status: 'OK', result };
    await person.fault({ path: '/api/transaction/credentials', kind: 'status', status: 200, body });
    await visit(callback);
    expect(await run.screen('failed')).toMatchObject({
      code: 'answer-malformed',
      reference: expect.stringContaining('result.systemToken') as unknown,
    });
  });

  it.each<readonly [string, object]>([
    ['no address', {}],
    ['an address elsewhere', { webURI: 'https://evil.example/api/transaction/process/1' }],
  ])('refuses an answer of init with %s, and opens nothing (SEC-79)', async (_, result) => {
    const body = { status: 'OK', result };
    await person.fault({ path: '/api/transaction/init', kind: 'status', status: 200, body });
    run.submitUsername('alice');
    expect(await run.screen('failed')).toMatchObject({ code: 'answer-malformed' });
    expect(opened).toEqual([]);
  });
});
