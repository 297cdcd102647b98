/** The types of page.mjs for vite.config.ts and the tests, which are TypeScript. */
import type { Language } from '../../shared/strings/language.ts';

export function pageName(language: Language): string;
export function pageIn(html: string, language: Language): string;
