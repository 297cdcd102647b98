import { deepAnswer } from '../../support/deep-answer.ts';

/** A fault of one answer, as the emulator's control API takes it, without the path. */
export type AnswerFault = Readonly<{ kind: string } & Record<string, unknown>>;

/**
 * How a login must stand after a fault, at each endpoint: `screen:detail`. `failed:` names the
 * error code, `methods:`, `code:`, `key:` and `wait:` the notice or problem, `in` is success.
 */
export type Ends = readonly [
  init: string,
  methodSSH: string,
  confirmCode: string,
  securityKey: string,
  credentials: string,
];

export type FaultRow = readonly [name: string, fault: AnswerFault, ends: Ends];

const everywhere = (end: string): Ends => [end, end, end, end, end];
const failed = (code: string): Ends => everywhere(`failed:${code}`);

/** No answer: a code may have counted, a token is sent once more, and then the approval may be lost. */
const unanswered = (code: string): Ends => [
  `failed:${code}`,
  `failed:${code}`,
  'code:unanswered',
  'key:unanswered',
  'wait:possibly-missed',
];
const NO_ANSWER = unanswered('network-unreachable');
const SLOW = unanswered('request-timed-out');
const MALFORMED = failed('answer-malformed');
/** Where the specification gives no result, whatever stands there is not read. */
const MALFORMED_RESULT: Ends = [
  'failed:answer-malformed',
  'failed:answer-malformed',
  'failed:answer-malformed',
  'in',
  'failed:answer-malformed',
];
const UNKNOWN = failed('unknown-exception');
const TOO_MANY: Ends = [
  'failed:too-many-attempts',
  'methods:too-many',
  'code:too-many',
  'key:too-many',
  'failed:too-many-attempts',
];

const exception = (
  name: string,
  code: unknown,
  more: Readonly<Record<string, unknown>> = {},
): AnswerFault => ({
  kind: 'exception',
  exception: name,
  code,
  ...more,
});
const status = (value: number, more: Readonly<Record<string, unknown>> = {}): AnswerFault => ({
  kind: 'status',
  status: value,
  ...more,
});
const envelope = (value: unknown): AnswerFault => ({ kind: 'body', envelope: value });
const result = (value: unknown): AnswerFault => ({ kind: 'body', result: value });

/** One fault of each kind, and where it must leave the login; all of them: service-client.test.ts. */
export const ANSWER_FAULTS: readonly FaultRow[] = [
  ['reset before the answer', { kind: 'reset' }, NO_ANSWER],
  ['reset in the body', { kind: 'reset', when: 'in-body' }, NO_ANSWER],
  ['hang before the answer', { kind: 'hang' }, SLOW],
  ['HTTP 204', status(204), failed('unexpected-status')],
  [
    'HTTP 302 to a page',
    status(302, { headers: { location: '/login' } }),
    failed('not-the-service'),
  ],
  ['HTTP 302 without a place', status(302), failed('unexpected-status')],
  ['HTTP 403', status(403), failed('unexpected-status')],
  ['HTTP 407', status(407), failed('proxy-login-unsupported')],
  ['HTTP 429', status(429), TOO_MANY],
  ['HTTP 500', status(500), failed('server-error')],
  ['HTTP 511', status(511), failed('network-sign-in')],
  [
    'a good answer with HTTP 201',
    status(201, { body: { status: 'OK', result: true } }),
    failed('unexpected-status'),
  ],
  ['HTML with HTTP 200', { kind: 'html' }, failed('not-the-service')],
  ['a body of 1 MiB', { kind: 'oversize' }, failed('answer-too-large')],
  ['JSON nested 120,000 deep', status(200, { body: deepAnswer('u') }), MALFORMED],
  ['truncated JSON', { kind: 'truncated-json' }, MALFORMED],
  ['an empty body', status(200), MALFORMED],
  ['a JSON array', envelope([]), MALFORMED],
  ['an unknown status', envelope({ status: 'MAYBE', result: {} }), MALFORMED],
  [
    'ERROR without a name',
    envelope({ status: 'ERROR', code: 400, result: { code: 45 } }),
    MALFORMED,
  ],
  ['a result of null', result(null), MALFORMED_RESULT],
  ['a result of a text', result('true'), MALFORMED_RESULT],
  ['a result of false', result(false), MALFORMED_RESULT],
  ['a wrong signature', { kind: 'wrong-signature' }, failed('response-signature-wrong')],
  ['no signature', { kind: 'missing-signature' }, everywhere('in')],
  ['APIException 10', exception('APIException', 10), failed('system-token-wrong')],
  [
    'InvalidSignatureException 9',
    exception('InvalidSignatureException', 9),
    failed('secret-wrong'),
  ],
  [
    'TransactionIdExpiredException 11',
    exception('TransactionIdExpiredException', 11),
    failed('expired'),
  ],
  [
    'TransactionAccessTokenExpiredException 11',
    exception('TransactionAccessTokenExpiredException', 11),
    [
      'failed:unknown-exception',
      'methods:choose-again',
      'methods:choose-again',
      'methods:choose-again',
      'wait:approval-refused',
    ],
  ],
  [
    'MissingFieldException 3',
    exception('MissingFieldException', 3, { name: 'userIP' }),
    failed('field-missing'),
  ],
  [
    'MissingFieldException 3 callbackUrl',
    exception('MissingFieldException', 3, { name: 'callbackUrl' }),
    failed('application-type-wrong'),
  ],
  [
    'PasscodeException 18',
    exception('PasscodeException', 18),
    [
      'failed:unknown-exception',
      'failed:unknown-exception',
      'code:wrong',
      'key:wrong',
      'failed:unknown-exception',
    ],
  ],
  [
    'UserBypassedException 45',
    exception('UserBypassedException', 45),
    [
      'in',
      'failed:unknown-exception',
      'failed:unknown-exception',
      'failed:unknown-exception',
      'failed:unknown-exception',
    ],
  ],
  ['UserBypassedException with another number', exception('UserBypassedException', 46), UNKNOWN],
  ['an unknown exception', exception('ServiceMoodException', 99), UNKNOWN],
  [
    'TooManyRequestsException with HTTP 429',
    exception('TooManyRequestsException', 429, { status: 429 }),
    TOO_MANY,
  ],
  [
    'PasscodeException with HTTP 422',
    exception('PasscodeException', 18, { status: 422 }),
    [
      'failed:unknown-exception',
      'failed:unknown-exception',
      'code:wrong',
      'key:wrong',
      'failed:unknown-exception',
    ],
  ],
  [
    'an unknown exception with HTTP 429',
    exception('ServiceMoodException', 99, { status: 429 }),
    TOO_MANY,
  ],
  [
    'an exception with HTTP 407',
    exception('PasscodeException', 18, { status: 407 }),
    failed('proxy-login-unsupported'),
  ],
  [
    'UserBypassedException 45 with HTTP 403',
    exception('UserBypassedException', 45, { status: 403 }),
    failed('unexpected-status'),
  ],
  ['UserDeniedException', exception('UserDeniedException', 1), failed('denied')],
  [
    'ApplicationDisabledException',
    exception('ApplicationDisabledException', 1),
    failed('application-refused'),
  ],
  ['SubscriptionExpiredException', exception('SubscriptionExpiredException', 1), failed('licence')],
  [
    'UnsupportedVersionException',
    exception('UnsupportedVersionException', 1),
    failed('request-refused'),
  ],
  [
    'TransactionLockedException',
    exception('TransactionLockedException', 1),
    failed('too-many-attempts'),
  ],
  [
    'UnknownAccessTokenException',
    exception('UnknownAccessTokenException', 1),
    [
      'failed:expired',
      'failed:expired',
      'failed:expired',
      'failed:expired',
      'wait:approval-refused',
    ],
  ],
];
