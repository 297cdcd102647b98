import { describe, expect, it } from 'vitest';
import { transition } from '../../../../../shared/login/machine/login-machine.ts';
import {
  attemptOf,
  deadlinesOf,
  inAdvanceOf,
  initialState,
  NOTHING_IN_ADVANCE,
  transactionOf,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import { subjectOf } from '../../../../../shared/login/machine/step.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ALICE,
  REQUESTER,
  denialPage,
  enteringCode,
  exception,
  failedState,
  hostedPage,
  listening,
  NOW_MS,
  offering,
  pending,
  policyWith,
  requesting,
  selecting,
  transaction,
  starting,
  submittingCode,
  TOKEN_EXPIRED,
  verifying,
  WRONG_CODE,
  type EventOf,
  type EventType,
  type Kind,
} from '../../../../support/login/login-fixtures.ts';

/** Every state kind once at least, and again where an event does something else in it. */
const COLUMNS = {
  'username-entry': initialState('alice'),
  starting: starting(),
  'method-selection': selecting(),
  'challenge-starting, listening': listening('push'),
  'challenge-starting, push requested': requesting('push'),
  'code-entry, totp': enteringCode(),
  'code-submitting, totp': submittingCode(),
  'approval-pending, push': pending('push'),
  'approval-pending, verifying': pending('push', {
    transaction: transaction({ verification: verifying() }),
  }),
  'hosted-page': hostedPage(),
  'hosted-page, came back': hostedPage(true),
  'denial-page': denialPage(),
  'account-waiting': {
    kind: 'account-waiting',
    attempt: 1,
    username: 'alice',
    requester: REQUESTER,
    webUri: null,
    inAdvance: NOTHING_IN_ADVANCE,
  },
  'failed, closed': failedState(),
  'failed, still open': failedState({
    code: 'server-error',
    method: 'totp',
    transaction: transaction(),
  }),
  succeeded: {
    kind: 'succeeded',
    attempt: 1,
    outcome: 'confirmed',
    username: 'alice',
    requester: REQUESTER,
    method: 'push',
    identity: ALICE,
    serviceText: null,
    answeredBy: 'service',
  },
} as const satisfies Record<string, LoginState>;
const STATES: readonly (readonly [name: string, state: LoginState])[] = Object.entries(COLUMNS);

/** A type error here: a state kind has no column. */
const kindsCovered: Record<Kind, true> = {
  ...({} as Record<(typeof COLUMNS)[keyof typeof COLUMNS]['kind'], true>),
};

const EVENTS: { readonly [Type in EventType]: EventOf<Type> } = {
  'submit-username': { type: 'submit-username', username: 'alice' },
  'choose-method': { type: 'choose-method', method: 'totp' },
  'submit-code': { type: 'submit-code', code: '123456' },
  'keep-waiting': { type: 'keep-waiting' },
  'show-page-again': { type: 'show-page-again' },
  'go-back': { type: 'go-back' },
  retry: { type: 'retry' },
  cancel: { type: 'cancel' },
  'report-not-started': { type: 'report-not-started' },
  finish: { type: 'finish' },
  'transaction-started': {
    type: 'transaction-started',
    attempt: 1,
    transaction: offering(['push', 'totp']),
  },
  'transaction-failed': {
    type: 'transaction-failed',
    attempt: 1,
    failure: exception('APIException', 10),
  },
  'event-channel-confirmed': {
    type: 'event-channel-confirmed',
    attempt: 1,
    mayHaveMissedEvents: false,
  },
  'event-channel-lost': {
    type: 'event-channel-lost',
    attempt: 1,
    evidence: toEvidence`transport close`,
  },
  'approval-received': { type: 'approval-received', attempt: 1, token: 1 },
  'approval-missed': { type: 'approval-missed', attempt: 1 },
  'denial-received': { type: 'denial-received', attempt: 1 },
  'method-selected': {
    type: 'method-selected',
    attempt: 1,
    challenge: 1,
    selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
  },
  'method-failed': {
    type: 'method-failed',
    attempt: 1,
    challenge: 1,
    failure: exception('MissingFieldException', 3, { field: 'method' }),
  },
  'code-accepted': { type: 'code-accepted', attempt: 1, challenge: 1 },
  'code-failed': { type: 'code-failed', attempt: 1, challenge: 1, failure: WRONG_CODE },
  'callback-received': {
    type: 'callback-received',
    attempt: 1,
    callback: { state: 'ok', token: 1 },
  },
  'page-moved': { type: 'page-moved', attempt: 1, address: 'https://mfa.example.com/next' },
  'page-closed': { type: 'page-closed', attempt: 1 },
  'page-failed': {
    type: 'page-failed',
    attempt: 1,
    failure: { kind: 'browser', evidence: toEvidence`not opened` },
  },
  'token-redeemed': { type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE },
  'token-failed': { type: 'token-failed', attempt: 1, token: 0, failure: TOKEN_EXPIRED },
  'time-passed': { type: 'time-passed' },
};

/** `----` is ignored: the state does not change, and the event is reported. */
const NEXT = {
  name: 'username-entry',
  init: 'starting',
  pick: 'method-selection',
  chal: 'challenge-starting',
  code: 'code-entry',
  sent: 'code-submitting',
  wait: 'approval-pending',
  page: 'hosted-page',
  deny: 'denial-page',
  acct: 'account-waiting',
  fail: 'failed',
  good: 'succeeded',
} as const satisfies Record<string, Kind>;
type Cell = keyof typeof NEXT | '----';
type Row = readonly Cell[];

// prettier-ignore
const TABLE: Record<EventType, Row> = {
  //                      name    init    pick    listen  request code    sent    wait    verify
  // page    back    deny    acct    closed  open    good
  'submit-username':     ['init', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'choose-method':       ['----', '----', 'chal', '----', '----', 'chal', '----', 'chal', 'chal', '----', '----', '----', '----', '----', 'chal', '----'],
  'submit-code':         ['----', '----', '----', '----', '----', 'sent', '----', 'chal', 'chal', '----', '----', '----', '----', '----', '----', '----'],
  'keep-waiting':        ['----', '----', 'pick', '----', '----', 'code', '----', 'wait', 'wait', 'page', '----', '----', '----', '----', '----', '----'],
  'show-page-again':     ['----', '----', '----', '----', '----', '----', '----', '----', '----', 'page', '----', 'deny', '----', '----', '----', '----'],
  'go-back':             ['----', 'name', 'name', 'pick', 'pick', 'pick', 'pick', 'pick', 'pick', 'name', 'name', 'name', 'name', 'name', 'pick', '----'],
  'retry':               ['----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', 'init', 'init', 'name', 'chal', '----'],
  'cancel':              ['----', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', 'name', '----'],
  'report-not-started':  ['----', '----', '----', 'fail', 'fail', '----', '----', 'fail', 'fail', '----', '----', '----', '----', '----', '----', '----'],
  'finish':              ['----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', 'good'],
  'transaction-started': ['----', 'pick', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'transaction-failed':  ['----', 'fail', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'event-channel-confirmed':  ['----', '----', 'pick', 'chal', 'chal', 'code', 'sent', 'wait', 'wait', '----', '----', '----', '----', '----', 'fail', '----'],
  'event-channel-lost':       ['----', '----', 'pick', 'chal', 'chal', 'code', 'sent', 'wait', 'wait', '----', '----', '----', '----', '----', 'fail', '----'],
  'approval-received':   ['----', '----', 'pick', 'chal', 'chal', 'code', 'sent', 'wait', 'wait', '----', '----', '----', '----', '----', 'fail', '----'],
  'approval-missed':     ['----', '----', 'pick', 'chal', 'chal', 'code', 'sent', 'wait', 'wait', '----', '----', '----', '----', '----', 'fail', '----'],
  'denial-received':     ['----', '----', '----', '----', 'fail', '----', '----', 'fail', 'wait', '----', '----', '----', '----', '----', '----', '----'],
  'method-selected':     ['----', '----', '----', '----', 'wait', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'method-failed':       ['----', '----', '----', '----', 'pick', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'code-accepted':       ['----', '----', '----', '----', '----', '----', 'wait', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'code-failed':         ['----', '----', '----', '----', '----', '----', 'code', '----', '----', '----', '----', '----', '----', '----', '----', '----'],
  'callback-received':   ['----', '----', '----', '----', '----', '----', '----', '----', '----', 'page', '----', 'fail', '----', '----', '----', '----'],
  'page-moved':          ['----', '----', '----', '----', '----', '----', '----', '----', '----', 'page', '----', 'deny', '----', '----', '----', '----'],
  'page-closed':         ['----', '----', '----', '----', '----', '----', '----', '----', '----', 'name', '----', 'fail', '----', '----', '----', '----'],
  'page-failed':         ['----', '----', '----', '----', '----', '----', '----', '----', '----', 'page', '----', 'deny', '----', '----', '----', '----'],
  'token-redeemed':      ['----', '----', '----', '----', '----', '----', '----', '----', 'good', '----', 'good', '----', '----', '----', '----', '----'],
  'token-failed':        ['----', '----', '----', '----', '----', '----', '----', '----', 'wait', '----', 'fail', '----', '----', '----', '----', '----'],
  'time-passed':         ['name', 'init', 'pick', 'chal', 'chal', 'code', 'sent', 'wait', 'wait', 'page', 'page', 'deny', 'acct', 'fail', 'fail', 'good'],
};

const context = { nowMs: NOW_MS, policy: policyWith() };

/** The cell of a state and an event, in the table's words. */
function cellOf(state: LoginState, type: EventType): Cell {
  const next = transition(state, EVENTS[type], context);
  const isIgnored = next.effects.some((effect) => effect.type === 'ignored-event');
  if (isIgnored) {
    expect(next.state).toBe(state);
    expect(next.effects).toEqual([{ type: 'ignored-event', event: type, state: state.kind }]);
    return '----';
  }
  const word = Object.entries(NEXT).find(([, kind]) => kind === next.state.kind)?.[0];
  return word as Cell;
}

describe('every event in every state', () => {
  it('keeps a column of the table for every state kind', () => {
    expect(kindsCovered).toBeDefined();
    expect(new Set(STATES.map(([, state]) => state.kind))).toEqual(new Set(Object.values(NEXT)));
    expect(Object.values(TABLE).map((row) => row.length)).toEqual(
      Object.keys(TABLE).map(() => STATES.length),
    );
  });

  it.each(Object.keys(EVENTS) as EventType[])(
    'leads on %s from every state to the next one of the table',
    (type) => {
      const found = Object.fromEntries(STATES.map(([name, state]) => [name, cellOf(state, type)]));
      const expected = Object.fromEntries(
        STATES.map(([name], index) => [name, TABLE[type][index]]),
      );
      expect(found).toEqual(expected);
    },
  );

  it.each(STATES)('leaves the state as it was given on every event: %s', (_name, state) => {
    const before = structuredClone(state);
    for (const event of Object.values(EVENTS)) transition(state, event, context);
    expect(state).toEqual(before);
  });

  it.each(STATES)(
    'gives states and effects that are plain data on every event: %s',
    (_name, state) => {
      for (const event of Object.values(EVENTS)) {
        const next = transition(state, event, context);
        expect(structuredClone(next)).toEqual(next);
        expect(JSON.parse(JSON.stringify(next))).toEqual(next);
      }
    },
  );

  it.each(STATES)('takes no signal of another attempt: %s', (_name, state) => {
    for (const event of Object.values(EVENTS)) {
      if (!('attempt' in event)) continue;
      for (const attempt of [0, 2, NaN]) {
        if (state.kind === 'username-entry' && attempt === 0) continue;
        expect(transition(state, { ...event, attempt }, context).state).toBe(state);
      }
    }
  });

  it.each(STATES)(
    'decides by the kind, whatever members another kind has besides: %s',
    (_name, state) => {
      const withForeign = <Value extends object>(value: Value, others: readonly object[]): Value =>
        Object.assign({}, ...others, value) as Value;
      const states = STATES.map(([, other]) => other);
      const strange = withForeign(state, states);
      const factsOf = (one: LoginState) => [
        transactionOf(one),
        inAdvanceOf(one),
        attemptOf(one),
        deadlinesOf(one, policyWith()),
        subjectOf(one),
      ];
      expect(factsOf(strange)).toEqual(factsOf(state));
      for (const event of Object.values(EVENTS)) {
        const { state: next, effects } = transition(state, event, context);
        const besides = transition(strange, withForeign(event, Object.values(EVENTS)), context);
        expect([event.type, besides.state.kind, besides.effects]).toEqual([
          event.type,
          next.kind,
          effects,
        ]);
      }
    },
  );

  it.each(STATES)('takes no signal of another challenge: %s', (_name, state) => {
    for (const event of Object.values(EVENTS)) {
      if (!('challenge' in event)) continue;
      for (const number of [0, 2]) {
        expect(transition(state, { ...event, challenge: number }, context).state).toBe(state);
      }
    }
  });
});

describe('codes', () => {
  it.each(['totp', 'sms', 'yotp'] as const)(
    'keeps a code in the effect and out of the state: %s',
    (method) => {
      const code = method === 'yotp' ? 'cccccbcdefghcbdefghijklnrtuv' : '918273';
      const next = transition(enteringCode(method), { type: 'submit-code', code }, context);
      expect(JSON.stringify(next.state)).not.toContain(code);
      expect(JSON.stringify(next.effects)).toContain(code);
      const wrong = transition(next.state, EVENTS['code-failed'], context);
      expect(JSON.stringify(wrong)).not.toContain(code);
    },
  );
});
