/** In German the `s` behind these endings joins two words: Sicherheits|schlüssel. */
const JOINT = /(?<=(?:heit|keit|ung)s)(?=\p{Ll}{5})/gu;

/**
 * Puts soft hyphens into the long words of a title, because Chromium has no hyphenation dictionary
 * on Windows and Linux. In the message itself, soft hyphens would also reach the terminal, the
 * window's title and screen readers.
 */
export function breakable(title: string): string {
  return title.replace(JOINT, '\u00ad');
}
