/** In German the `s` behind these endings joins two words: Sicherheits|schlüssel. */
const JOINT = /(?<=(?:heit|keit|ung)s)(?=\p{Ll}{5})/gu;

/**
 * A title with soft hyphens, where a word may be longer than a line. Chromium has no dictionary on Windows and Linux. Soft
 * hyphens in the message itself would also reach the terminal, the window's title and screen readers.
 */
export function breakable(title: string): string {
  return title.replace(JOINT, '\u00ad');
}
