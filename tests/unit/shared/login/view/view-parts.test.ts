import { describe, expect, it } from 'vitest';
import type {
  CodeProblem,
  LoginView,
  Notice,
} from '../../../../../shared/login/view/login-view.ts';
import {
  methodsInOrder,
  partsOfNotice,
  partsOfProblem,
  requesterOf,
  timeLimitOf,
  waitOf,
} from '../../../../../shared/login/view/view-parts.ts';
import { NO_REQUESTER } from '../../../../../shared/service/requester.ts';
import {
  accountWaitingView,
  approvalView,
  choicesOf,
  codeView,
  failedView,
  hostedPageView,
  keyView,
  methodsView,
  qrView,
  REQUESTER,
  succeededView,
  usernameView,
  WORDS,
} from '../../../renderer/fixtures.ts';

const LIMIT_MS = 7_000;
const WAITS = [methodsView(), codeView(), keyView(), qrView(), approvalView()] as const;

describe('the parts of a view', () => {
  it('names the requester on every screen but that of the username', () => {
    expect(requesterOf(usernameView())).toEqual(NO_REQUESTER);
    for (const view of [methodsView(), failedView('denied')])
      expect(requesterOf(view)).toEqual(REQUESTER);
  });

  it.each<LoginView>([
    usernameView({ endsInMs: LIMIT_MS }),
    hostedPageView({ endsInMs: LIMIT_MS }),
    accountWaitingView({ endsInMs: LIMIT_MS }),
    failedView('denied', { endsInMs: LIMIT_MS }),
  ])("tells the caller's limit on the screen $screen, which has no wait of its own", (view) => {
    expect(timeLimitOf(view)).toBe(LIMIT_MS);
  });

  it.each<LoginView>([...WAITS, succeededView()])(
    "tells no limit of the caller's on the screen $screen",
    (view) => {
      expect(timeLimitOf(view)).toBeNull();
    },
  );

  it.each<LoginView>([...WAITS, hostedPageView({ purpose: 'verify' })])(
    'finds a wait on the screen $screen',
    (view) => {
      expect(waitOf(view)).toBe(view);
    },
  );

  it.each<LoginView>([
    hostedPageView({ purpose: 'denied-or-waiting' }),
    usernameView(),
    accountWaitingView(),
    failedView('denied'),
    succeededView(),
  ])('finds no wait on the screen $screen, where the login asks nothing', (view) => {
    expect(waitOf(view)).toBeNull();
  });

  it('lists the remembered method first, and the others in the order of the service', () => {
    const choices = choicesOf('push', 'sms', 'totp');
    expect(methodsInOrder(methodsView({ choices, remembered: 'totp' }))).toEqual(
      choicesOf('totp', 'push', 'sms'),
    );
    expect(methodsInOrder(methodsView({ choices, remembered: null }))).toEqual(choices);
  });
});

describe('the parts of a notice', () => {
  it.each<readonly [Notice | null, object]>([
    [{ kind: 'choose-again', serviceText: WORDS }, { serviceText: WORDS }],
    [
      { kind: 'method-refused', method: 'push', serviceText: WORDS },
      { method: 'push', serviceText: WORDS },
    ],
    [
      { kind: 'too-many', method: 'sms', waitMs: 9, serviceText: WORDS },
      { method: 'sms', waitMs: 9, serviceText: WORDS },
    ],
    [
      { kind: 'sent-recently', method: 'sms', waitMs: 9 },
      { method: 'sms', waitMs: 9 },
    ],
    [{ kind: 'sent-too-often', method: 'sms' }, { method: 'sms' }],
    [{ kind: 'approval-refused' }, {}],
    [{ kind: 'possibly-missed' }, {}],
    [{ kind: 'code-accepted-no-event' }, {}],
    [null, {}],
  ])('gives what the notice %j says, and nothing else', (notice, parts) => {
    expect(partsOfNotice(notice)).toEqual({
      method: null,
      waitMs: 0,
      serviceText: null,
      ...parts,
    });
  });
});

describe("the parts of a code's problem", () => {
  it.each<readonly [CodeProblem | null, object]>([
    [{ kind: 'empty', tries: 2 }, { tries: 2 }],
    [{ kind: 'no-code', tries: 2 }, { tries: 2 }],
    [
      { kind: 'too-short', tries: 2 },
      { tries: 2, isDoubt: true },
    ],
    [
      { kind: 'unknown-layout', tries: 2 },
      { tries: 2, isDoubt: true },
    ],
    [
      { kind: 'wrong', tries: 2, serviceText: WORDS },
      { tries: 2, serviceText: WORDS },
    ],
    [
      { kind: 'too-many', waitMs: 9, serviceText: WORDS },
      { waitMs: 9, serviceText: WORDS },
    ],
    [{ kind: 'unanswered' }, {}],
    [null, {}],
  ])('gives what the problem %j says, and nothing else', (problem, parts) => {
    expect(partsOfProblem(problem)).toEqual({
      tries: 0,
      waitMs: 0,
      serviceText: null,
      isDoubt: false,
      ...parts,
    });
  });
});
