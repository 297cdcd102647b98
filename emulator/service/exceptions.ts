/** The error object of an `ERROR` answer (specification 7). */
export type ApiException = Readonly<{
  exception: string;
  code: number;
  errorMessage: string;
  details: string | null;
  /**
   * Names the missing parameter; `MissingFieldException` (and `MissingHeaderException` of
   * docs/wire.md 3) only.
   */
  name?: string;
}>;

/**
 * `specification`: the names of its table only. `sdk`: the richer names that client libraries know
 * (docs/wire.md 3).
 */
export type ExceptionNames = 'specification' | 'sdk';

/** `code` is "not shown" for this one; chosen so that it collides with no number of the table. */
const TOO_MANY_REQUESTS_CODE = 429;
/** No number is known for the names of docs/wire.md 3. */
const UNKNOWN_CODE = 400;

const LOG_IN_AGAIN = 'Please log in again.';
const SELECT_METHOD_AGAIN = 'Please select the authentication method again.';

const wrongToken = row('APIException', 10, 'Project error');
const expiredTransaction = row(
  'TransactionIdExpiredException',
  11,
  'The transaction has expired.',
  LOG_IN_AGAIN,
);
const expiredAccessToken = row(
  'TransactionAccessTokenExpiredException',
  11,
  'The access token has expired.',
  SELECT_METHOD_AGAIN,
);
const tooManyRequests = row(
  'TooManyRequestsException',
  TOO_MANY_REQUESTS_CODE,
  'Too many attempts.',
  'Wait a few minutes, then try again.',
);

/**
 * Each cause of an error answer: how the specification names it and, where it differs, how the SDKs
 * do.
 */
const CAUSES = {
  wrongHttpMethod: [
    missing('systemToken'),
    row('UnsupportedRequestMethodException', UNKNOWN_CODE, 'Use POST.'),
  ],
  emptyBody: [
    missing('systemToken'),
    row('EmptyInputException', UNKNOWN_CODE, 'The request has no body.'),
  ],
  invalidJson: [
    missing('systemToken'),
    row('InvalidJSONException', UNKNOWN_CODE, 'The body is not JSON.'),
  ],
  wrongSystemToken: [wrongToken],
  wrongSystemTokenAtAppInit: [
    wrongToken,
    row('ApplicationNotFoundException', UNKNOWN_CODE, 'Application not found'),
  ],
  promptlessOnly: [
    missing('callbackUrl'),
    row('ForbiddenMethodException', UNKNOWN_CODE, 'The application type does not allow this call.'),
  ],
  methodNotOffered: [
    missing('method'),
    row('ForbiddenMethodException', UNKNOWN_CODE, 'This method is not allowed.'),
  ],
  noCodeAwaited: [missing('method')],
  expiredTransaction: [expiredTransaction],
  expiredAccessToken: [
    expiredAccessToken,
    row(
      'AccessTokenExpiredException',
      UNKNOWN_CODE,
      'The access token has expired.',
      SELECT_METHOD_AGAIN,
    ),
  ],
  unknownAccessToken: [
    expiredAccessToken,
    row(
      'UnknownAccessTokenException',
      UNKNOWN_CODE,
      'The access token is not known.',
      LOG_IN_AGAIN,
    ),
  ],
  wrongPasscode: [
    row('PasscodeException', 18, 'The passcode is wrong.', 'Check the code and try again.'),
  ],
  bypassed: [row('UserBypassedException', 45, 'User bypassed')],
  lockedUser: [tooManyRequests],
  tooManySelections: [tooManyRequests],
  tooManyWrongCodes: [
    tooManyRequests,
    row(
      'TransactionLockedException',
      UNKNOWN_CODE,
      'The transaction is locked after too many wrong codes.',
    ),
  ],
} as const satisfies Record<string, readonly [ApiException, ApiException?]>;

export type Cause = keyof typeof CAUSES;

/** Makes the error objects of one emulator. */
export type Exceptions = Readonly<{
  of: (cause: Cause) => ApiException;
  /** `MissingFieldException` 3: `field` is absent, empty or of another type. */
  missingField: (field: string) => ApiException;
  /** `InvalidSignatureException` 9; its message carries the name of the header. */
  invalidSignature: (present: boolean) => ApiException;
  /** The refusal of an unknown username, or null for `denied` (the specification is silent). */
  unknownUser: () => ApiException | null;
}>;

export function createExceptions(names: ExceptionNames, signatureHeader: string): Exceptions {
  return {
    of: (cause) => {
      const [specified, sdk]: readonly [ApiException, ApiException?] = CAUSES[cause];
      return names === 'sdk' && sdk !== undefined ? sdk : specified;
    },
    missingField: missing,
    invalidSignature: (present) =>
      !present && names === 'sdk'
        ? {
            ...row('MissingHeaderException', UNKNOWN_CODE, 'Header required'),
            name: signatureHeader,
          }
        : row('InvalidSignatureException', 9, `${signatureHeader} is invalid`),
    unknownUser: () =>
      names === 'sdk'
        ? row('UserNotFoundException', UNKNOWN_CODE, 'The user was not found.')
        : null,
  };
}

function row(
  exception: string,
  code: number,
  errorMessage: string,
  details: string | null = null,
): ApiException {
  return { exception, code, errorMessage, details };
}

function missing(field: string): ApiException {
  return { ...row('MissingFieldException', 3, 'Parameter required'), name: field };
}
