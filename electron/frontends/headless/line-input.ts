import { read } from 'node:fs';
import { Socket } from 'node:net';

const MAX_LINE_BYTES = 4096;
const LINE_FEED = 0x0a;
/** Polling interval for a non-blocking terminal. */
const LOOK_MS = 2000;

/**
 * Reads lines byte by byte: the next process can read the rest. Never blocks the event loop. Null at the end of the
 * input, and from a line over `MAX_LINE_BYTES` on.
 */
export function lineInput(descriptor: number): () => Promise<string | null> {
  let isOver = false;
  const readByte = byteInput(descriptor);
  return async () => {
    const bytes: number[] = [];
    while (!isOver && bytes.length <= MAX_LINE_BYTES) {
      const byte = await readByte();
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

/** Reads one byte; null at the end of the input or after an error. */
type ByteInput = () => Promise<number | null>;

/** Waits in a worker thread. For a non-blocking descriptor, uses events or polling. */
function byteInput(descriptor: number): ByteInput {
  let whenThere: ByteInput | null = null;
  return async () => {
    if (whenThere !== null) return await whenThere();
    const byte = await readWaiting(descriptor);
    if (byte !== 'nothing-yet') return byte;
    whenThere = readWhenThere(descriptor);
    return await whenThere();
  };
}

function readWaiting(descriptor: number): Promise<number | null | 'nothing-yet'> {
  const buffer = Buffer.alloc(1);
  return new Promise((resolve) => {
    read(descriptor, buffer, 0, 1, null, (error, count) => {
      if (error?.code === 'EAGAIN') resolve('nothing-yet');
      else resolve(error || count === 0 ? null : (buffer[0] ?? null));
    });
  });
}

/** Reads a non-blocking descriptor. Other processes share it, so it stays non-blocking. */
function readWhenThere(descriptor: number): ByteInput {
  let give: (byte: number | null) => void = () => undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    give(null);
  };
  let socket: Socket;
  try {
    socket = new Socket({
      fd: descriptor,
      readable: true,
      writable: false,
      onread: {
        buffer: Buffer.alloc(1),
        callback: (_count, buffer) => {
          give(buffer[0] ?? null);
          return false;
        },
      },
    });
  } catch {
    // `Socket` accepts only pipes and sockets: poll a terminal.
    return () => lookNowAndThen(descriptor);
  }
  socket.on('error', end).once('end', end).once('close', end);
  return () =>
    new Promise((resolve) => {
      give = resolve;
      if (isOver) resolve(null);
      else socket.resume();
    });
}

async function lookNowAndThen(descriptor: number): Promise<number | null> {
  for (;;) {
    const byte = await readWaiting(descriptor);
    if (byte !== 'nothing-yet') return byte;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
