import { read } from 'node:fs';

const MAX_LINE_BYTES = 4096;
const LINE_FEED = 0x0a;

/**
 * Reads lines from an open descriptor one byte at a time, so that nothing behind a line is taken from whoever
 * reads on. Never blocks the process.
 *
 * @returns what gives the next line without its end, or null at the end of the input
 */
export function lineInput(descriptor: number): () => Promise<string | null> {
  let isOver = false;
  return async () => {
    const bytes: number[] = [];
    while (!isOver && bytes.length <= MAX_LINE_BYTES) {
      const byte = await readByte(descriptor);
      if (byte === LINE_FEED) return lineOf(bytes);
      if (byte === null) isOver = true;
      else bytes.push(byte);
    }
    isOver = true;
    return bytes.length > 0 && bytes.length <= MAX_LINE_BYTES ? lineOf(bytes) : null;
  };
}

function lineOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('utf8').replace(/\r$/, '');
}

/** @returns null at the end, and for a descriptor that cannot be read */
function readByte(descriptor: number): Promise<number | null> {
  const buffer = Buffer.alloc(1);
  return new Promise((resolve) => {
    const attempt = (): void => {
      read(descriptor, buffer, 0, 1, null, (error, count) => {
        if (error?.code === 'EAGAIN') setTimeout(attempt, 10);
        else resolve(error || count === 0 ? null : (buffer[0] ?? null));
      });
    };
    attempt();
  });
}
