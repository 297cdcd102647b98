import { writeSync } from 'node:fs';
import {
  LONGEST_VERDICT_BYTES,
  verdictSchema,
  type Verdict,
} from '../../shared/outcomes/verdict.ts';
import { codeOf } from '../files/code-of.ts';
import { harmlessJson } from './harmless-json.ts';

/**
 * Writes the verdict as a line of JSON.
 *
 * @returns false if nobody reads the pipe, if the pipe stays full for `FULL_PIPE_MS`, or after
 *   another write error
 * @throws for a verdict that is invalid or too long
 */
export function writeVerdict(descriptor: number, verdict: Verdict): boolean {
  const line = Buffer.from(`${harmlessJson(verdictSchema.parse(verdict))}\n`, 'utf8');
  if (line.length > LONGEST_VERDICT_BYTES) {
    throw new Error(
      `it is longer than ${LONGEST_VERDICT_BYTES} bytes (the service's consumerParams?)`,
    );
  }
  return writeWhole(descriptor, line);
}

const FULL_PIPE_MS = 2000;

function writeWhole(descriptor: number, line: Buffer): boolean {
  let written = 0;
  const giveUpAtMs = Date.now() + FULL_PIPE_MS;
  while (written < line.length) {
    try {
      written += writeSync(descriptor, line, written);
    } catch (error) {
      // Retry while a slow reader's pipe is full.
      if (codeOf(error) !== 'EAGAIN' || Date.now() > giveUpAtMs) return false;
    }
  }
  return true;
}
