/** The words of each name. */
export const allOf = <Name extends string, Words>(
  names: readonly Name[],
  of: (name: Name) => Words,
) => Object.fromEntries(names.map((name) => [name, of(name)])) as Readonly<Record<Name, Words>>;

/** Names of people or organisations are separate: a frontend isolates (`<bdi>`) or sanitises them. */
export type SentenceParts = readonly (string | Readonly<{ name: string }>)[];

export function plainText(sentence: SentenceParts): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}
