/** The texts of an error: its name, its cause, and the person's options. */
export type ErrorStrings = Readonly<{ title: string; whatHappened: string; whatToDo: string }>;

/** The texts of a method. */
export type MethodStrings = Readonly<{
  /** The row in the list: the person's action. */
  name: string;
  /** Below the name: the effect of the choice. At most one short line. */
  whatHappens: string;
  heading: string;
  instruction: string;
  /** Advice for a missing message, or for safety. */
  hint: string;
  /** Announced when the screen opens, after the heading. */
  started: string;
  /** The label of the button or key that starts the same method again. */
  again: string;
  /** Announced after that. */
  startedAgain: string;
}>;

/**
 * A sentence with names of people or organisations. Separate parts let a frontend isolate their writing direction
 * (`<bdi>`) or sanitise them for a terminal.
 */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** The doctor's text for one diagnosis. `toDo` is empty without advice. */
export type FindingStrings = Readonly<{ found: string; toDo: string }>;
