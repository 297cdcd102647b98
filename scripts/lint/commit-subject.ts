/** The rule for the first line of a commit's message: an instruction of at most 72 characters. */

const MOST_CHARACTERS = 72;
/** Endings of verbs in the past tense, the third person or the progressive form. */
const NO_IMPERATIVE = /(?:[^e]ed|ing|[^su]s)$/;
const IMPERATIVE = new Set(['Bring', 'Embed', 'Alias', 'Shed', 'String']);

/** @returns its fault, as the end of a sentence */
export function subjectFault(subject: string): string | null {
  const { length } = Array.from(subject);
  if (length > MOST_CHARACTERS)
    return `has ${length} characters, at most ${MOST_CHARACTERS} are allowed`;
  const [word = ''] = subject.split(/[^\p{L}\p{N}-]/u, 1);
  if (!/^\p{Lu}/u.test(word)) return 'does not begin with a capital letter';
  if (NO_IMPERATIVE.test(word) && !IMPERATIVE.has(word))
    return `begins with "${word}", which is no imperative`;
  return null;
}
