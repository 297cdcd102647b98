/** A colour in OKLCH: lightness 0…1, chroma from 0, hue in degrees (CSS Color 4, section 9.4). */
export type Oklch = Readonly<{ lightness: number; chroma: number; hue: number }>;

/**
 * Linear sRGB by the matrices of Ottosson 2020, as in CSS Color 4; outside 0…1 for a colour outside
 * sRGB.
 */
export function linearOf({ lightness, chroma, hue }: Oklch): readonly [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Contrast ratio, from 1 to 21 (WCAG 2.2); a text is `#rrggbb`. */
export function contrast(one: Oklch | string, other: Oklch | string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, clipped to sRGB. */
function luminanceOf(colour: Oklch | string): number {
  const parts = typeof colour === 'string' ? linearOfHex(colour) : linearOf(colour);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOfHex(hex: string): readonly number[] {
  return [1, 3, 5].map((from) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** The colours of a style sheet, by name. */
export function tokensOf(css: string): ReadonlyMap<string, Oklch> {
  const found = css.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...found].map(([, name = '', lightness, chroma, hue]) => [
      name,
      { lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) },
    ]),
  );
}
