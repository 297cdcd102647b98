/** Themes of the window. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** CSS colours (`#rrggbb`): `accent` at rest, `strong` on hover. */
export type AccentColours = Readonly<{ accent: string; strong: string }>;
/** The accent in each theme; null means the default accent. */
export type Accent = Readonly<Record<Theme, AccentColours | null>>;

/**
 * The background of each theme on which an accent has the least contrast: `--raised` in
 * `renderer/styles/tokens.css`. A contrast that suffices here suffices on every background.
 */
const BACKGROUNDS: Readonly<Record<Theme, string>> = { light: '#f3efea', dark: '#1c222a' };
/**
 * The contrast ratio that WCAG 2.2, 1.4.3, requires of text: an accent is the colour of text, and
 * text stands on it.
 */
const LEAST_CONTRAST = 4.5;
/** The part of black or white in the mixture on hover, from 0 to 1. */
const HOVER_SHARE = 0.15;

/** The accent of a brand (`#rrggbb`), in each theme in which its contrast suffices. */
export function accentOf(hex: string): Accent {
  const coloursIn = (theme: Theme): AccentColours | null =>
    hasContrast(hex, theme) ? { accent: hex.toLowerCase(), strong: hoverOf(hex, theme) } : null;
  return { light: coloursIn('light'), dark: coloursIn('dark') };
}

export function hasContrast(hex: string, theme: Theme): boolean {
  return accentContrast(hex, theme) >= LEAST_CONTRAST;
}

/** The contrast ratio of an accent to the background, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function accentContrast(hex: string, theme: Theme): number {
  const luminances = [luminanceOf(hex), luminanceOf(BACKGROUNDS[theme])];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/**
 * The colour on hover: darker in the light theme and lighter in the dark one, so that the contrast
 * grows.
 */
function hoverOf(hex: string, theme: Theme): string {
  const end = theme === 'light' ? 0 : 255;
  const mixed = componentsOf(hex).map((component) =>
    Math.round(component + (end - component) * HOVER_SHARE),
  );
  return `#${mixed.map((component) => component.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = componentsOf(hex).map((component) => {
    const value = component / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, from 0 to 255 each. */
function componentsOf(hex: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
}
