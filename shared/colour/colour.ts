/** A colour in OKLCH: lightness 0…1, chroma from 0, hue in degrees (CSS Color 4, section 9.4). */
export type Oklch = Readonly<{ lightness: number; chroma: number; hue: number }>;

/** Linear sRGB; outside 0…1 for a colour outside sRGB. */
type LinearRgb = readonly [red: number, green: number, blue: number];

/** Matrices of Ottosson 2020, as in CSS Color 4. */
export function linearOf({ lightness, chroma, hue }: Oklch): LinearRgb {
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

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOfHex(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** A colour outside sRGB loses chroma, and keeps lightness and hue. */
export function hexOf(colour: Oklch): string {
  const parts = linearOf(inSrgb(colour)).map((part) => {
    const value = Math.min(1, Math.max(0, part));
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Contrast ratio, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance (WCAG 2.2), clipped to sRGB. */
function luminanceOf(colour: Oklch): number {
  const [red = 0, green = 0, blue = 0] = linearOf(colour).map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const TOLERANCE = 0.0005;
const STEPS = 24;

function isInSrgb(colour: Oklch): boolean {
  return linearOf(colour).every((part) => part >= -TOLERANCE && part <= 1 + TOLERANCE);
}

function inSrgb(colour: Oklch): Oklch {
  if (isInSrgb(colour)) return colour;
  let least = 0;
  let most = colour.chroma;
  for (let step = 0; step < STEPS; step += 1) {
    const chroma = (least + most) / 2;
    if (isInSrgb({ ...colour, chroma })) least = chroma;
    else most = chroma;
  }
  return { ...colour, chroma: least };
}

function linearOfHex(hex: string): LinearRgb {
  const part = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
