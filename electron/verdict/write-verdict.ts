import { writeSync } from 'node:fs';
import {
  LONGEST_VERDICT_BYTES,
  verdictSchema,
  type Verdict,
} from '../../shared/outcomes/verdict.ts';
import { codeOf } from '../files/code-of.ts';

/** Writes a line of JSON. False without a reader, or if the pipe stays full for 2 s. Throws for an invalid verdict. */
export function writeVerdict(descriptor: number, verdict: Verdict): boolean {
  const line = Buffer.from(`${harmless(JSON.stringify(verdictSchema.parse(verdict)))}\n`, 'utf8');
  if (line.length > LONGEST_VERDICT_BYTES) {
    throw new Error(
      `it is longer than ${LONGEST_VERDICT_BYTES} bytes (the service's consumerParams?)`,
    );
  }
  return writeWhole(descriptor, line);
}

/** Escapes control characters that act on a terminal, and that JSON does not escape. */
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
      // Retry while a slow reader's pipe is full.
      if (codeOf(error) !== 'EAGAIN' || Date.now() > giveUpAt) return false;
    }
  }
  return true;
}
