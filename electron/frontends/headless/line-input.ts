import { read } from 'node:fs';
import { Socket } from 'node:net';

const MAX_LINE_BYTES = 4096;
const LINE_FEED = 0x0a;
/** Milliseconds between two attempts to read a non-blocking terminal. */
const POLL_MS = 2000;

/**
 * Returns a function that reads the next line. It reads byte by byte, so that the next process can
 * read the rest, and never blocks the event loop. It resolves to null at the end of the input, and
 * from a line over `MAX_LINE_BYTES` on.
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

/**
 * Reads in a worker thread, which can wait. A non-blocking descriptor is read by events, or else by
 * polling.
 */
function byteInput(descriptor: number): ByteInput {
  let readNonBlocking: ByteInput | null = null;
  return async () => {
    if (readNonBlocking !== null) return await readNonBlocking();
    const byte = await readInWorker(descriptor);
    if (byte !== 'nothing-yet') return byte;
    readNonBlocking = nonBlockingInput(descriptor);
    return await readNonBlocking();
  };
}

/** `nothing-yet`: the descriptor is non-blocking, and no byte has come. */
function readInWorker(descriptor: number): Promise<number | null | 'nothing-yet'> {
  const buffer = Buffer.alloc(1);
  return new Promise((resolve) => {
    read(descriptor, buffer, 0, 1, null, (error, count) => {
      if (error?.code === 'EAGAIN') resolve('nothing-yet');
      else resolve(error || count === 0 ? null : (buffer[0] ?? null));
    });
  });
}

/** Reads a non-blocking descriptor. Other processes share it, so it stays non-blocking. */
function nonBlockingInput(descriptor: number): ByteInput {
  let deliver: (byte: number | null) => void = () => undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    deliver(null);
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
          deliver(buffer[0] ?? null);
          // `false` pauses the socket until the next byte is asked for.
          return false;
        },
      },
    });
  } catch {
    // `Socket` accepts only pipes and sockets, so a terminal is polled.
    return () => pollForByte(descriptor);
  }
  socket.on('error', end).once('end', end).once('close', end);
  return () =>
    new Promise((resolve) => {
      deliver = resolve;
      if (isOver) resolve(null);
      else socket.resume();
    });
}

async function pollForByte(descriptor: number): Promise<number | null> {
  for (;;) {
    const byte = await readInWorker(descriptor);
    if (byte !== 'nothing-yet') return byte;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
