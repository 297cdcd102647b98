/** The texts of an error. */
export type ErrorStrings = Readonly<{ title: string; whatHappened: string; whatToDo: string }>;

export type MethodStrings = Readonly<{
  /** The row in the list: the person's action. */
  name: string;
  /** The effect of the choice. At most one short line. */
  whatHappens: string;
  heading: string;
  instruction: string;
  /** Advice for a missing message, or for safety. */
  hint: string;
  /** Announced when the screen opens, after the heading. */
  started: string;
  /** The label of a button or key. */
  again: string;
  /** Announced after that. */
  startedAgain: string;
}>;

/**
 * A sentence with names of people or organisations. A frontend isolates their writing direction (`<bdi>`) or sanitises
 * them.
 */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** For one diagnosis. `toDo` is empty without advice. */
export type FindingStrings = Readonly<{ found: string; toDo: string }>;
