/** The texts of an error. */
export type ErrorStrings = Readonly<{ title: string; whatHappened: string; whatToDo: string }>;

export type MethodStrings = Readonly<{
  /** The label in the list of methods: the person's action. */
  name: string;
  /** The effect of the choice. At most one short line. */
  whatHappens: string;
  heading: string;
  instruction: string;
  /** Advice if the message does not arrive, or about safety. */
  hint: string;
  /** Announced when the screen opens, after the heading. */
  started: string;
  /** The label of the button or key that starts the method again. */
  again: string;
  /** Announced after such a start. */
  startedAgain: string;
}>;

/** Names of people or organisations are separate: a frontend isolates (`<bdi>`) or sanitises them. */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** The texts of one diagnosis. `toDo` may be empty. */
export type FindingStrings = Readonly<{ found: string; toDo: string }>;
