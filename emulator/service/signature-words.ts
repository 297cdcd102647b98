import { createHmac } from 'node:crypto';
import { parseJson } from '../basics/json.ts';
import { sign } from './signature.ts';
import type { SignatureSettings } from './signature.ts';

/**
 * Why a signature is wrong, for who runs the emulator: never for the wire, where it would help to
 * guess.
 *
 * @param given the header; undefined where it is missing
 * @returns a sentence without the key and without the right signature; null for a right signature
 */
export function explainSignature(
  settings: SignatureSettings,
  body: Buffer,
  given: string | undefined,
): string | null {
  const { header, encoding } = settings;
  if (given === undefined) return `The header ${header} is missing.`;
  const right = sign(settings, body);
  if (given === right) return null;

  const names = { hex: 'hexadecimal', base64: 'base64' } as const;
  const other = encoding === 'hex' ? 'base64' : 'hex';
  if (given === sign({ ...settings, encoding: other }, body))
    return `It is ${names[other]} where ${names[encoding]} is expected.`;
  const bare = given.replace(/^(sha256=|sha256:|hmac-sha256 |hmac )/i, '');
  if (bare !== given && bare === right)
    return `It begins with "${given.slice(0, given.length - bare.length)}"; the value alone is expected.`;
  if (encoding === 'hex' && given.toLowerCase() === right)
    return 'It is in upper case; lower-case hexadecimal is expected.';
  const decoded = createHmac('sha256', Buffer.from(settings.secretKey, 'hex'));
  if (given === decoded.update(body).digest(encoding))
    return 'The key was decoded as hexadecimal; its characters are the key, as they stand.';
  if (otherTexts(body).some((text) => given === sign(settings, text)))
    return 'It signs other bytes than were sent: make the JSON once, sign it, and send the same text.';
  if (given.length !== right.length) {
    return (
      `It has ${String(given.length)} characters; ${String(right.length)} are expected ` +
      `(HMAC-SHA256 in ${names[encoding]}).`
    );
  }
  return 'It was made with another key, or of another body than was sent.';
}

/** The same JSON as libraries write it otherwise. */
function otherTexts(body: Buffer): readonly string[] {
  const text = body.toString('utf8');
  const value = parseJson(text);
  const texts = [text.trim(), `${text}\n`, ''];
  if (value === undefined) return texts;
  const compact = JSON.stringify(value);
  return [
    ...texts,
    compact,
    spaced(value),
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
    compact.replaceAll('/', '\\/'),
    escaped(compact),
    escaped(spaced(value)),
  ];
}

/** `{"a": 1, "b": 2}`, as Python's `json.dumps` writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Everything beyond ASCII as `\uXXXX`. */
function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
