/** An object with the strings of each name. */
export const allOf = <Name extends string, Strings>(
  names: readonly Name[],
  stringsOf: (name: Name) => Strings,
) =>
  Object.fromEntries(names.map((name) => [name, stringsOf(name)])) as Readonly<
    Record<Name, Strings>
  >;

/**
 * A sentence in parts. Names of people or organisations are parts of their own, which a frontend
 * isolates or sanitises.
 */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}
