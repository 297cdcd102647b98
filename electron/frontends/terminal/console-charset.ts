import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import { LANGUAGE_FACTS, type Language } from '../../../shared/strings/language.ts';

/** Code page of UTF-8. */
const UTF8 = 65001;

/** Those with half blocks. */
const WITH_BLOCKS: readonly number[] = [
  ...[437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 869],
  UTF8,
];

/** Whether a console shows every character that its font has: its code page is that of UTF-8. */
export const isUtf8Console = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean => codePage === UTF8;

/** Whether a console shows the letters of a language. */
export function canWrite(language: Language, { codePage }: Pick<ConsoleFacts, 'codePage'>): boolean {
  const codePages: readonly number[] | null = LANGUAGE_FACTS[language].codePages;
  return codePages === null || codePage === UTF8 || codePages.includes(codePage);
}

/** Whether a console shows the blocks of a QR code. */
export const hasBlocks = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean =>
  WITH_BLOCKS.includes(codePage);
