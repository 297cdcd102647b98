import { THEMES } from '../../shared/colour/accent.ts';
import { brandOf, type Look } from './look.ts';

/** The program's name in the built page (`renderer/index.html`). */
const NAME = 'Gatehouse';

type Replacement = readonly [pattern: RegExp, replace: (match: string) => string];

/**
 * Puts the brand of a look into the built page. The result equals React's output for this look,
 * because the script takes the elements over. The texts of the look are escaped.
 *
 * @param page `renderer/index.html`, built for a language
 */
export function firstPage(page: string, look: Look): string {
  const brand = brandOf(look.brand, NAME);
  const { name, logo, help, helpAddress } = brand;
  // The page holds the logo as an image, and its styles hold the colours.
  const pageBrand = { ...brand, logo: null, accent: null };
  const replacements: readonly Replacement[] = [
    [/(?<=<html)(?= )/, () => classOf(look)],
    [/(?<= data-brand=)(?:"[^"]*"|'[^']*')/, () => `"${escaped(JSON.stringify(pageBrand))}"`],
    [new RegExp(`(?<= – )${NAME}(?=</title>)`), () => escaped(name)],
    [new RegExp(`(?<=<bdi class="requester__application">)${NAME}(?=</bdi>)`), () => escaped(name)],
    [
      /<svg class="emblem gate"[^]*?<\/svg>/,
      (gate) => (logo === null ? gate : `<img class="logo" src="${logo}" alt="">`),
    ],
    [
      /(?<=<span>)[^<]*(?=<\/span>\s*<\/footer>)/,
      (builtText) => helpLine(builtText, help, helpAddress),
    ],
  ];
  return replacements.reduce((text, [pattern, replace]) => text.replace(pattern, replace), page);
}

/** The styles with the colours of a look: the page's policy allows no style in the page (SEC-3). */
export function firstStyles(styles: string, look: Look): string {
  const { accent } = brandOf(look.brand, NAME);
  const colours = THEMES.flatMap((theme) => {
    const colour = accent?.[theme] ?? null;
    return colour === null
      ? []
      : [`--brand-${theme}: ${colour.accent};`, `--brand-${theme}-strong: ${colour.strong};`];
  });
  return colours.length === 0 ? styles : `${styles}\n:root { ${colours.join(' ')} }\n`;
}

function classOf(look: Look): string {
  const { accent } = brandOf(look.brand, NAME);
  const names = THEMES.filter((theme) => (accent?.[theme] ?? null) !== null).map(
    (theme) => `branded-${theme}`,
  );
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}

/**
 * Equals what `renderer/components/Help.tsx` draws. React puts an empty comment between two texts
 * in one element.
 */
function helpLine(builtText: string, help: string | null, address: string | null): string {
  const line = help === null ? builtText : `<bdi>${escaped(help)}</bdi>`;
  if (address === null) return line;
  const separator = help === null ? '<!-- --> ' : ' ';
  return `${line}${separator}<bdi class="address">${escaped(address)}</bdi>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
