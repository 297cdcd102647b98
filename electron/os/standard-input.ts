import { createReadStream } from 'node:fs';
import { codeOf } from '../files/code-of.ts';

const STDIN = 0;

/** Reads the descriptor on Windows: Electron's `process.stdin` is always at its end there. */
export function standardInput(): AsyncIterable<Buffer> {
  return process.platform === 'win32' ? descriptorToItsEnd() : process.stdin;
}

async function* descriptorToItsEnd(): AsyncGenerator<Buffer> {
  try {
    const stream = createReadStream('', { fd: STDIN, autoClose: false });
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    // Windows reports a closed pipe as this error.
    if (codeOf(error) !== 'EOF') throw error;
  }
}
