/** English: what happened, where a login and the doctor say the same of it. */
export const enCauses = {
  offline: 'This computer is not connected to any network.',
  nameNotFound: 'This network does not know the name of the login service.',
  networkSignIn:
    'This network showed a web page of its own instead of the login service. Guest networks do this until you sign in.',
  secretWrong: 'The login service rejected the signature that this computer made with its secret key.',
  systemTokenWrong: 'The login service does not recognise the application that this computer is set up for.',
  keyStoreLocked: 'The keyring with the secret key is locked, or not running.',
  keyStoreChanged: 'The secret key is in a different keyring than that of this session.',
  keyStoreUnreadable: 'The secret key in the keyring cannot be decrypted.',
  keyStoreUnavailable: 'The secret key is in a keyring, and this session has none.',
  signerFailed: 'The program that holds the secret key did not answer as it should.',
};
/** English: what to do, where a login and the doctor say the same of it. */
export const enRemedies = {
  logInThere: 'Log in to the desktop that it was stored in, or tell your administrator.',
};
