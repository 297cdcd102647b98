import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { eventually } from '../../support/eventually.ts';
import { LoginRun, NO_PREFERENCES } from '../../support/login/login-run.ts';
import { personAt, type Person } from '../../../lab/person.ts';

let emulator: Emulator;
let person: Person;
let run: LoginRun;

beforeAll(async () => {
  emulator = await startEmulator();
  person = personAt(emulator.url);
});
afterAll(async () => {
  await emulator.close();
});
beforeEach(() => {
  emulator.reset();
  run = new LoginRun(emulator);
});
afterEach(() => {
  run.close();
});

/** The person's act to confirm by each method, once its screen is there. */
const ACTS: Readonly<Record<Method, () => Promise<void>>> = {
  push: approveNewest('push'),
  email: approveNewest('email'),
  smsLink: approveNewest('smsLink'),
  phoneCall: approveNewest('phoneCall'),
  qrcode: approveNewest('qrcode'),
  sms: async () => {
    const { code = '' } = await person.delivered('alice', 'sms');
    run.login.dispatch({ type: 'submit-code', code });
  },
  totp: async () => {
    run.login.dispatch({ type: 'submit-code', code: (await person.codes('alice')).totp });
  },
  yotp: async () => {
    run.login.dispatch({ type: 'submit-code', code: (await person.codes('alice')).yotp });
  },
};

function approveNewest(method: Method) {
  return async () => {
    await person.approve((await person.delivered('alice', method)).tid);
  };
}

async function choose(method: Method, username = 'alice'): Promise<void> {
  run.submitUsername(username);
  await run.screen('methods');
  run.login.dispatch({ type: 'choose-method', method });
  await run.until(
    `the screen of ${method}`,
    ({ screen }) => !['username', 'methods'].includes(screen),
  );
}

describe('each method leads to success', () => {
  it.each(METHODS)('confirms by %s', async (method) => {
    await choose(method);
    await ACTS[method]();
    const success = await run.screen('succeeded');
    expect(success).toMatchObject({ outcome: 'confirmed', username: 'alice' });
    expect(run.outcomes).toEqual([
      expect.objectContaining({ outcome: 'confirmed', method, username: 'alice' }),
    ]);
    const log = await person.log();
    expect(log.every(({ signatureValid }) => signatureValid)).toBe(true);
    expect(log.filter(({ path }) => path.endsWith('/credentials'))).toHaveLength(1);
    expect(log.filter(({ path }) => path.endsWith('/methodSSH'))).toHaveLength(1);
  });

  it.each([
    { where: 'the screen of a key', goesBack: false },
    { where: 'the list', goesBack: true },
  ])(
    'names no method for a push approved at $where after two starts, and keeps the remembered one',
    async ({ goesBack }) => {
      const remembered: (Method | null)[] = [];
      run.close();
      run = new LoginRun(
        emulator,
        {},
        { ...NO_PREFERENCES, remember: (_name, method) => remembered.push(method) },
      );
      await choose('push');
      run.login.dispatch({ type: 'go-back' });
      run.login.dispatch({ type: 'choose-method', method: 'yotp' });
      await run.until('the key', ({ screen }) => screen === 'security-key');
      if (goesBack) run.login.dispatch({ type: 'go-back' });
      await ACTS.push();
      await run.screen('succeeded');
      expect(run.outcomes).toMatchObject([{ outcome: 'confirmed', method: null }]);
      expect(remembered).toEqual([null]);
    },
  );

  it('names the method of a code that is right before any approval, although a push was started', async () => {
    await choose('push');
    run.login.dispatch({ type: 'go-back' });
    run.login.dispatch({ type: 'choose-method', method: 'totp' });
    await run.until('the code', ({ screen }) => screen === 'code');
    // The service's own event is lost: it comes once the answer is there.
    await person.fault({ path: 'realtime', kind: 'event-lost', times: 1 });
    await ACTS.totp();
    await run.until('the code to be accepted', (view) => view.screen === 'code' && view.isAccepted);
    const [{ tid, member, answer } = expect.fail('no transaction')] = emulator.transactions.all();
    if (answer?.kind !== 'confirmed') throw new Error('nothing was confirmed');
    const event = {
      tid,
      username: member.username,
      eventName: 'TransactionConfirmedEvent',
    } as const;
    emulator.realtime.announce({ ...event, token: answer.token });
    await run.screen('succeeded');
    expect(run.outcomes).toMatchObject([{ outcome: 'confirmed', method: 'totp' }]);
  });

  it('accepts a bypass code as a passcode', async () => {
    await choose('totp');
    const code = (await person.codes('alice')).bypassCodes[0] ?? '';
    run.login.dispatch({ type: 'submit-code', code: ` ${code.slice(0, 3)}-${code.slice(3)} ` });
    await run.screen('succeeded');
  });

  it('accepts access tokens of mixed case like those of small letters', async () => {
    const mixed = await startEmulator({ accessTokens: 'mixed-case' });
    onTestFinished(() => mixed.close());
    run.close();
    run = new LoginRun(mixed);
    await choose('yotp');
    const { yotp: code } = await personAt(mixed.url).codes('alice');
    run.login.dispatch({ type: 'submit-code', code });
    expect(await run.screen('succeeded')).toMatchObject({ outcome: 'confirmed' });
    const bodies = mixed.log.all().map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => /"accessToken":"[a-z0-9]*[A-Z]/.test(body))).toHaveLength(2);
  });

  it('omits the caller’s details of alice for another username (SEC-41)', async () => {
    const details = {
      username: 'alice',
      userEmail: 'a@example.com',
      userPhone: '+49 30 1',
      userIP: '::1',
    };
    const own = new LoginRun(emulator, { details, login: { userPhone: '110' } });
    try {
      for (const username of ['denied', 'ALICE', 'alice ']) {
        own.submitUsername(username);
        await own.until('an answer', ({ screen }) => ['failed', 'methods'].includes(screen));
        own.login.dispatch({ type: 'cancel' });
      }
      const sent = (await person.log()).map(({ body }) => body ?? {});
      expect(sent.map(({ username }) => username)).toEqual(['denied', 'ALICE', 'alice']);
      expect(sent.map(({ userEmail }) => userEmail)).toEqual([
        undefined,
        'a@example.com',
        'a@example.com',
      ]);
      expect(sent.map(({ params }) => params)).toMatchObject([
        { userPhone: '110' },
        { userPhone: '+49 30 1', userIP: '::1' },
        { userPhone: '+49 30 1', userIP: '::1' },
      ]);
      expect(sent[0]).not.toHaveProperty('params.userIP');
      expect(JSON.stringify(own.logged)).not.toMatch(/a@example|\+49/);
    } finally {
      own.close();
    }
  });

  it('lets in by a username without the domain only if the domain is listed', async () => {
    const username = 'CORP\\alice';
    emulator.users.add({ username, methods: ['push'] });
    await person.fault({
      path: '/api/transaction/credentials',
      kind: 'other-username',
      value: 'alice',
    });
    const ends: string[] = [];
    for (const usernameDomains of [[], ['OTHER'], ['corp']]) {
      const own = new LoginRun(emulator, { login: { usernameDomains } });
      try {
        own.submitUsername(username);
        await own.screen('methods');
        own.login.dispatch({ type: 'choose-method', method: 'push' });
        await own.screen('approval');
        await person.approve((await person.delivered(username, 'push', ends.length)).tid);
        const view = await own.until('an end', ({ screen }) =>
          ['failed', 'succeeded'].includes(screen),
        );
        ends.push(view.screen === 'failed' ? view.code : view.screen);
        if (view.screen === 'succeeded')
          expect(own.outcomes).toMatchObject([{ username: 'alice' }]);
      } finally {
        own.close();
      }
    }
    expect(ends).toEqual(['other-username', 'other-username', 'succeeded']);
  });
});

describe('the outcomes of init', () => {
  it('shows the enrolment address of a waiting account, which can be checked again', async () => {
    run.submitUsername('waiting');
    const view = await run.screen('account-waiting');
    expect(view.webUri).toMatch(/^https?:\/\//);
    expect(run.outcomes).toEqual([
      expect.objectContaining({ outcome: 'not-now', reason: 'waiting' }),
    ]);
    run.login.dispatch({ type: 'retry' });
    await eventually('the second answer', () => run.outcomes.length === 2);
    expect((await person.log()).filter(({ path }) => path.endsWith('/init'))).toHaveLength(2);
  });

  it('lets a bypassed user in with an outcome of its own and the words of the service', async () => {
    run.submitUsername('bypassed');
    const view = await run.screen('succeeded');
    expect(view).toMatchObject({ outcome: 'bypassed', serviceText: { message: 'User bypassed' } });
  });

  it('refuses a bypass if the policy says so, and if signatures are required', async () => {
    for (const changes of [
      { login: { bypass: 'deny' } },
      { service: { responseSignature: 'required' } },
    ] as const) {
      const strict = new LoginRun(emulator, changes);
      strict.submitUsername('bypassed');
      expect(await strict.screen('failed')).toMatchObject({ code: 'bypass-refused' });
      strict.close();
    }
  });
});

describe('the acts of a user', () => {
  it('returns to the username when cancelled, sends no request, and ignores a late approval', async () => {
    await choose('push');
    const { tid } = await person.delivered('alice', 'push');
    run.login.dispatch({ type: 'cancel' });
    expect(run.view).toMatchObject({ screen: 'username', username: 'alice' });
    expect(run.outcomes).toEqual([expect.objectContaining({ outcome: 'cancelled' })]);
    await person.approveAtOnce(tid);
    run.submitUsername('alice');
    await run.screen('methods');
    expect((await person.log()).some(({ path }) => path.endsWith('/credentials'))).toBe(false);
  });

  it('lets in by the approval of an abandoned push', async () => {
    await choose('push');
    const { tid } = await person.delivered('alice', 'push');
    run.login.dispatch({ type: 'go-back' });
    await run.screen('methods');
    await person.approve(tid);
    expect(await run.screen('succeeded')).toMatchObject({ outcome: 'confirmed' });
  });
});

describe('a clock that is off', () => {
  it.each([
    ['an hour ahead of the service', -3600, 'totp', /^-3[56]\d\d$/],
    ['an hour behind', 3600, 'totp', /^3[56]\d\d$/],
    ['right', 0, 'totp', /^none$/],
  ] as const)(
    'says with a wrong code how far the clock is off: %s',
    async (_name, seconds, method, expected) => {
      const date = new Date(Date.now() + seconds * 1000).toUTCString();
      await person.fault({ path: '*', kind: 'headers', headers: { date } });
      await choose(method);
      run.login.dispatch({ type: 'submit-code', code: '000000' });
      const view = await run.until(
        'the wrong code',
        (now) => now.screen === 'code' && now.problem !== null,
      );
      const problem = view.screen === 'code' ? view.problem : null;
      expect(
        String(problem?.kind === 'wrong' ? (problem.clockOffSeconds ?? 'none') : problem?.kind),
      ).toMatch(expected);
    },
  );
});
