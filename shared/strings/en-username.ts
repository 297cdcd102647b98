/** What is wrong with a username, and what to do. */
export const enUsernameProblem = {
  empty: 'Type your username.',
  'too-long': 'This name is too long. Check it and type it again.',
  'unusable-characters': 'This name has characters in it that cannot be used. Type it again.',
};

/** Its heading and label, and what stands beside the field while the service is asked. */
export const enUsername = {
  heading: 'Who is signing in?',
  label: 'Username',
  working: 'Asking the service…',
};
