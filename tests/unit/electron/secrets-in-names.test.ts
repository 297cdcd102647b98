/**
 * A proxy's user name that is a part of an error's name: redaction for display must not affect a
 * decision.
 */
import { describe, expect, it } from 'vitest';
import type { HttpOutcome } from '../../../electron/network/http-port.ts';
import { givenCredentials } from '../../../electron/service/credentials.ts';
import { createLocalSigner } from '../../../electron/service/request-signer.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';
import { createLogin } from '../../../electron/login/create-login.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import type { Config } from '../../../shared/config/config-schema.ts';
import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { success } from '../../../shared/result.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { settled } from '../../support/fakes/fake-engine.ts';
import { errorAnswer, httpAnswer } from '../../support/fakes/fake-http.ts';
import { testConfig } from '../../support/login/test-config.ts';
import { examine } from './doctor/examine.ts';

const OFFLINE: HttpOutcome = {
  kind: 'network',
  fault: 'offline',
  evidence: toEvidence`ERR_INTERNET_DISCONNECTED`,
};
const OUT_OF_DATE: HttpOutcome = {
  kind: 'tls',
  fault: 'date',
  evidence: toEvidence`ERR_CERT_DATE_INVALID`,
};
const NO_CALLBACK = httpAnswer(400, {
  status: 'ERROR',
  result: { exception: 'MissingFieldException', code: 3, errorMessage: '', name: 'callbackUrl' },
});

/** The logins after a proxy was given this name. */
function knownTo(username: string): ProxyLogins {
  const logins = new ProxyLogins();
  const answer = logins.answer({ name: 'proxy:3128', transport: 'PROXY', scheme: 'basic' }, null);
  if (answer.kind === 'none')
    logins.provide(answer.proxy.id, { username, password: 'a password of no matter' });
  return logins;
}

/** The result of a login with this answer to its first call. */
async function loginWith(
  username: string,
  answer: HttpOutcome,
  login: Partial<Config['login']> = {},
): Promise<Readonly<{ outcome: LoginOutcome | undefined; view: LoginView }>> {
  const outcomes: LoginOutcome[] = [];
  const controller = createLogin({
    details: null,
    hostedPage: null,
    proxyLogins: knownTo(username),
    config: testConfig({ login }),
    credentials: givenCredentials(createLocalSigner(Buffer.from('secret'), 'hex'), 'SYSTEM-TOKEN'),
    version: '1',
    http: () => Promise.resolve(answer),
    webSocket: () => {
      throw new Error('no websocket in this test');
    },
    clock: new FakeClock(),
    random: () => 0.5,
    endsAtMs: null,
    preferences: { username: () => '', methodFor: () => null, remember: () => undefined },
    signedAnswers: new Set(),
    log: () => undefined,
    username: 'alice',
    onView: () => undefined,
    onOutcome: (outcome) => outcomes.push(outcome),
    onLeave: () => undefined,
  });
  controller.dispatch({ type: 'submit-username', username: 'alice' });
  await settled();
  return { outcome: outcomes.at(-1), view: controller.view().view };
}

describe('a proxy’s user with the name', () => {
  it('keeps the code offline for a proxy’s user "internet", in login and doctor (SEC-23)', async () => {
    const { view } = await loginWith('internet', OFFLINE);
    expect(view).toMatchObject({ screen: 'failed', code: 'offline' });
    const { report } = await examine(
      { http: () => Promise.resolve(OFFLINE), secrets: () => knownTo('internet').secrets() },
      { config: success(testConfig()) },
    );
    expect(report.findings.find(({ verdict }) => verdict === 'wrong')).toMatchObject({
      check: 'name',
      code: 'offline',
    });
    // And is not shown.
    expect(JSON.stringify([view, report]).toLowerCase()).not.toContain('internet');
  });

  it('keeps the fail mode for a proxy’s user "internet" (SEC-23)', async () => {
    const { outcome } = await loginWith('internet', OFFLINE, {
      failMode: 'allow-when-unreachable',
    });
    expect(outcome?.outcome).toBe('allowed-unreachable');
  });

  it.each<readonly [username: string, HttpOutcome, code: string]>([
    ['cert_date', OUT_OF_DATE, 'tls-expired'],
    ['invalidsignature', errorAnswer('InvalidSignatureException', 9), 'secret-wrong'],
    ['APIException', errorAnswer('APIException', 10), 'system-token-wrong'],
    ['callbackUrl', NO_CALLBACK, 'application-type-wrong'],
  ])('keeps for a proxy’s user "%s" the code of %o', async (username, answer, code) => {
    const { view } = await loginWith(username, answer);
    expect(view).toMatchObject({ screen: 'failed', code });
    expect(JSON.stringify(view).toLowerCase()).not.toContain(username.toLowerCase());
  });

  it('keeps a bypass one for a proxy’s user "bypassed"', async () => {
    const { outcome } = await loginWith('bypassed', errorAnswer('UserBypassedException', 45));
    expect(outcome?.outcome).toBe('bypassed');
  });
});
