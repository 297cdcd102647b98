/** One end without entry, in words: what it is, what happened, and what the person can do about it. */
export type ErrorStrings = Readonly<{ title: string; whatHappened: string; whatToDo: string }>;

/** One way to confirm, in words. */
export type MethodStrings = Readonly<{
  /** The row in the list: what the person does. */
  name: string;
  /** Below the name: what will happen when it is chosen. At most one short line. */
  whatHappens: string;
  /** The heading of its screen. */
  heading: string;
  /** What to do, and where. */
  instruction: string;
  /** What to try when nothing arrives, or how to stay safe. */
  hint: string;
  /** Said when the screen opens (the heading is read by itself, so it is not repeated here). */
  started: string;
  /** What starts the same method again: the label of its button or key. */
  again: string;
  /** Said after it was started again. */
  startedAgain: string;
}>;

/**
 * A sentence with names in it that are not ours (a person's, an organisation's). Each is a part of its own, so
 * that its writing direction stays isolated (`<bdi>`), and so that it can be cleaned for a terminal.
 */
export type Sentence = readonly (string | Readonly<{ name: string }>)[];

/** A sentence as one text. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

/** What the doctor found and what to do about it, for one diagnosis. `toDo` is empty where nothing is to do. */
export type FindingStrings = Readonly<{ found: string; toDo: string }>;
