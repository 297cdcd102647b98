import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import type { Language } from '../../../shared/strings/language.ts';

/** Code page of UTF-8. */
const UTF8 = 65001;

/** Languages that a code page has the letters of, beside English (Microsoft, "Code Page Identifiers"). */
const LETTERS: readonly Readonly<{ codePages: readonly number[]; languages: readonly Language[] }>[] = [
  { codePages: [850, 858, 1252, 28591, 28605], languages: ['de', 'fr', 'es', 'pt-BR'] },
  // Without ã and õ, and without capitals that have a grave accent.
  { codePages: [437], languages: ['de', 'es'] },
  { codePages: [860], languages: ['pt-BR'] },
  { codePages: [863], languages: ['fr'] },
  { codePages: [852, 1250, 28592], languages: ['de', 'pl'] },
  { codePages: [932], languages: ['ja'] },
  { codePages: [1256], languages: ['ar'] },
];

/** Those with half blocks. */
const WITH_BLOCKS: readonly number[] = [
  ...[437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 869],
  UTF8,
];

/** Whether a console shows every character that its font has: its code page is that of UTF-8. */
export const isUtf8Console = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean => codePage === UTF8;

/** Whether a console shows the letters of a language. */
export function canWrite(language: Language, { codePage }: Pick<ConsoleFacts, 'codePage'>): boolean {
  if (language === 'en' || codePage === UTF8) return true;
  return LETTERS.some(
    ({ codePages, languages }) => codePages.includes(codePage) && languages.includes(language),
  );
}

/** Whether a console shows the blocks of a QR code. */
export const hasBlocks = ({ codePage }: Pick<ConsoleFacts, 'codePage'>): boolean =>
  WITH_BLOCKS.includes(codePage);
