/** The types of message-faults.mjs for the tests, which are TypeScript. */
export function messageFaults(
  textOf?: (language: string) => string,
  languages?: readonly string[],
): readonly string[];
