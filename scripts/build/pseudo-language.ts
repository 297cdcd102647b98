import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type Element = MessageFormatElement;

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';
const WORDS = ' one two three four five six seven eight nine ten eleven twelve';

/** A message as the pseudo-language says it: accents on every letter, a third longer, in brackets. */
export function pseudo(compiled: string | Element[]) {
  if (typeof compiled === 'string') return bracketed(compiled);
  const first = { type: TYPE.literal, value: '⟦' };
  const last = { type: TYPE.literal, value: `${filler(lengthOf(compiled))}⟧` };
  return [first, ...compiled.map(accented), last] as Element[];
}

function bracketed(text: string) {
  const words = text.trimEnd();
  return `⟦${withAccents(words)}${filler(words.length)}⟧${text.slice(words.length)}`;
}

const withAccents = (text: string) =>
  Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');

const filler = (length: number) => WORDS.slice(0, Math.ceil(length / 3) + 1);

/** @returns with the longest option of a choice */
function lengthOf(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return sum;
    return sum + Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)));
  }, 0);
}

function accented(element: Element): Element {
  if (element.type === TYPE.literal) return { ...element, value: withAccents(element.value) };
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
  const options = Object.entries(element.options).map(([name, { value }]) => [
    name,
    { value: value.map(accented) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}
