import { createReadStream } from 'node:fs';
import { codeOf } from './code-of.ts';

const STDIN = 0;

/**
 * Standard input, to its end. Electron for Windows replaces `process.stdin` by a stream that is always at its end, so
 * there the descriptor itself is read.
 */
export function standardInput(): AsyncIterable<Buffer> {
  return process.platform === 'win32' ? descriptorToItsEnd() : process.stdin;
}

async function* descriptorToItsEnd(): AsyncGenerator<Buffer> {
  try {
    // Not closed: left as it is for a later reader.
    const stream = createReadStream('', { fd: STDIN, autoClose: false });
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    // On Windows a pipe ends like this after its other side has gone.
    if (codeOf(error) !== 'EOF') throw error;
  }
}
