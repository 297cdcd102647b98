/**
 * A hardware key of the YubiKey kind is a keyboard that presses keys by position. Its one-time password is written in
 * modhex: sixteen letters at the same positions on most Latin keyboards, QWERTZ and AZERTY among them (Yubico,
 * "Modified hexadecimal encoding"). Below are the characters at those sixteen positions on other layouts.
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
/** A public identity of at most 16 bytes and 16 bytes of one-time password, two characters each. */
const LENGTH = { least: 32, most: 64 } as const;

/**
 * The one-time password of a hardware key as modhex, if another keyboard layout changed its characters.
 *
 * @param typed in small letters, without white space
 * @returns null if the input is modhex already, is no such password, or has two different readings: the service then
 *   judges it as typed
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
 * Whether a text is as long as the one-time password of such a key but is not modhex: its keyboard layout is unknown
 * here. A hexadecimal text comes from another kind of token, and is left as it is.
 *
 * @param password the password to send (`normaliseSecurityKeyPassword`)
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
