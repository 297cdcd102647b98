import { describe, expect, it } from 'vitest';
import {
  windowHandlers,
  type WindowHandlersOptions,
} from '../../../../../electron/frontends/window/window-handlers.ts';
import type { ProxyCredentials } from '../../../../../electron/network/proxy-credentials.ts';
import type { LoginController } from '../../../../../electron/login/login-controller.ts';
import type { AppInfo } from '../../../../../shared/ipc/channels.ts';
import type { CallName } from '../../../../../shared/ipc/contract.ts';
import { ERROR_CODES } from '../../../../../shared/outcomes/error-catalog.ts';
import { reportOf } from '../../../../../shared/doctor/report.ts';
import type { LoginPolicy } from '../../../../../shared/login/machine/login-policy.ts';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import {
  NOTHING_IN_ADVANCE,
  initialState,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import { viewOf } from '../../../../../shared/login/view/view-of.ts';
import type { Method } from '../../../../../shared/service/methods.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  REQUESTER,
  failedState,
  NOW_MS,
  pending,
  policyWith,
  challenge,
} from '../../../../support/login/login-fixtures.ts';
import { testConfig } from '../../../../support/login/test-config.ts';

const INFO: AppInfo = {
  version: '1.2.3',
  platform: 'linux',
  messages: {},
  language: 'en',
  brand: { name: 'Gatehouse', logo: null, accent: null, help: null, helpAddress: null },
  isGate: false,
  isReaderOn: false,
};
const REPORT = reportOf([], new Date(0), 5);
/** Then the disk is full. */
const MOST_SAVED = 1;
const DONE = { ok: true, value: {} };
const NOT_NOW = { ok: false, error: { code: 'not-now' } };
const NOT_OPENED = { ok: false, error: { code: 'not-opened' } };

/** The window's handlers over a login that stays in one state and only counts dispatched events. */
function frontendOver(
  state: LoginState,
  changes: Partial<WindowHandlersOptions> = {},
  policy: Partial<LoginPolicy> = {},
) {
  const dispatched: LoginEvent[] = [];
  const copied: string[] = [];
  const opened: string[] = [];
  const asked: string[] = [];
  const provided: (ProxyCredentials & Readonly<{ id: string }>)[] = [];
  const made: string[] = [];
  const saved: string[] = [];
  const done: string[] = [];
  const open = (address: string): Promise<boolean> => {
    opened.push(address);
    return Promise.resolve(true);
  };
  const context = { nowMs: NOW_MS, policy: policyWith(policy), remembered: null, hostName: null };
  const login: Pick<LoginController, 'dispatch' | 'view'> = {
    dispatch: (event) => dispatched.push(event),
    view: () => ({ revision: 7, atMs: 0, view: viewOf(state, context) }),
  };
  const handlers = windowHandlers({
    login: Promise.resolve(login as LoginController),
    preferences: {
      username: () => '',
      methodFor: (username): Method => {
        asked.push(username);
        return 'qrcode';
      },
      remember: () => undefined,
    },
    config: testConfig(),
    info: () => Promise.resolve(INFO),
    onDrawn: () => done.push('drawn'),
    copyText: (text) => copied.push(text),
    openOutside: open,
    openAuthenticator: open,
    quit: () => done.push('quit'),
    hostedView: null,
    proxyLogins: {
      provide: (id, credentials) => {
        provided.push({ id, ...credentials });
        return true;
      },
    },
    openNetworkSignIn: () => open('http'),
    runDoctor: () => Promise.resolve(REPORT),
    makeSupportFile: (report) => {
      const shown = { text: JSON.stringify(report), file: `~/${String(made.length)}` };
      made.push(shown.text);
      return Promise.resolve({ shown, save: () => saved.push(shown.file) <= MOST_SAVED });
    },
    method: null,
    ...changes,
  });
  return { handlers, dispatched, copied, opened, asked, provided, saved, done };
}

const waiting = (webUri: string | null): LoginState => ({
  kind: 'account-waiting',
  attempt: 1,
  username: 'alice',
  requester: REQUESTER,
  webUri,
  inAdvance: NOTHING_IN_ADVANCE,
});
const qr = pending('qrcode', { challenge: challenge('qrcode', { qrText: 'qr:secret-text' }) });

describe('the window’s calls', () => {
  it('returns the view with its revision, and the current app info', async () => {
    let isReaderOn = false;
    const { handlers } = frontendOver(initialState('alice'), {
      info: () => Promise.resolve({ ...INFO, isReaderOn }),
    });
    expect(await handlers['login:get-view']({})).toMatchObject({
      ok: true,
      value: { revision: 7, view: { screen: 'username', username: 'alice' } },
    });
    expect(await handlers['app:get-info']({})).toEqual({ ok: true, value: INFO });
    // A reader that starts later is seen too: it is asked anew.
    isReaderOn = true;
    expect(await handlers['app:get-info']({})).toEqual({
      ok: true,
      value: { ...INFO, isReaderOn: true },
    });
  });

  it.each([
    ['login:choose-method', { method: 'push' }, { type: 'choose-method', method: 'push' }],
    ['login:submit-code', { code: '123' }, { type: 'submit-code', code: '123' }],
    ['login:keep-waiting', {}, { type: 'keep-waiting' }],
    ['login:go-back', {}, { type: 'go-back' }],
    ['login:retry', {}, { type: 'retry' }],
    ['login:cancel', {}, { type: 'cancel' }],
    ['login:finish', {}, { type: 'finish' }],
  ] as const)('tells the login machine of %s', async (channel, argument, event) => {
    const { handlers, dispatched } = frontendOver(initialState());
    const handle = handlers[channel] as (given: unknown) => unknown;
    expect(await handle(argument)).toEqual(DONE);
    expect(dispatched).toEqual([event]);
  });

  it('tells that the page is drawn with the organisation’s look, and quits', async () => {
    const { handlers, done } = frontendOver(initialState());
    expect(await handlers['app:report-drawn']({})).toEqual(DONE);
    expect(await handlers['app:quit']({})).toEqual(DONE);
    expect(done).toEqual(['drawn', 'quit']);
  });
});

describe('a username', () => {
  const config = testConfig({ login: { autoStart: true } });
  it.each<readonly [string, Partial<WindowHandlersOptions>, object, readonly string[]]>([
    ['no method', {}, { method: null }, []],
    ['the remembered method if that is set', { config }, { method: 'qrcode' }, ['alice']],
    [
      'the caller’s method, required',
      { config, method: 'push' },
      { method: 'push', isMethodRequired: true },
      [],
    ],
  ])('begins a login with %s', async (_what, changes, event, names) => {
    const { handlers, dispatched, asked } = frontendOver(initialState(), changes);
    await handlers['login:submit-username']({ username: ' alice ' });
    expect(asked).toEqual(names);
    expect(dispatched).toEqual([{ type: 'submit-username', username: ' alice ', ...event }]);
  });
});

describe('copying', () => {
  const what = ['qr-text', 'error-reference', 'enrolment-address'] as const;
  it.each([
    [qr, ['qr:secret-text', null, null]],
    [
      failedState({ code: 'expired', evidence: toEvidence`init: X 11` }),
      [null, 'expired (init: X 11)', null],
    ],
    [waiting('http://enrol.example.com'), [null, null, 'http://enrol.example.com']],
    [waiting(null), [null, null, null]],
    [initialState(), [null, null, null]],
    [pending('push'), [null, null, null]],
  ] as const)('copies only the text that the screen of $0.kind shows', async (state, texts) => {
    for (const [index, name] of what.entries()) {
      const { handlers, copied } = frontendOver(state);
      const text = texts[index] ?? null;
      expect(await handlers['app:copy-text']({ what: name })).toMatchObject(
        text === null ? NOT_NOW : DONE,
      );
      expect(copied).toEqual(text === null ? [] : [text]);
    }
  });
});

describe('opening the enrolment', () => {
  it('opens the enrolment’s address on the screen at the person’s request', async () => {
    const { handlers, opened } = frontendOver(waiting('https://enrol.example.com/x'));
    expect(await handlers['app:open-enrolment']({})).toEqual(DONE);
    expect(opened).toEqual(['https://enrol.example.com/x']);
  });

  it.each([
    waiting(null),
    waiting('http://enrol.example.com'),
    waiting('file:///etc/passwd'),
    waiting('https://a@b.example'),
    initialState(),
    failedState(),
    qr,
  ])('refuses to open an enrolment in the state $kind with the address $webUri', async (state) => {
    const { handlers, opened } = frontendOver(state);
    expect(await handlers['app:open-enrolment']({})).toMatchObject(NOT_NOW);
    expect(opened).toEqual([]);
  });

  it('opens a code in the authenticator only if the view says that it may', async () => {
    const authenticatorScheme = 'qr';
    const may = frontendOver(qr, {}, { authenticatorScheme });
    expect(await may.handlers['app:open-authenticator']({})).toEqual(DONE);
    expect(may.opened).toEqual(['qr:secret-text']);
    for (const [state, scheme] of [
      [qr, null],
      [qr, 'other'],
      [waiting('qr:secret-text'), 'qr'],
      [initialState(), 'qr'],
    ] as const) {
      const { handlers, opened } = frontendOver(state, {}, { authenticatorScheme: scheme });
      expect(await handlers['app:open-authenticator']({})).toMatchObject(NOT_NOW);
      expect(opened).toEqual([]);
    }
  });

  it.each([
    ['app:open-enrolment', waiting('https://enrol.example.com')],
    ['app:open-authenticator', qr],
    ['app:open-network-sign-in', failedState({ code: 'network-sign-in' })],
  ] as const)('says that the platform opened nothing at %s', async (channel, state) => {
    const no = () => Promise.resolve(false);
    const refusing = { openOutside: no, openAuthenticator: no, openNetworkSignIn: no };
    const { handlers } = frontendOver(state, refusing, { authenticatorScheme: 'qr' });
    expect(await handlers[channel]({})).toMatchObject(NOT_OPENED);
  });
});

describe('a login for the proxy', () => {
  const LOGIN = { username: 'alice', password: ' pass word ' };
  const asking = failedState({
    code: 'proxy-login-required',
    proxy: { id: 'PROXY proxy.example:3128 basic', name: 'proxy.example:3128', hasRefused: false },
  });

  it('gives a login to the proxy that asked, and starts the sign-in again', async () => {
    const { handlers, provided, dispatched } = frontendOver(asking);
    expect(await handlers['login:submit-proxy-login'](LOGIN)).toEqual(DONE);
    // To the proxy named on the screen, regardless of later requests.
    expect(provided).toEqual([{ id: 'PROXY proxy.example:3128 basic', ...LOGIN }]);
    expect(dispatched).toEqual([{ type: 'retry' }]);
  });

  it.each([initialState(), failedState(), failedState({ code: 'proxy-login-required' }), qr])(
    'refuses a login for a proxy that did not ask, in the state $kind $code',
    async (state) => {
      const { handlers, provided, dispatched } = frontendOver(state);
      expect(await handlers['login:submit-proxy-login'](LOGIN)).toMatchObject(NOT_NOW);
      expect([...provided, ...dispatched]).toEqual([]);
    },
  );

  it('starts no login if the proxy no longer asks', async () => {
    const { handlers, dispatched } = frontendOver(asking, {
      proxyLogins: { provide: () => false },
    });
    expect(await handlers['login:submit-proxy-login'](LOGIN)).toMatchObject(NOT_NOW);
    expect(dispatched).toEqual([]);
  });
});

describe('the page of a guest network', () => {
  const may = ['network-sign-in', 'not-the-service', 'tls-other-name'];

  it.each(ERROR_CODES)(
    'lets the page of a guest network be opened at %s only if that may mean one',
    async (code) => {
      const { handlers, opened } = frontendOver(failedState({ code }));
      const isThere = may.includes(code);
      expect(await handlers['app:open-network-sign-in']({})).toMatchObject(
        isThere ? DONE : NOT_NOW,
      );
      expect(opened).toEqual(isThere ? ['http'] : []);
    },
  );

  it('does not open the page of a guest network without a failure', async () => {
    const { handlers } = frontendOver(initialState());
    expect(await handlers['app:open-network-sign-in']({})).toMatchObject(NOT_NOW);
  });
});

describe('the doctor', () => {
  it('answers with the doctor’s report, and copies it only once there is one', async () => {
    const { handlers, copied, dispatched } = frontendOver(initialState());
    expect(await handlers['app:copy-text']({ what: 'doctor-report' })).toMatchObject(NOT_NOW);
    expect(await handlers['app:run-doctor']({})).toEqual({ ok: true, value: REPORT });
    expect(await handlers['app:copy-text']({ what: 'doctor-report' })).toEqual(DONE);
    expect(copied.map((text) => JSON.parse(text) as unknown)).toEqual([REPORT]);
    expect(dispatched).toEqual([]);
  });
});

describe('the support file (SEC-43)', () => {
  it('makes the support file of the last report, and saves it as it was shown', async () => {
    const { handlers, saved } = frontendOver(initialState());
    expect(await handlers['app:make-support-file']({})).toMatchObject(NOT_NOW);
    expect(await handlers['app:save-support-file']({})).toMatchObject(NOT_NOW);
    await handlers['app:run-doctor']({});
    expect(await handlers['app:save-support-file']({})).toMatchObject(NOT_NOW);
    const shown = { text: JSON.stringify(REPORT), file: '~/0' };
    expect(await handlers['app:make-support-file']({})).toEqual({ ok: true, value: shown });
    expect(saved).toEqual([]);
    expect(await handlers['app:save-support-file']({})).toEqual(DONE);
    expect(saved).toEqual(['~/0']);
  });

  it('says that the support file could not be saved', async () => {
    const { handlers } = frontendOver(initialState());
    await handlers['app:run-doctor']({});
    await handlers['app:make-support-file']({});
    await handlers['app:save-support-file']({});
    const refused = { ok: false, error: { code: 'not-saved' } };
    expect(await handlers['app:save-support-file']({})).toMatchObject(refused);
  });
});

describe('an engine that did not load', () => {
  it('fails every call that needs an engine that did not load', async () => {
    const login = Promise.reject<LoginController>(new Error('engine'));
    const { handlers } = frontendOver(initialState(), { login });
    for (const channel of [
      'login:get-view',
      'login:cancel',
      'app:open-enrolment',
    ] satisfies CallName[]) {
      await expect((handlers[channel] as (given: unknown) => Promise<unknown>)({})).rejects.toThrow(
        'engine',
      );
    }
  });
});

describe('the view of the hosted page', () => {
  it('moves the hosted page’s view to its place in the page, and nowhere without one', async () => {
    const moved: unknown[] = [];
    const entered: string[] = [];
    const { handlers } = frontendOver(initialState(), {
      hostedView: {
        moveTo: (place) => moved.push(place),
        focus: (direction) => entered.push(direction),
      },
    });
    const place = { x: 1, y: 2, width: 3, height: 4 };
    expect(await handlers['app:place-hosted-page'](place)).toEqual(DONE);
    expect(await handlers['app:place-hosted-page']({ ...place, width: 0 })).toEqual(DONE);
    expect(await handlers['app:focus-hosted-page']({ at: 'start' })).toEqual(DONE);
    expect(await handlers['app:focus-hosted-page']({ at: 'end' })).toEqual(DONE);
    expect(moved).toEqual([place, null]);
    expect(entered).toEqual(['forward', 'backward']);
  });

  it('answers calls for the hosted page’s view when the page is in the browser', async () => {
    const { handlers } = frontendOver(initialState());
    expect(await handlers['app:place-hosted-page']({ x: 0, y: 0, width: 1, height: 1 })).toEqual(
      DONE,
    );
    expect(await handlers['app:focus-hosted-page']({ at: 'start' })).toEqual(DONE);
  });
});
