/**
 * A YubiKey presses keys by position. Modhex has 16 letters with the same positions on most Latin keyboards (Yubico,
 * "Modified hexadecimal encoding"). `OTHER_LAYOUTS` has the characters of those positions on other keyboards.
 */
const MODHEX = 'cbdefghijklnrtuv';
const HEX = '0123456789abcdef';
const OTHER_LAYOUTS: readonly string[] = [
  // Dvorak
  'jxe.uidchtnbpygk',
  // Colemak
  'cbsftdhuneikpglv',
  // Bépo, with either apostrophe
  "xkipe,cdtsr'oèv.",
  'xkipe,cdtsr’oèv.',
  // Russian; Ukrainian and Belarusian differ only at other positions
  'сивуапршолдткегм',
  // Serbian and Macedonian
  'цбдефгхијклнртув',
  // Greek
  'ψβδεφγηιξκλνρτθω',
  // Hebrew
  'בנגקכעיןחלךמראוה',
];
/** Two characters per byte: an identity of up to 16 bytes, then a one-time password of 16 bytes. */
const LENGTH = { least: 32, most: 64 } as const;

/**
 * Converts a one-time password from another keyboard layout.
 *
 * @param typed lower case, without white space
 * @returns null if it is modhex already, invalid or ambiguous
 */
export function modhexOf(typed: string): string | null {
  const length = Array.from(typed).length;
  if (length < LENGTH.least || length > LENGTH.most || length % 2 !== 0) return null;
  if (Array.from(typed).every((character) => MODHEX.includes(character))) return null;
  const readings = new Set(
    OTHER_LAYOUTS.map((layout) => readOn(Array.from(layout), typed)).filter((read) => read !== null),
  );
  const [only = null] = readings;
  return readings.size === 1 ? only : null;
}

/**
 * Whether a password has the length of modhex but an unknown layout. Other tokens send hexadecimal.
 *
 * @param password the result of `normaliseSecurityKeyPassword`
 */
export function isOfUnknownLayout(password: string): boolean {
  const characters = Array.from(password);
  const isOf = (letters: string): boolean => characters.every((character) => letters.includes(character));
  return characters.length >= LENGTH.least && !isOf(MODHEX) && !isOf(HEX);
}

function readOn(layout: readonly string[], typed: string): string | null {
  let read = '';
  for (const character of typed) {
    const place = layout.indexOf(character);
    if (place === -1) return null;
    read += MODHEX.charAt(place);
  }
  return read;
}
