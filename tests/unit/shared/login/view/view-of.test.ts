import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ERROR_CATALOG,
  ERROR_CODES,
  hasTrait,
} from '../../../../../shared/outcomes/error-catalog.ts';
import {
  NOTHING_IN_ADVANCE,
  initialState,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import type { LoginPolicy } from '../../../../../shared/login/machine/login-policy.ts';
import type { LoginView } from '../../../../../shared/login/view/login-view.ts';
import { isOpenable } from '../../../../../shared/security/openable.ts';
import { viewOf, type ViewContext } from '../../../../../shared/login/view/view-of.ts';
import { METHODS } from '../../../../../shared/service/methods.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  APPROVAL_MS,
  REQUESTER,
  challenge,
  denialPage,
  enteringCode,
  failedState,
  listening,
  NOW_MS,
  pending,
  policyWith,
  requesting,
  selecting,
  transaction,
  starting,
  submittingCode,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';
import { anyCharacter } from '../../../../support/random/any-character.ts';

type Context = Partial<Omit<ViewContext, 'policy'> & Readonly<{ policy: Partial<LoginPolicy> }>>;
function view(
  state: LoginState,
  { nowMs = NOW_MS, policy = {}, remembered = null, hostName = null }: Context = {},
): LoginView {
  return viewOf(state, { nowMs, policy: policyWith(policy), remembered, hostName });
}

describe('the username', () => {
  it('shows the username editable unless it is fixed, and busy while init is under way', () => {
    expect(view(initialState('alice'))).toEqual({
      screen: 'username',
      username: 'alice',
      editable: true,
      busy: false,
      problem: null,
      tries: 0,
      isLeftOnPhone: false,
      endsInMs: null,
    });
    expect(view(starting())).toMatchObject({
      screen: 'username',
      busy: true,
      problem: null,
      tries: 0,
    });
    const submit = { type: 'submit-username', username: '' } as const;
    const refused = new LoginScenario().send(submit, submit);
    expect(refused.view()).toMatchObject({ busy: false, problem: 'empty', tries: 2 });
    const fixed = viewOf(initialState(), {
      nowMs: NOW_MS,
      policy: policyWith({ isUsernameEditable: false }),
      remembered: null,
      hostName: null,
    });
    expect(fixed).toMatchObject({ editable: false });
  });
});

describe('the methods', () => {
  it('shows the methods that init offered, in its order, each with its time', () => {
    const sends = {
      push: { count: 1, againAtMs: NOW_MS + 5_000 },
      sms: { count: 3, againAtMs: NOW_MS },
      email: { count: 2, againAtMs: NOW_MS - 1 },
    };
    const shown = view(selecting({ methods: ['sms', 'push', 'totp', 'email'], sends }));
    expect(shown).toMatchObject({
      screen: 'methods',
      requester: REQUESTER,
      starting: null,
      choices: [
        { method: 'sms', availableInMs: null },
        { method: 'push', availableInMs: 5_000 },
        { method: 'totp', availableInMs: 0 },
        { method: 'email', availableInMs: 0 },
      ],
    });
  });

  it('names the remembered method only if it is offered', () => {
    expect(view(selecting(), { remembered: 'push' })).toMatchObject({ remembered: 'push' });
    expect(view(selecting({ methods: ['totp'] }), { remembered: 'push' })).toMatchObject({
      remembered: null,
    });
  });

  it('says which method is being started', () => {
    expect(view(listening('phoneCall'))).toMatchObject({
      screen: 'methods',
      starting: 'phoneCall',
      notice: null,
    });
  });
});

describe('a challenge', () => {
  it.each(METHODS)('shows for %s its own screen and no other data', (method) => {
    const codeMethod = method === 'totp' || method === 'sms' || method === 'yotp' ? method : null;
    const data = {
      phoneNumber: '+49 ••• 42',
      codeLength: 6,
      qrText: method === 'qrcode' ? 'qr:text' : null,
    };
    const state = codeMethod
      ? enteringCode(codeMethod, { challenge: challenge(method, data) })
      : pending(method, { challenge: challenge(method, data) });
    const shown = view(state, { hostName: 'desk-7' });
    expect(shown).toMatchObject({
      method,
      username: 'alice',
      remainingMs: APPROVAL_MS,
      totalMs: APPROVAL_MS,
    });
    expect('qrText' in shown).toBe(method === 'qrcode');
    expect('hostName' in shown).toBe(shown.screen === 'approval');
  });

  it('hides the telephone number if the administrator wants it', () => {
    const data = { phoneNumber: '+49 ••• 42' };
    for (const state of [
      pending('smsLink', { challenge: challenge('smsLink', data) }),
      enteringCode('sms', { challenge: challenge('sms', data) }),
    ]) {
      expect(view(state)).toMatchObject(data);
      expect(view(state, { policy: { showsDestination: false } })).toMatchObject({
        phoneNumber: null,
      });
    }
  });

  it('counts the time of a challenge from when the method was started', () => {
    const shown = view(pending('push'), { nowMs: NOW_MS + 1_500 });
    expect(shown).toMatchObject({ elapsedMs: 1_500, remainingMs: APPROVAL_MS - 1_500 });
  });

  it('never shows more time for a challenge than for the login', () => {
    const state = pending('push', { transaction: transaction({ loginDeadlineAtMs: NOW_MS + 10 }) });
    expect(view(state)).toMatchObject({ remainingMs: 10 });
    expect(view(state, { nowMs: NOW_MS + 99 })).toMatchObject({ remainingMs: 0 });
  });

  it('keeps the time of the person while a code is checked', () => {
    expect(view(submittingCode())).toMatchObject({
      screen: 'code',
      busy: true,
      remainingMs: APPROVAL_MS,
    });
  });

  it('says when the event channel is not well, and when an approval is checked', () => {
    const state = pending('push', {
      transaction: transaction({ eventChannel: 'reconnecting', verification: verifying() }),
    });
    expect(view(state)).toMatchObject({ link: 'reconnecting', isVerifying: true });
  });

  it('offers other ways if more than one method is offered', () => {
    expect(
      view(pending('push', { transaction: transaction({ methods: ['push'] }) })),
    ).toMatchObject({
      hasOtherMethods: false,
    });
    expect(view(pending('push'))).toMatchObject({ hasOtherMethods: true });
  });

  const sends = { sms: { count: 1, againAtMs: NOW_MS + 20_000 } };
  it.each(['possibly-missed', 'code-accepted-no-event', 'approval-refused'] as const)(
    'offers to send again at once exactly when the machine would: %s',
    (kind) => {
      const lost = {
        transaction: transaction({ sends }),
        challenge: challenge('sms', { notice: { kind } }),
      };
      expect(view(pending('sms', { ...lost, isCodeAccepted: true }))).toMatchObject({
        againInMs: 0,
      });
      expect(view(enteringCode('sms', lost))).toMatchObject({ againInMs: 20_000 });
      expect(view(submittingCode('sms', lost))).toMatchObject({ againInMs: 20_000 });
    },
  );
});

describe('the way on from a challenge', () => {
  it('counts down to when a method that was sent recently can be sent again', () => {
    const notice = { kind: 'sent-recently', method: 'push', untilMs: NOW_MS + 5_000 } as const;
    const state = pending('push', { challenge: challenge('push', { notice }) });
    const shown = { kind: 'sent-recently', method: 'push' };
    expect(view(state)).toMatchObject({ notice: { ...shown, waitMs: 5_000 } });
    expect(view(state, { nowMs: NOW_MS + 5_001 })).toMatchObject({
      notice: { ...shown, waitMs: 0 },
    });
  });

  it("offers more time beside the caller's limit while the wait ends before the login", () => {
    const policy = { endsAtMs: NOW_MS + APPROVAL_MS };
    const endingAt = (loginDeadlineAtMs: number) =>
      view(pending('push', { transaction: transaction({ loginDeadlineAtMs }) }), { policy });
    expect(endingAt(NOW_MS + APPROVAL_MS + 1)).toMatchObject({ canExtend: true });
    expect(endingAt(NOW_MS + APPROVAL_MS)).toMatchObject({ canExtend: false });
  });

  it('lets a login be reported as not started only if a request may have reached a person', () => {
    expect(view(pending('push'))).toMatchObject({ canReportNotStarted: true });
    expect(view(enteringCode('totp'))).toMatchObject({ canReportNotStarted: false });
  });

  it('shows the whole wait for a code that was typed beside a push, without more time', () => {
    expect(view(requesting('totp', { pendingPasscodeLength: 6 }))).toMatchObject({
      screen: 'code',
      isStarting: true,
      isAccepted: false,
      remainingMs: APPROVAL_MS,
      canExtend: false,
    });
  });

  it('says that a code was accepted only after the service accepted one', () => {
    expect(view(enteringCode('sms'))).toMatchObject({ isAccepted: false });
    expect(view(pending('sms', { isCodeAccepted: true }))).toMatchObject({ isAccepted: true });
  });

  it("opens the text of a QR code only with the authenticator's scheme (SEC-7)", () => {
    const withText = (qrText: string | null) =>
      pending('qrcode', { challenge: challenge('qrcode', { qrText }) });
    const policy = { authenticatorScheme: 'authapp' };
    const text = 'authapp://login/1';
    expect(view(withText(text), { policy })).toMatchObject({ qrText: text, canOpen: true });
    expect(view(withText('other://login/1'), { policy })).toMatchObject({ canOpen: false });
    expect(view(withText(text))).toMatchObject({ canOpen: false });
    expect(view(withText(null), { policy })).toMatchObject({ qrText: '', canOpen: false });
  });

  it('verifies nothing and offers no more time on the page of a denial', () => {
    expect(view(denialPage())).toMatchObject({ isVerifying: false, canExtend: false });
  });
});

describe('an end', () => {
  it.each(ERROR_CODES)('gives for %s a code to copy with its evidence', (code) => {
    expect(view(failedState({ code, evidence: toEvidence`init: HTTP 500` }))).toMatchObject({
      screen: 'failed',
      code,
      outcome: ERROR_CATALOG[code].outcome,
      mayBeGuestNetwork: hasTrait(code, 'guest-network'),
      reference: `${code} (init: HTTP 500)`,
    });
  });

  it('offers a method at an end only while the transaction is open', () => {
    expect(view(failedState())).toMatchObject({ canChooseMethod: false });
    expect(view(failedState({ transaction: transaction() }))).toMatchObject({
      canChooseMethod: true,
    });
  });

  it('counts down to when the advice may be taken', () => {
    const state = failedState({ code: 'too-many-attempts', notBeforeMs: NOW_MS + 500 });
    expect(view(state)).toMatchObject({ waitMs: 500 });
    expect(view(state, { nowMs: NOW_MS + 501 })).toMatchObject({ waitMs: 0 });
  });
});

describe('addresses that may be opened (SEC-7)', () => {
  const waiting = (webUri: string | null): LoginState => ({
    kind: 'account-waiting',
    attempt: 1,
    username: 'alice',
    requester: REQUESTER,
    webUri,
    inAdvance: NOTHING_IN_ADVANCE,
  });

  it.each([
    'https://enrol.example.com',
    'https://enrol.example.com/',
    'https://enrol.example.com:8443/a/b?c=d&e#f',
    'HTTPS://EXAMPLE.COM/',
    'https://xn--mnchen-3ya.example/ü',
    'https://example.com/@someone',
    'https://example.com?next=https://other.example',
    'https://[2001:db8::1]/',
  ])('opens the address %s (SEC-7)', (address) => {
    expect(isOpenable(address)).toBe(true);
    expect(view(waiting(address))).toMatchObject({ canOpen: true, webUri: address });
  });

  it.each([
    '',
    'https://',
    'https:///path',
    'https:example.com',
    'http://example.com',
    'file:///etc/passwd',
    'smb://server/share',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id',
    'https://good.example@evil.example',
    'https://user:pass@evil.example/',
    'https://good.example\\@evil.example',
    'https:\\\\evil.example',
    ' https://example.com',
    'https://example.com ',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\n',
    'java\tscript:https://example.com',
    'https://exa\u0000mple.com',
    'https://exa\u007fmple.com',
    'https://example.com/\u202egpj.exe',
    'https://exa\u200bmple.com',
    'view-source:https://example.com',
    'x\nhttps://example.com',
  ])('opens no address %j (SEC-7)', (address) => {
    expect(isOpenable(address)).toBe(false);
    expect(view(waiting(address))).toMatchObject({ canOpen: false, webUri: address });
  });

  it('opens no address if there is none (SEC-7)', () => {
    expect(view(waiting(null))).toMatchObject({ canOpen: false, webUri: null });
  });

  it('opens only https without user info, to the host that is shown (SEC-7)', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        'https',
        'http',
        'file',
        ':',
        '//',
        '/',
        '@',
        '\\',
        '.',
        '#',
        '?',
        ' ',
        '\t',
        '\u0000',
      ),
      fc.constantFrom(
        'good.example',
        'evil.example',
        ':443',
        '%40',
        '%2f',
        '\u202e',
        '\u2044',
        '＠',
        '。',
        '[',
        ']',
      ),
      fc.string({ maxLength: 4, unit: anyCharacter }),
    );
    const addresses = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    const check = (address: string): void => {
      if (!isOpenable(address) || !URL.canParse(address)) return;
      const url = new URL(address);
      expect(url.protocol).toBe('https:');
      expect([url.username, url.password]).toEqual(['', '']);
      const shown = /^https:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
      expect(new URL(`https://${shown}`).host).toBe(url.host);
    };
    fc.assert(fc.property(addresses, check), { numRuns: 1_000 });
    fc.assert(
      fc.property(
        addresses.map((address) => `https://${address}`),
        check,
      ),
      { numRuns: 1_000 },
    );
  });
});
