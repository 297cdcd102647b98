import { hostname, release, type } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  givenCredentials,
  type CredentialSource,
} from '../../../../electron/service/credentials.ts';
import { createLocalSigner } from '../../../../electron/service/request-signer.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { createLogin } from '../../../../electron/login/create-login.ts';
import { ProxyLogins } from '../../../../electron/network/proxy-credentials.ts';
import type { LoginController } from '../../../../electron/login/login-controller.ts';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { failure } from '../../../../shared/result.ts';
import type { Config } from '../../../../shared/config/config-schema.ts';
import { LOGIN_LIMITS } from '../../../../shared/login/machine/login-limits.ts';
import type { LoginOutcome } from '../../../../shared/outcomes/login-outcome.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { settled } from '../../../support/fakes/fake-engine.ts';
import { errorAnswer, FakeHttp, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { testConfig } from '../../../support/login/test-config.ts';

type Run = Readonly<{
  login: LoginController;
  http: FakeHttp;
  outcomes: LoginOutcome[];
  clock: FakeClock;
}>;

/** Puts an engine together and lets it ask init once. */
async function begin(
  config: Config,
  answer: HttpOutcome,
  username = 'alice',
  credentials: CredentialSource | null = null,
  realtime: HttpPort | null = null,
): Promise<Run> {
  const http = new FakeHttp().answer(answer);
  const outcomes: LoginOutcome[] = [];
  const clock = new FakeClock();
  const login = createLogin({
    proxyLogins: new ProxyLogins(),
    details: null,
    hostedPage: null,
    config,
    credentials:
      credentials ??
      givenCredentials(
        createLocalSigner(Buffer.from('secret'), config.service.signatureEncoding),
        config.service.systemToken ?? '',
      ),
    version: '9.8.7',
    http: (request) =>
      (realtime !== null && request.url.includes('/socket.io') ? realtime : http.port)(request),
    webSocket: () => {
      throw new Error('no websocket in this test');
    },
    clock,
    random: () => 0.5,
    endsAtMs: null,
    preferences: { username: () => '', methodFor: () => null, remember: () => undefined },
    signedAnswers: new Set(),
    log: () => undefined,
    username,
    onView: () => undefined,
    onOutcome: (outcome) => outcomes.push(outcome),
    onLeave: () => undefined,
  });
  login.dispatch({ type: 'submit-username', username: 'alice' });
  await settled();
  return { login, http, outcomes, clock };
}

const BYPASS = errorAnswer('UserBypassedException', 45);
const bodyOf = ({ http }: Run): unknown => JSON.parse(http.onlyBody());

describe('the engine put together', () => {
  it('asks the configured service', async () => {
    const run = await begin(
      testConfig({ service: { baseUrl: 'https://x.example/base', signatureHeader: 'X-Brand' } }),
      { kind: 'timeout' },
    );
    expect(run.http.only()).toMatchObject({
      url: 'https://x.example/base/api/transaction/init',
      timeoutMs: 30_000,
    });
    expect(run.http.only().headers['X-Brand']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('sends only the details of this computer that the configuration allows', async () => {
    const whole = await begin(
      testConfig({ login: { userEmail: 'A@X.org', userPhone: '1' } }),
      BYPASS,
    );
    expect(bodyOf(whole)).toEqual({
      systemToken: 'SYSTEM-TOKEN',
      username: 'alice',
      userEmail: 'a@x.org',
      params: {
        appVer: '9.8.7',
        hostName: hostname(),
        os: `${type()} ${release()}`,
        userPhone: '1',
      },
    });
    const least = await begin(
      testConfig({
        params: {
          hostName: false,
          os: false,
          userIP: '192.0.2.9',
          logoutUrl: 'https://login.example',
        },
      }),
      BYPASS,
    );
    expect(bodyOf(least)).toEqual({
      systemToken: 'SYSTEM-TOKEN',
      username: 'alice',
      params: { appVer: '9.8.7', userIP: '192.0.2.9', logoutUrl: 'https://login.example' },
    });
  });
});

describe('the policy', () => {
  it.each([
    [{}, {}, 'bypassed', null],
    [{ bypass: 'deny' }, {}, 'denied', 'bypass-refused'],
    // ERROR answers are not signed: where signatures are required a bypass is no proof
    // (docs/configuration.md).
    [{}, { responseSignature: 'required' }, 'denied', 'bypass-refused'],
    [
      { failMode: 'allow-when-unreachable' },
      { responseSignature: 'required' },
      'denied',
      'bypass-refused',
    ],
    [{}, { responseSignature: 'off' }, 'bypassed', null],
  ] as const)('ends a bypass with %j and %j as %s', async (login, service, outcome, reason) => {
    const { outcomes } = await begin(testConfig({ login, service }), BYPASS);
    expect(outcomes).toMatchObject([reason === null ? { outcome } : { outcome, reason }]);
  });

  it.each([
    ['deny', 'unreachable'],
    ['allow-when-unreachable', 'allowed-unreachable'],
  ] as const)(
    'ends a login without a connection, with the fail mode %s, as %s',
    async (failMode, outcome) => {
      const { outcomes } = await begin(
        testConfig({ login: { failMode } }),
        chromiumFailure('ERR_CONNECTION_REFUSED'),
      );
      expect(outcomes).toMatchObject([{ outcome }]);
    },
  );

  it.each([
    ['ask', 'alice', true],
    ['os', 'os-user', false],
    ['given', 'os-user', false],
  ] as const)('sends for the username setting %s the name %s', async (username, sent, editable) => {
    const run = await begin(testConfig({ login: { username } }), { kind: 'timeout' }, 'os-user');
    expect(bodyOf(run)).toMatchObject({ username: sent });
    run.login.dispatch({ type: 'cancel' });
    expect(run.login.view().view).toMatchObject({ screen: 'username', editable });
  });

  it('takes the times of a login from the configuration', async () => {
    const config = testConfig({
      login: { timeouts: { loginSeconds: 5, requestSeconds: 9, approvalSeconds: 1 } },
    });
    const run = await begin(config, { kind: 'timeout' });
    expect(run.http.only().timeoutMs).toBe(9_000);
    const choosing = testConfig({
      login: config.login,
      service: { realtime: { ...config.service.realtime, connect: 'after-method' } },
    });
    const chosen = await begin(choosing, result(PENDING));
    expect(chosen.login.view().view.screen).toBe('methods');
    expect(chosen.clock.nextInMs).toBe(5_000);
  });
});

const PENDING = { tid: 'tid-1', status: 'pending', methods: ['push', 'totp'] };
const result = (value: object): HttpOutcome => httpAnswer(200, { status: 'OK', result: value });

const withRealtime = (changes: Partial<Config['service']['realtime']>): Config =>
  testConfig({ service: { realtime: { ...testConfig().service.realtime, ...changes } } });

describe('the event channel', () => {
  const open = `0${JSON.stringify({ sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000 })}`;
  const OPENED = { 3: `${open.length}:${open}2:40`, 4: open };

  it.each([
    ['auto', 4, /^40$/],
    ['auto', 3, /^81:42\["subscribe"/],
    ['4', 4, /^40$/],
    ['4', 3, /^$/],
    ['3', 4, /^$/],
    ['3', 3, /^81:42\["subscribe"/],
  ] as const)(
    'sends with the protocol %s configured, to a server of protocol %i, first %s',
    async (protocol, server, sent) => {
      const posts: string[] = [];
      const polls = [Promise.resolve(httpAnswer(200, OPENED[server]))];
      const realtime: HttpPort = ({ method, body }) => {
        if (method === 'GET') return polls.shift() ?? new Promise(() => undefined);
        posts.push(Buffer.from(body ?? []).toString());
        return Promise.resolve(httpAnswer(200, 'ok'));
      };
      const config = withRealtime({ transports: ['polling'], protocol });
      const { login } = await begin(config, result(PENDING), 'alice', null, realtime);
      await settled();
      login.close();
      expect(posts[0] ?? '').toMatch(sent);
    },
  );
});

it('shows beside a wrong code how far the computer’s clock is from the service’s', async () => {
  const config = withRealtime({ connect: 'after-method' });
  const run = await begin(
    config,
    result(PENDING),
    'alice',
    null,
    () => new Promise(() => undefined),
  );
  const headers = { date: new Date(Date.now() + 600_000).toUTCString() };
  run.http.answer(result({ tid: 'tid-1', method: 'totp' }), {
    ...errorAnswer('PasscodeException', 18),
    headers,
  });
  run.login.dispatch({ type: 'choose-method', method: 'totp' });
  await settled();
  run.login.dispatch({ type: 'submit-code', code: '123456' });
  await settled();
  expect(run.login.view().view).toMatchObject({
    screen: 'code',
    problem: { kind: 'wrong', clockOffSeconds: expect.closeTo(600, -1) },
  });
});

describe('credentials that cannot be opened', () => {
  const locked = {
    kind: 'credentials',
    fault: 'key-store-locked',
    evidence: toEvidence`gnome_libsecret`,
  } as const;

  /** A key store that is locked until it is told otherwise. */
  function keyring(): CredentialSource & { isOpen: boolean } {
    const opened = givenCredentials(createLocalSigner(Buffer.from('secret'), 'hex'), 'TOKEN');
    const source = {
      ...opened,
      slackMs: 60_000,
      isOpen: false,
      open: () => (source.isOpen ? opened.open() : Promise.resolve(failure(locked))),
    };
    return source;
  }

  it('ends the login with advice if the credentials are locked, and goes on at a retry once they are not', async () => {
    const store = keyring();
    const run = await begin(testConfig(), BYPASS, 'alice', store);
    expect(run.http.requests).toEqual([]);
    expect(run.outcomes).toMatchObject([{ outcome: 'misconfigured', reason: 'key-store' }]);
    expect(run.login.view().view).toMatchObject({
      screen: 'failed',
      code: 'key-store-locked',
      advice: 'restart',
    });
    store.isOpen = true;
    run.login.dispatch({ type: 'retry' });
    await settled();
    expect(run.http.requests).toHaveLength(1);
    expect(run.outcomes[1]).toMatchObject({ outcome: 'bypassed' });
  });

  it('refuses a login with locked credentials despite the fail mode, and leaves the service its full time (SEC-23)', async () => {
    const config = testConfig({ login: { failMode: 'allow-when-unreachable' } });
    const store = keyring();
    const run = await begin(config, { kind: 'timeout' }, 'alice', store);
    expect(run.outcomes).toMatchObject([{ outcome: 'misconfigured', reason: 'key-store' }]);
    // The service got no request yet: if unreachable, it still is.
    store.isOpen = true;
    run.login.dispatch({ type: 'retry' });
    await settled();
    expect(run.http.only().timeoutMs).toBe(30_000);
    expect(run.outcomes[1]).toMatchObject({ outcome: 'allowed-unreachable' });
  });

  it('does not take a key store that never answers for a service that does not (SEC-23)', async () => {
    const config = testConfig({ login: { failMode: 'allow-when-unreachable' } });
    const store = { ...keyring(), open: () => new Promise<never>(() => undefined) };
    const run = await begin(config, BYPASS, 'alice', store);
    // The time of the request, of the key store, and of an answer that comes late.
    expect(run.clock.nextInMs).toBe(30_000 + 60_000 + LOGIN_LIMITS.answerSlackMs);
    run.clock.advance(300_000);
    await settled();
    expect(run.http.requests).toEqual([]);
    expect(run.outcomes.map(({ outcome }) => outcome)).not.toContain('allowed-unreachable');
    expect(run.login.view().view).toMatchObject({ screen: 'failed' });
  });
});
