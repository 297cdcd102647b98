/** One end without entry, in words: its name, its cause, and the person's options. */
export type ErrorStrings = Readonly<{ title: string; whatHappened: string; whatToDo: string }>;

/** One way to confirm, in words. */
export type MethodStrings = Readonly<{
  /** The row in the list: the person's act. */
  name: string;
  /** Below the name: the effect of the choice. At most one short line. */
  whatHappens: string;
  /** The heading of its screen. */
  heading: string;
  /** The instruction, and its place. */
  instruction: string;
  /** Advice for a missing message, or for safety. */
  hint: string;
  /** Said when the screen opens (the heading is read by itself, so it is not repeated here). */
  started: string;
  /** The label of the button or key that starts the same method again. */
  again: string;
  /** Said after it was started again. */
  startedAgain: string;
}>;

/**
 * A sentence with names in it that are not ours (a person's, an organisation's). Each is a part of its own, so
 * that its writing direction stays isolated (`<bdi>`), and so that it can be cleaned for a terminal.
 */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

/** A sentence as one text. */
export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** Finding and advice of the doctor for one diagnosis. `toDo` is empty without advice. */
export type FindingStrings = Readonly<{ found: string; toDo: string }>;
