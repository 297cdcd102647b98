/** The kind of an argument: text, a number (for plural forms), or one of a few words. */
export type ArgumentKind = 'text' | 'number' | 'choice';

type Takes = Readonly<Record<string, Readonly<Record<string, ArgumentKind>>>>;
const ENGLISH = import.meta.glob<Takes>('../languages/en.json', {
  query: '?messages=takes',
  import: 'default',
  eager: true,
});

/** The arguments of each message. */
export const MESSAGE_TAKES = new Map(Object.values(ENGLISH).flatMap(Object.entries<Takes[string]>));
