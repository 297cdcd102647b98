import { contrast, hexOf, oklchOf, type Oklch } from './colour.ts';

/** The two themes of the window (`renderer/styles/tokens.css`). */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The accent of one theme as CSS colours (`#rrggbb`): at rest, and under the pointer. */
export type AccentColours = Readonly<{ accent: string; strong: string }>;
export type Accent = Readonly<Record<Theme, AccentColours>>;

/**
 * The colours beside an accent, as in `renderer/styles/tokens.css`: the two surfaces of each theme, and the text on the
 * accent itself.
 */
export const ACCENT_NEIGHBOURS: Readonly<
  Record<Theme, Readonly<Record<'surface' | 'raised' | 'onAccent', Oklch>>>
> = {
  light: {
    surface: { lightness: 0.985, chroma: 0.005, hue: 85 },
    raised: { lightness: 0.955, chroma: 0.008, hue: 85 },
    onAccent: { lightness: 0.99, chroma: 0.005, hue: 180 },
  },
  dark: {
    surface: { lightness: 0.205, chroma: 0.014, hue: 250 },
    raised: { lightness: 0.25, chroma: 0.017, hue: 250 },
    onAccent: { lightness: 0.2, chroma: 0.03, hue: 200 },
  },
};

/** It is text on the surfaces, and text stands on it (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** How much further from the surface the accent is under the pointer, in lightness. */
const STRONGER = 0.06;
const STEPS = 24;

/** An accent as it is shown, and in which themes it is another colour than was asked for. */
export type FittedAccent = Readonly<{ accent: Accent; corrected: readonly Theme[] }>;

/**
 * The accent of a brand in both themes. A colour with too little contrast is replaced by the nearest of the same hue
 * that has enough: black and white always have, so there is one for every colour.
 *
 * @param hex `#rrggbb`
 */
export function fitAccent(hex: string): FittedAccent {
  const light = fitted(hex, 'light');
  const dark = fitted(hex, 'dark');
  const fits = { light, dark };
  return { accent: fits, corrected: THEMES.filter((theme) => fits[theme].accent !== hex.toLowerCase()) };
}

function fitted(hex: string, theme: Theme): AccentColours {
  const wanted = oklchOf(hex);
  const accent = hasContrast(hex, theme) ? hex.toLowerCase() : nearest(wanted, theme);
  const away = theme === 'light' ? -STRONGER : STRONGER;
  const { lightness } = oklchOf(accent);
  const strong = { ...wanted, lightness: Math.min(1, Math.max(0, lightness + away)) };
  return { accent, strong: hexOf(strong) };
}

/** The least change of lightness that gives enough contrast: darker in light, lighter in dark. */
function nearest(colour: Oklch, theme: Theme): string {
  let near = colour.lightness;
  let far = theme === 'light' ? 0 : 1;
  for (let step = 0; step < STEPS; step += 1) {
    const lightness = (near + far) / 2;
    // As it is written: rounding to 8 bits must not take the contrast away again.
    if (hasContrast(hexOf({ ...colour, lightness }), theme)) far = lightness;
    else near = lightness;
  }
  return hexOf({ ...colour, lightness: far });
}

function hasContrast(hex: string, theme: Theme): boolean {
  const colour = oklchOf(hex);
  const { surface, raised, onAccent } = ACCENT_NEIGHBOURS[theme];
  return [surface, raised, onAccent].every((neighbour) => contrast(colour, neighbour) >= LEAST_CONTRAST);
}
