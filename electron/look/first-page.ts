import { THEMES } from '../../shared/colour/accent.ts';
import { brandOf, type Look } from './look.ts';

/** The program's name in the built page (`renderer/index.html`). */
const NAME = 'Gatehouse';

/**
 * The built page with the brand of a look, equal to React's output for it: the script takes the elements over. Texts
 * of the look become text.
 *
 * @param page `renderer/index.html`, built for a language
 */
export function firstPage(page: string, look: Look): string {
  const brand = brandOf(look.brand, NAME);
  const { name, logo, help, helpAddress } = brand;
  // The logo is in the page, and the colours in its styles.
  const pageBrand = { ...brand, logo: null, accent: null };
  const parts: readonly (readonly [pattern: RegExp, put: (found: string) => string])[] = [
    [/(?<=<html)(?= )/, () => classOf(look)],
    [/(?<= data-brand=)(?:"[^"]*"|'[^']*')/, () => `"${escaped(JSON.stringify(pageBrand))}"`],
    [new RegExp(`(?<= – )${NAME}(?=</title>)`), () => escaped(name)],
    [new RegExp(`(?<=<bdi class="requester__application">)${NAME}(?=</bdi>)`), () => escaped(name)],
    [
      /<svg class="emblem gate"[^]*?<\/svg>/,
      (gate) => (logo === null ? gate : `<img class="logo" src="${logo}" alt="">`),
    ],
    [/(?<=<span>)[^<]*(?=<\/span>\s*<\/footer>)/, (usual) => helpLine(usual, help, helpAddress)],
  ];
  return parts.reduce((text, [pattern, put]) => text.replace(pattern, put), page);
}

/** The styles with the colours of a look: the page's policy allows no style in the page (SEC-3). */
export function firstStyles(styles: string, look: Look): string {
  const { accent } = brandOf(look.brand, NAME);
  const colours = THEMES.flatMap((theme) => {
    const of = accent?.[theme] ?? null;
    return of === null
      ? []
      : [`--brand-${theme}: ${of.accent};`, `--brand-${theme}-strong: ${of.strong};`];
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

/** As `renderer/components/Help.tsx` draws it. A comment parts two texts that React has beside each other. */
function helpLine(usual: string, help: string | null, address: string | null): string {
  const line = help === null ? usual : `<bdi>${escaped(help)}</bdi>`;
  if (address === null) return line;
  const space = help === null ? '<!-- --> ' : ' ';
  return `${line}${space}<bdi class="address">${escaped(address)}</bdi>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
