/** The kind of a value that a message takes: text, a number (which may have plural forms), or one word of a few. */
export type Taken = 'text' | 'number' | 'choice';

type Takes = Readonly<Record<string, Readonly<Record<string, Taken>>>>;
const ENGLISH = import.meta.glob<Takes>('../languages/en.json', {
  query: '?messages=takes',
  import: 'default',
  eager: true,
});

/** Every message by its key, with each value that it takes by its name. */
export const MESSAGE_TAKES = new Map(Object.values(ENGLISH).flatMap(Object.entries<Takes[string]>));
