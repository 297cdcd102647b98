import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import { LANGUAGE_FACTS, type Language } from '../../../shared/strings/language.ts';

const UTF8 = 65001;

/** Code pages with half blocks. */
const WITH_BLOCKS: readonly number[] = [
  ...[437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 869],
  UTF8,
];

export const isUtf8Console = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean => codePage === UTF8;

/** Whether the code page has the language's letters. */
export function canWrite(language: Language, { codePage }: Pick<ConsoleFacts, 'codePage'>): boolean {
  const codePages: readonly number[] | null = LANGUAGE_FACTS[language].codePages;
  return codePages === null || codePage === UTF8 || codePages.includes(codePage);
}

/** For a QR code. */
export const hasBlocks = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean =>
  WITH_BLOCKS.includes(codePage);
