import { writeSync } from 'node:fs';
import { LONGEST_VERDICT_BYTES, verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { codeOf } from '../os/code-of.ts';

/**
 * Writes a verdict as one line of JSON to an open descriptor, whole, before it returns.
 *
 * @returns false if writing fails: the reader is gone, or leaves the pipe full for 2 s
 * @throws Error for a verdict that does not fit its schema, or is longer than a pipe holds
 */
export function writeVerdict(descriptor: number, verdict: Verdict): boolean {
  const line = Buffer.from(`${harmless(JSON.stringify(verdictSchema.parse(verdict)))}\n`, 'utf8');
  if (line.length > LONGEST_VERDICT_BYTES) {
    throw new Error(`it is longer than ${LONGEST_VERDICT_BYTES} bytes (the service's consumerParams?)`);
  }
  return writeWhole(descriptor, line);
}

/** Escapes text of the service for a terminal: JSON itself leaves a terminal's other controls as they are. */
function harmless(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function writeWhole(descriptor: number, line: Buffer): boolean {
  let written = 0;
  const giveUpAt = Date.now() + 2000;
  while (written < line.length) {
    try {
      written += writeSync(descriptor, line, written);
    } catch (error) {
      // A full pipe of a slow reader is waited for, within reason.
      if (codeOf(error) !== 'EAGAIN' || Date.now() > giveUpAt) return false;
    }
  }
  return true;
}
