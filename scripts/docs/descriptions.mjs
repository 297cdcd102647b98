/** Descriptions for the generated tables. A missing entry is a type error, so that every new row is documented. */

/**
 * @type {Readonly<Record<import('../../shared/outcomes/outcomes.ts').AllowedOutcome
 *   | import('../../shared/outcomes/outcomes.ts').RefusedOutcome, string>>}
 */
export const OUTCOME_DESCRIPTIONS = {
  confirmed: 'The person confirmed, and the service named them.',
  bypassed: 'The service asks no confirmation of this person, and the configuration allows that.',
  'allowed-unreachable': 'The service could not be reached, and the configuration lets people in then.',
  denied: 'The service, the person, or the policy of this computer said no.',
  'not-now': 'Perhaps later: the account awaits approval, time ran out, or there were too many attempts.',
  cancelled: 'The person or a signal ended the login.',
  unreachable: 'The service, its event channel or a display could not be reached.',
  misconfigured:
    'Something must be set up differently: here, on the network, or in the console of the service.',
  protocol: 'The answer of the service cannot be trusted or understood.',
  usage: 'The command line is wrong, or neither terminal nor window can answer.',
  internal: 'A fault of our own.',
};

/** @returns {import('../../shared/service/service-failure.ts').ServiceException} */
const exception = (
  /** @type {string} */ name,
  /** @type {number | null} */ code,
  /** @type {string | null} */ field = null,
) => ({
  kind: 'exception',
  exception: name,
  code,
  serviceText: { message: '', details: null },
  field,
  evidence: '',
});

/** @returns {import('../../shared/service/service-failure.ts').NetworkFailure} */
const network = (/** @type {import('../../shared/service/network-fault.ts').NetworkFault} */ fault) => ({
  kind: 'network',
  fault,
  evidence: '',
});

/** @returns {import('../../shared/service/service-failure.ts').TlsFailure} */
const tls = (/** @type {import('../../shared/service/network-fault.ts').TlsFault} */ fault) => ({
  kind: 'tls',
  fault,
  evidence: '',
});

/** The numbers of the others are not published: any will do. */
const NAMED = [
  'AccessTokenExpiredException',
  'UnknownAccessTokenException',
  'UserDeniedException',
  'UserNotFoundException',
  'ApplicationDeniedException',
  'ApplicationDisabledException',
  'ApplicationNotFoundException',
  'ForbiddenMethodException',
  'UnauthorizedUserException',
  'BusinessEditionLimitExceededException',
  'PersonalEditionLimitedException',
  'SubscriptionExpiredException',
  'EmptyInputException',
  'InvalidJSONException',
  'MissingHeaderException',
  'UnsupportedVersionException',
  'UnsupportedRequestMethodException',
  'TransactionLockedException',
];

/**
 * Every kind of failure, in the order of the table.
 * @type {readonly { name: string, failure: import('../../shared/service/service-failure.ts').ServiceFailure }[]}
 */
export const FAILURES = [
  { name: '`APIException` 10', failure: exception('APIException', 10) },
  { name: '`InvalidSignatureException` 9', failure: exception('InvalidSignatureException', 9) },
  { name: '`TransactionIdExpiredException` 11', failure: exception('TransactionIdExpiredException', 11) },
  {
    name: '`TransactionAccessTokenExpiredException` 11',
    failure: exception('TransactionAccessTokenExpiredException', 11),
  },
  {
    name: '`MissingFieldException` 3, `callbackUrl`',
    failure: exception('MissingFieldException', 3, 'callbackUrl'),
  },
  { name: '`MissingFieldException` 3, `method`', failure: exception('MissingFieldException', 3, 'method') },
  {
    name: '`MissingFieldException` 3, any other field',
    failure: exception('MissingFieldException', 3, 'userIP'),
  },
  { name: '`PasscodeException` 18', failure: exception('PasscodeException', 18) },
  { name: '`UserBypassedException` 45', failure: exception('UserBypassedException', 45) },
  {
    name: '`TooManyRequestsException`, or HTTP 429',
    failure: { kind: 'too-many', retryAfterMs: null, serviceText: null },
  },
  { name: 'one of these names with another number', failure: exception('PasscodeException', 19) },
  ...NAMED.map((name) => ({ name: `\`${name}\``, failure: exception(name, 400) })),
  { name: 'any other exception', failure: exception('NewException', 99) },
  { name: 'no connection, or it broke', failure: network('hung-up') },
  { name: 'no answer in time', failure: { kind: 'timeout' } },
  { name: 'no network', failure: network('offline') },
  { name: 'name not found', failure: network('name') },
  { name: 'proxy out of reach', failure: network('proxy-unreachable') },
  { name: 'certificate for another name', failure: tls('other-name') },
  { name: 'certificate out of date', failure: tls('date') },
  { name: 'certificate not accepted', failure: tls('authority') },
  {
    name: 'proxy wants a login',
    failure: {
      kind: 'proxy-login',
      evidence: 'HTTP 407',
      proxy: { id: 'proxy:3128', name: 'proxy:3128', hasRefused: false },
    },
  },
  {
    name: 'proxy wants a login of another kind',
    failure: { kind: 'proxy-login', evidence: 'HTTP 407', proxy: null },
  },
  { name: 'no protected connection', failure: tls('other') },
  { name: 'certificate of the proxy not accepted', failure: tls('proxy') },
  { name: 'redirect (3xx)', failure: { kind: 'redirected', status: 302, hasTarget: true } },
  {
    name: '3xx that names no place',
    failure: { kind: 'redirected', status: 304, hasTarget: false },
  },
  { name: 'a page instead of an answer (HTTP 511, HTML with 200)', failure: { kind: 'portal', status: 511 } },
  { name: 'HTTP 500 and above', failure: { kind: 'status', status: 500 } },
  { name: 'any other status', failure: { kind: 'status', status: 403 } },
  { name: 'no answer of the API', failure: { kind: 'malformed', evidence: 'not JSON' } },
  { name: 'longer than 256 KiB', failure: { kind: 'too-large', limitBytes: 262_144 } },
  { name: 'wrong signature', failure: { kind: 'response-signature', found: 'wrong' } },
  { name: 'no signature where one is required', failure: { kind: 'response-signature', found: 'missing' } },
  {
    name: 'no signature where there was one before',
    failure: { kind: 'response-signature', found: 'dropped' },
  },
];
