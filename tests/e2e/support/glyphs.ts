import type { Page } from '@playwright/test';
import { PSEUDO_LANGUAGE, readMessages } from '../../../scripts/build/messages.ts';
import { fontCommand } from '../../../lab/system-packages.ts';
import type { Language } from '../../../shared/strings/language.ts';

/** In no font: a noncharacter (Unicode 17, section 23.7). */
const NONCHARACTER = '\u{1fffe}';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const SHOWN_CHARACTERS = 10;

/**
 * Why pictures leave a language out on this computer: a sentence that names the language and the
 * command that installs a font for it; null where each of its letters is drawn.
 */
export async function reasonWithoutFont(window: Page, language: Language): Promise<string | null> {
  const missing = Array.from(await missingGlyphs(window, language));
  if (missing.length === 0) return null;
  const shown = missing.slice(0, SHOWN_CHARACTERS).join('');
  const count = `${String(missing.length)} of its characters (${shown}${missing.length > SHOWN_CHARACTERS ? '…' : ''})`;
  return `${NAMES.of(language) ?? language} is left out: no font here draws ${count}. To see it: ${fontCommand(language)}`;
}

/**
 * The characters of a language's messages that no font of this computer draws: they would be boxes
 * in a picture.
 */
async function missingGlyphs(window: Page, language: Language): Promise<string> {
  const text = Object.values(readMessages(language === PSEUDO_LANGUAGE ? 'en' : language)).join('');
  return await undrawn(window, text);
}

/** The characters of a text that are drawn as a noncharacter is. */
export async function undrawn(window: Page, text: string): Promise<string> {
  const characters = [...new Set(text)].filter(
    (character) => !/[\s\p{Cc}\p{Cf}\p{M}]/u.test(character),
  );
  return await window.evaluate(
    ([all, missing]) => {
      const canvas = new OffscreenCanvas(48, 48);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('there is no canvas');
      context.font = `24px ${getComputedStyle(document.body).fontFamily}`;
      const drawn = (character: string): string => {
        context.clearRect(0, 0, 48, 48);
        context.fillText(character, 8, 32);
        return String(context.getImageData(0, 0, 48, 48).data);
      };
      const box = drawn(missing);
      return all.filter((character) => drawn(character) === box).join('');
    },
    [characters, NONCHARACTER] as const,
  );
}
