/** A failure of each kind, for the generated table of failures. */
import type { NetworkFault, TlsFault } from '../../shared/service/network-fault.ts';
import {
  exceptionEvidence,
  type ServiceException,
  type ServiceFailure,
} from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

const exception = (name: string, code: number, field: string | null = null): ServiceException => ({
  kind: 'exception',
  exception: name,
  code,
  serviceText: { message: name, details: null },
  field,
  evidence: exceptionEvidence({ exception: name, code, field }),
});

const network = (fault: NetworkFault): ServiceFailure => ({
  kind: 'network',
  fault,
  evidence: toEvidence``,
});

const tls = (fault: TlsFault): ServiceFailure => ({ kind: 'tls', fault, evidence: toEvidence`` });

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

const PROXY = { id: 'proxy:3128', name: 'proxy:3128', hasRefused: false };

/** Every kind of failure by its name, in the order of the table. */
export const FAILURES: Readonly<Record<string, ServiceFailure>> = {
  '`APIException` 10': exception('APIException', 10),
  '`InvalidSignatureException` 9': exception('InvalidSignatureException', 9),
  '`TransactionIdExpiredException` 11': exception('TransactionIdExpiredException', 11),
  '`TransactionAccessTokenExpiredException` 11': exception(
    'TransactionAccessTokenExpiredException',
    11,
  ),
  '`MissingFieldException` 3, `callbackUrl`': exception('MissingFieldException', 3, 'callbackUrl'),
  '`MissingFieldException` 3, `method`': exception('MissingFieldException', 3, 'method'),
  '`MissingFieldException` 3, any other field': exception('MissingFieldException', 3, 'userIP'),
  '`PasscodeException` 18': exception('PasscodeException', 18),
  '`UserBypassedException` 45': exception('UserBypassedException', 45),
  '`TooManyRequestsException`, or HTTP 429': {
    kind: 'too-many',
    retryAfterMs: null,
    serviceText: null,
  },
  'one of these names with another number': exception('PasscodeException', 19),
  ...Object.fromEntries(NAMED.map((name) => [`\`${name}\``, exception(name, 400)])),
  'any other exception': exception('NewException', 99),
  'no connection, or it broke': network('hung-up'),
  'no answer in time': { kind: 'timeout' },
  'no network': network('offline'),
  'name not found': network('name'),
  'proxy out of reach': network('proxy-unreachable'),
  'certificate for another name': tls('other-name'),
  'certificate out of date': tls('date'),
  'certificate not accepted': tls('authority'),
  'proxy wants a login': { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: PROXY },
  'proxy wants a login of another kind': {
    kind: 'proxy-login',
    evidence: toEvidence`HTTP 407`,
    proxy: null,
  },
  'no protected connection': tls('other'),
  'certificate of the proxy not accepted': tls('proxy'),
  'redirect (3xx)': { kind: 'redirected', status: 302, hasTarget: true },
  '3xx that names no place': { kind: 'redirected', status: 304, hasTarget: false },
  'a page instead of an answer (HTML with 200)': { kind: 'page', status: 200 },
  'the network wants a sign-in (HTTP 511)': { kind: 'portal', status: 511 },
  'HTTP 500 and above': { kind: 'status', status: 500 },
  'any other status': { kind: 'status', status: 403 },
  'no answer of the API': { kind: 'malformed', evidence: toEvidence`not JSON` },
  'longer than 256 KiB': { kind: 'too-large', limitBytes: 262_144 },
  'wrong signature': { kind: 'response-signature', found: 'wrong' },
  'no signature where one is required': { kind: 'response-signature', found: 'missing' },
  'no signature where there was one before': { kind: 'response-signature', found: 'dropped' },
};
