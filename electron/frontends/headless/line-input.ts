import { read } from 'node:fs';
import { Socket } from 'node:net';

const MAX_LINE_BYTES = 4096;
const LINE_FEED = 0x0a;
/** Polling interval for a non-blocking terminal. */
const LOOK_MS = 2000;

/**
 * Reads byte by byte, so that the next reader gets the rest. Never blocks the process.
 *
 * @returns reads a line; null at the end or after more than `MAX_LINE_BYTES`
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

/** Null at the end or after an error. */
type ByteInput = () => Promise<number | null>;

/** Uses a blocking read if possible, else events. */
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

/** Keeps the descriptor non-blocking, because other processes share it. */
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
    // Node accepts only pipes and sockets here, so poll a terminal.
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
