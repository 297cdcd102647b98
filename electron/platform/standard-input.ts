import { createReadStream } from 'node:fs';

const STDIN = 0;

/**
 * What stands on standard input, to its end. Electron for Windows replaces `process.stdin` by a stream that is always
 * at its end, so there the descriptor itself is read.
 */
export function standardInput(): AsyncIterable<Buffer> {
  return process.platform === 'win32' ? descriptorToItsEnd() : process.stdin;
}

async function* descriptorToItsEnd(): AsyncGenerator<Buffer> {
  try {
    // Not closed: whoever reads on finds it as it is.
    const stream = createReadStream('', { fd: STDIN, autoClose: false });
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    // So a pipe ends on Windows whose other side is gone.
    if ((error as NodeJS.ErrnoException).code !== 'EOF') throw error;
  }
}
