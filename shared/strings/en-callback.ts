/** English: the pages that answer in the browser, when the page of the service comes back to this computer. */
export const enCallback = {
  /** BCP 47 tag. */
  language: 'en',
  done: {
    title: 'You can close this page',
    text: 'The login goes on where you started it.',
  },
  nothingHere: {
    title: 'Nothing to do here',
    text: 'No login expects this page, or it was used already. Go back to where you started the login.',
  },
};
