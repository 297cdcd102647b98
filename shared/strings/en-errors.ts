import type { ErrorCode } from '../faults/error-catalog.ts';
import { enCauses, enRemedies } from './en-causes.ts';
import type { ErrorStrings } from './types.ts';

const TELL_ADMINISTRATOR = 'Tell your administrator, and give them the reference below.';
const ONCE_MORE = 'Try again. If it happens again, give your administrator the reference below.';

/**
 * English words for every way a login ends without letting the person in. What to do must fit every advice that
 * may be offered below it (`advice-policy.ts`): "try again" does, and `whatToDo` in `en-sentences.ts` makes "start
 * again" of it where that is the advice; "start again" stands here only where nothing else can.
 *
 * @param place what the person sits before, as in `this window`
 */
export function enErrorsIn(place: string): Readonly<Record<ErrorCode, ErrorStrings>> {
  return {
    'network-unreachable': {
      title: 'No connection',
      whatHappened: 'This computer could not reach the login service.',
      whatToDo: 'Check the network, then try again.',
    },
    'request-timed-out': {
      title: 'No answer in time',
      whatHappened: 'The login service did not answer in time.',
      whatToDo: 'Wait a moment, then try again.',
    },
    'realtime-unreachable': {
      title: 'Approvals can’t reach this computer',
      whatHappened:
        'The login service can be reached, but the connection that brings your approval to this computer cannot be opened.',
      whatToDo:
        'Try again. If it happens again, tell your administrator: something in the network may block it.',
    },
    offline: {
      title: 'No network',
      whatHappened: enCauses.offline,
      whatToDo: 'Connect it, then try again.',
    },
    'name-not-found': {
      title: 'Address not found',
      whatHappened: enCauses.nameNotFound,
      whatToDo: 'Check the network, then try again. Some networks need a VPN first.',
    },
    'proxy-failed': {
      title: 'Proxy problem',
      whatHappened: 'The proxy of this network could not be reached, or did not let the request through.',
      whatToDo: ONCE_MORE,
    },
    'network-sign-in': {
      title: 'Sign in to the network',
      whatHappened: enCauses.networkSignIn,
      whatToDo: 'Open your browser and sign in to the network there, then try again.',
    },
    'server-error': {
      title: 'The service has a problem',
      whatHappened: 'The login service says that something went wrong on its side.',
      whatToDo: 'Wait a moment, then try again.',
    },
    'unexpected-status': {
      title: 'Unexpected response',
      whatHappened:
        'This computer got a response that it did not expect, perhaps from something between it and the login service.',
      whatToDo: ONCE_MORE,
    },

    'tls-untrusted': {
      title: 'Connection not trusted',
      whatHappened:
        'The certificate of the login service could not be verified, so the connection was ended.',
      whatToDo: 'Somebody may be listening on this network. Use another one, or tell your administrator.',
    },
    'tls-other-name': {
      title: 'Wrong certificate',
      whatHappened:
        'The certificate is for a different address than that of the login service, so the connection was ended.',
      whatToDo:
        'Guest networks do this: open your browser and sign in there, then try again. If you are not in a guest network, tell your administrator.',
    },
    'tls-expired': {
      title: 'Certificate not valid now',
      whatHappened:
        'By the clock of this computer, the certificate of the login service has expired, or is not valid yet.',
      whatToDo:
        'Check date and time of this computer, then try again. If they are right, tell your administrator.',
    },
    'tls-failed': {
      title: 'No secure connection',
      whatHappened:
        'This computer and the login service could not agree on a secure connection, or the certificate is faulty.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'proxy-untrusted': {
      title: 'Proxy not trusted',
      whatHappened:
        'The certificate of this network’s proxy could not be verified, so the connection was ended.',
      whatToDo: 'Use another network, or give your administrator the reference below.',
    },
    'proxy-login-required': {
      title: 'Sign in to the proxy',
      whatHappened:
        'The proxy of this network asks for a username and a password before it lets anything through.',
      whatToDo:
        'Type the username and the password for it. They may be others than those of this login. If you do not have them, ask your administrator.',
    },
    'proxy-login-unsupported': {
      title: 'Proxy sign-in not supported',
      whatHappened:
        'The proxy of this network asks for a kind of sign-in that this program does not support.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'response-signature-wrong': {
      title: 'The response could not be verified',
      whatHappened: 'The response is not signed with the key of the login service, so it was not used.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'response-signature-missing': {
      title: 'The response is not signed',
      whatHappened: 'This computer accepts signed responses only, and this one has no signature.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'secret-wrong': {
      title: 'The secret key was rejected',
      whatHappened: enCauses.secretWrong,
      whatToDo: TELL_ADMINISTRATOR,
    },
    'secret-missing': {
      title: 'No secret key',
      whatHappened: 'This computer has no secret key for the login service.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'signer-failed': {
      title: 'The request could not be signed',
      whatHappened: enCauses.signerFailed,
      whatToDo: ONCE_MORE,
    },
    'system-token-missing': {
      title: 'Application not named',
      whatHappened: 'This computer is not set up for any application of the login service.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'key-store-locked': {
      title: 'Keyring locked',
      whatHappened: enCauses.keyStoreLocked,
      whatToDo: 'Unlock it, then try again. If that does not help, close this program and open it again.',
    },
    'key-store-changed': {
      title: 'Another keyring',
      whatHappened: enCauses.keyStoreChanged,
      whatToDo: enRemedies.logInThere,
    },
    'key-store-unreadable': {
      title: 'Secret key not readable',
      whatHappened: enCauses.keyStoreUnreadable,
      whatToDo: TELL_ADMINISTRATOR,
    },
    'key-store-unavailable': {
      title: 'No keyring',
      whatHappened: enCauses.keyStoreUnavailable,
      whatToDo: enRemedies.logInThere,
    },
    'system-token-wrong': {
      title: 'Application not recognised',
      whatHappened: enCauses.systemTokenWrong,
      whatToDo: TELL_ADMINISTRATOR,
    },
    'field-missing': {
      title: 'A setting is missing',
      whatHappened:
        'The login service wants a detail that this computer is not set up to send, or the application has another type in its console.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'request-refused': {
      title: 'The request was refused',
      whatHappened: 'The login service does not accept the request in the form in which it was sent.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'application-type-wrong': {
      title: 'Wrong type of application',
      whatHappened:
        'This computer is set up for an application of the type “promptless”, but in the console of the login service it has another one.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'application-promptless': {
      title: 'Wrong type of application',
      whatHappened:
        'This computer is set up for an application of the type “prompt”, but in the console of the login service it is “Other (Promptless)”.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'callback-unavailable': {
      title: 'No way back from the page',
      whatHappened: 'The page of the login service could not be shown: it would have no way back to here.',
      whatToDo: ONCE_MORE,
    },
    'hosted-page-failed': {
      title: 'Not confirmed',
      whatHappened: 'The page of the login service ended with an error.',
      whatToDo: ONCE_MORE,
    },

    'answer-malformed': {
      title: 'Unreadable response',
      whatHappened: 'The login service answered with something that cannot be read.',
      whatToDo: ONCE_MORE,
    },
    'answer-too-large': {
      title: 'Response too long',
      whatHappened: 'The response is far longer than a login needs, so it was not read.',
      whatToDo: ONCE_MORE,
    },
    'unknown-exception': {
      title: 'Refused for an unknown reason',
      whatHappened:
        'The login service refused for a reason that this program does not know. To be safe, the login was stopped.',
      whatToDo: ONCE_MORE,
    },
    'other-username': {
      title: 'A different user was confirmed',
      whatHappened:
        'The service confirmed a different username than yours. To be safe, nobody was signed in.',
      whatToDo: ONCE_MORE,
    },

    denied: {
      title: 'Access Denied!',
      whatHappened: 'The login service does not let you in.',
      whatToDo: 'If you should have access, ask your administrator.',
    },
    'denied-by-person': {
      title: 'Access Denied!',
      whatHappened: 'The login was denied on the phone.',
      whatToDo: 'If that was not you, tell your administrator now.',
    },
    'bypass-refused': {
      title: 'Verification is required',
      whatHappened:
        'The service would let you in without verification, but this computer does not allow that.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'no-usable-method': {
      title: 'No method works here',
      whatHappened: `None of the methods that your account has works in ${place}.`,
      whatToDo:
        'Ask your administrator to add one that does, such as an app on your phone or a text message.',
    },
    licence: {
      title: 'Not covered by the licence',
      whatHappened: 'The licence of the login service does not cover this login.',
      whatToDo: TELL_ADMINISTRATOR,
    },
    'application-refused': {
      title: 'Application not allowed',
      whatHappened: 'The login service has switched this application off, or does not have it.',
      whatToDo: TELL_ADMINISTRATOR,
    },

    expired: {
      title: 'This login has expired',
      whatHappened: 'Nothing happened for a while, so the login service ended it.',
      whatToDo: 'Start again. Your name is kept.',
    },
    'timed-out': {
      title: 'Time is up',
      whatHappened: `No answer came while ${place} was waiting.`,
      whatToDo: 'Try again, or choose another way.',
    },
    'login-timed-out': {
      title: 'This login took too long',
      whatHappened: 'The time for the whole login has passed.',
      whatToDo: 'Start again. Your name is kept.',
    },
    'too-many-attempts': {
      title: 'Too many attempts',
      whatHappened: 'The login service accepts no more attempts for now.',
      whatToDo: 'Wait a while, then try again.',
    },

    'method-not-offered': {
      title: 'Method not available',
      whatHappened: 'Your account does not have the method that was asked for.',
      whatToDo: 'Choose another way.',
    },
    internal: {
      title: 'Something went wrong',
      whatHappened: 'This program has a fault. To be safe, nobody was signed in.',
      whatToDo: ONCE_MORE,
    },
  };
}
