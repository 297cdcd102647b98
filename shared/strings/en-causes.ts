/** English: what happened, where a login and the doctor say the same of it. */
export const enCauses = {
  offline: 'This computer is not connected to any network.',
  nameNotFound: 'This network does not know the name of the login service.',
  networkSignIn:
    'This network showed a web page of its own instead of the login service. Guest networks do this until you sign in.',
  secretWrong: 'The login service rejected the signature that this computer made with its secret key.',
  systemTokenWrong: 'The login service does not recognise the application that this computer is set up for.',
};
