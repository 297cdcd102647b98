/** The error object of an `ERROR` answer (specification 7). */
export type ApiException = Readonly<{
  exception: string;
  code: number;
  errorMessage: string;
  details: string | null;
  /** Names the missing parameter; `MissingFieldException` (and `MissingHeaderException` of docs/wire.md 3) only. */
  name?: string;
}>;

/** `specification`: the names of its table only. `sdk`: the richer names that client libraries know (docs/wire.md 3). */
export type ExceptionNames = 'specification' | 'sdk';

/** `code` is "not shown" for this one; chosen so that it collides with no number of the table. */
const tooManyRequestsCode = 429;
/** No number is known for the names of docs/wire.md 3. */
const unknownCode = 400;

const logInAgain = 'Please log in again.';
const selectMethodAgain = 'Please select the authentication method again.';

const wrongToken = row('APIException', 10, 'Project error');
const expiredTransaction = row(
  'TransactionIdExpiredException',
  11,
  'The transaction has expired.',
  logInAgain,
);
const expiredAccessToken = row(
  'TransactionAccessTokenExpiredException',
  11,
  'The access token has expired.',
  selectMethodAgain,
);
const tooManyRequests = row(
  'TooManyRequestsException',
  tooManyRequestsCode,
  'Too many attempts.',
  'Wait a few minutes, then try again.',
);

/** Each cause of an error answer: how the specification names it and, where it differs, how the SDKs do. */
const causes = {
  wrongHttpMethod: [
    missing('systemToken'),
    row('UnsupportedRequestMethodException', unknownCode, 'Use POST.'),
  ],
  emptyBody: [
    missing('systemToken'),
    row('EmptyInputException', unknownCode, 'The request has no body.'),
  ],
  invalidJson: [
    missing('systemToken'),
    row('InvalidJSONException', unknownCode, 'The body is not JSON.'),
  ],
  wrongSystemToken: [wrongToken],
  wrongSystemTokenAtAppInit: [
    wrongToken,
    row('ApplicationNotFoundException', unknownCode, 'Application not found'),
  ],
  promptlessOnly: [
    missing('callbackUrl'),
    row('ForbiddenMethodException', unknownCode, 'The application type does not allow this call.'),
  ],
  methodNotOffered: [
    missing('method'),
    row('ForbiddenMethodException', unknownCode, 'This method is not allowed.'),
  ],
  noCodeAwaited: [missing('method')],
  expiredTransaction: [expiredTransaction],
  expiredAccessToken: [
    expiredAccessToken,
    row(
      'AccessTokenExpiredException',
      unknownCode,
      'The access token has expired.',
      selectMethodAgain,
    ),
  ],
  unknownAccessToken: [
    expiredAccessToken,
    row('UnknownAccessTokenException', unknownCode, 'The access token is not known.', logInAgain),
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
      unknownCode,
      'The transaction is locked after too many wrong codes.',
    ),
  ],
} as const satisfies Record<string, readonly [ApiException, ApiException?]>;

export type Cause = keyof typeof causes;

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
      const [specified, sdk]: readonly [ApiException, ApiException?] = causes[cause];
      return names === 'sdk' && sdk !== undefined ? sdk : specified;
    },
    missingField: missing,
    invalidSignature: (present) =>
      !present && names === 'sdk'
        ? {
            ...row('MissingHeaderException', unknownCode, 'Header required'),
            name: signatureHeader,
          }
        : row('InvalidSignatureException', 9, `${signatureHeader} is invalid`),
    unknownUser: () =>
      names === 'sdk' ? row('UserNotFoundException', unknownCode, 'The user was not found.') : null,
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
