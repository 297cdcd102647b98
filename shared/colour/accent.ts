/** Themes of the window. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** CSS colours (`#rrggbb`): at rest and on hover. */
export type AccentColours = Readonly<{ accent: string; strong: string }>;
/** Null: the default accent. */
export type Accent = Readonly<Record<Theme, AccentColours | null>>;

/** The colour of each theme with the least contrast to an accent: `--raised` in `renderer/styles/tokens.css`. */
const RAISED: Readonly<Record<Theme, string>> = { light: '#f3efea', dark: '#1c222a' };
/** The accent serves as text colour and as text background (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** Share of black or white on hover. */
const STRONGER = 0.15;

/** The accent of a brand (`#rrggbb`), where its contrast is sufficient. */
export function accentOf(hex: string): Accent {
  const within = (theme: Theme): AccentColours | null =>
    hasContrast(hex, theme) ? { accent: hex.toLowerCase(), strong: stronger(hex, theme) } : null;
  return { light: within('light'), dark: within('dark') };
}

export function hasContrast(hex: string, theme: Theme): boolean {
  return accentContrast(hex, theme) >= LEAST_CONTRAST;
}

/** Contrast ratio, from 1 to 21 (WCAG 2.2). */
export function accentContrast(hex: string, theme: Theme): number {
  const [darker = 0, lighter = 0] = [luminanceOf(hex), luminanceOf(RAISED[theme])].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Away from the surface. */
function stronger(hex: string, theme: Theme): string {
  const end = theme === 'light' ? 0 : 255;
  const mixed = partsOf(hex).map((part) => Math.round(part + (end - part) * STRONGER));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(hex: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));
}
