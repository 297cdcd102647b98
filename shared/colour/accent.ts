import { contrast, hexOf, oklchOf, type Oklch } from './colour.ts';

/** Themes of the window (`renderer/styles/tokens.css`). */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** CSS colours (`#rrggbb`): at rest and on hover. */
export type AccentColours = Readonly<{ accent: string; strong: string }>;
export type Accent = Readonly<Record<Theme, AccentColours>>;

/** Colours next to an accent (`renderer/styles/tokens.css`). */
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

/** The accent serves as text colour and as text background (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** Change of lightness on hover. */
const STRONGER = 0.06;
const STEPS = 24;

/** Displayed accent, and the themes where it differs from the requested colour. */
export type FittedAccent = Readonly<{ accent: Accent; corrected: readonly Theme[] }>;

/**
 * Fits a brand's accent to both themes, with the smallest sufficient change of lightness. Black always suffices in the
 * light theme, white in the dark.
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

/** Darkens in the light theme, lightens in the dark. */
function nearest(colour: Oklch, theme: Theme): string {
  let near = colour.lightness;
  let far = theme === 'light' ? 0 : 1;
  for (let step = 0; step < STEPS; step += 1) {
    const lightness = (near + far) / 2;
    // Check the 8-bit colour: rounding can reduce the contrast.
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
