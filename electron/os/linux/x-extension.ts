import { connect, type Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { readSmallFile } from '../../files/read-small-file.ts';

/** X Window System Protocol, version 11 (X.Org, "X Window System Protocol", Appendix B). */
const FIRST_PORT = 6000;
const LAST_PORT = 65_535;
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1';
const SUCCESS = 1;
const QUERY_EXTENSION = 98;
const REPLY = 1;
/** Bytes of the server's first answer before its variable part, and of a reply. */
const FIRST_ANSWER_BYTES = 8;
const REPLY_BYTES = 32;
const LIMIT_MS = 2_000;
/** The family of a cookie that counts for every address (Xauth.h). */
const FAMILY_WILD = 65_535;
/** Room for a few hundred cookies. */
const MAX_COOKIE_BYTES = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks the X server of `DISPLAY` whether it has the extension `name`, such as `XKEYBOARD`, and
 * shows it the cookie that X programs use. To a client that it does not trust (`ssh -X`) a server
 * offers few extensions. Never asks a server on another computer, which would get a cookie of this
 * one.
 *
 * @returns null without an answer within two seconds: there is no such server, or it refuses this
 *   program
 */
export async function offersExtension(
  name: string,
  environment: Environment,
): Promise<boolean | null> {
  const display = parseDisplay(environment['DISPLAY'] ?? '');
  if (display === null) return null;
  const { host, number } = display;
  const socket =
    host === '' ? connect(`/tmp/.X11-unix/X${number}`) : connect(FIRST_PORT + Number(number), host);
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  try {
    const take = reader(socket);
    socket.write(firstRequest(cookieOf(number, environment)));
    const firstAnswer = await take(FIRST_ANSWER_BYTES);
    if (firstAnswer[0] !== SUCCESS) return null;
    // Skip the variable part, whose length in units of four bytes stands at byte 6.
    await take(4 * firstAnswer.readUInt16LE(6));
    socket.write(query(name));
    const reply = await take(REPLY_BYTES);
    // Byte 8 says whether the server has the extension.
    return reply[0] === REPLY ? reply[8] === 1 : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/**
 * Reads `host:number.screen`. A display without a host, or with `unix` for it, is reached by its
 * socket in /tmp. Null for a display of another computer, and for any other text.
 */
function parseDisplay(display: string): Readonly<{ host: string; number: string }> | null {
  const [, host, number] =
    /^(?:unix\/[^:]*|unix|([^:/]*)):(\d{1,5})(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined || FIRST_PORT + Number(number) > LAST_PORT) return null;
  const isOnThisComputer = ['', 'localhost', '127.0.0.1', hostname()].includes(host ?? '');
  return isOnThisComputer ? { host: host ?? '', number } : null;
}

/**
 * Returns a function that takes the next bytes of a connection. It rejects if the connection ends
 * before them.
 */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  let untaken: Buffer = Buffer.alloc(0);
  let isClosed = false;
  let wake = (): void => undefined;
  socket.on('data', (data: Buffer) => {
    untaken = Buffer.concat([untaken, data]);
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  return async (count) => {
    while (untaken.length < count) {
      if (isClosed) throw new Error('the X server ended the connection');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const taken = untaken.subarray(0, count);
    untaken = untaken.subarray(count);
    return taken;
  };
}

function firstRequest(cookie: Buffer | null): Buffer {
  const name = Buffer.from(cookie === null ? '' : COOKIE_NAME);
  const data = cookie ?? Buffer.alloc(0);
  const head = Buffer.alloc(12);
  // Little-endian byte order, then the protocol's version 11.0, and the lengths of the two texts
  // behind the head.
  head.write('l');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(0, 4);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(data.length, 8);
  return Buffer.concat([head, padded(name), padded(data)]);
}

/** A request for an extension; the protocol counts the length of a request in units of four bytes. */
function query(name: string): Buffer {
  const text = padded(Buffer.from(name));
  const head = Buffer.alloc(8);
  head[0] = QUERY_EXTENSION;
  head.writeUInt16LE(2 + text.length / 4, 2);
  head.writeUInt16LE(name.length, 4);
  return Buffer.concat([head, text]);
}

/** Adds zeros up to a multiple of four bytes. */
const padded = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

/**
 * The cookie of this computer for a display's number, from the file that X programs read. Null if
 * it has none.
 */
function cookieOf(number: string, environment: Environment): Buffer | null {
  const file = environment['XAUTHORITY'] ?? join(environment['HOME'] ?? homedir(), '.Xauthority');
  try {
    const bytes = readSmallFile(file, MAX_COOKIE_BYTES, { isLinkFollowed: true });
    const fitting = entriesOf(bytes ?? Buffer.alloc(0)).find(
      (entry) =>
        entry.name === COOKIE_NAME &&
        (entry.number === number || entry.number === '') &&
        (entry.family === FAMILY_WILD || entry.address === hostname()),
    );
    return fitting?.cookie ?? null;
  } catch {
    return null;
  }
}

type Entry = Readonly<{
  family: number;
  address: string;
  number: string;
  name: string;
  cookie: Buffer;
}>;

/**
 * The entries of a file of cookies. Each is a family of addresses and four fields, and each field
 * begins with its length.
 *
 * @throws RangeError for a file that ends early
 */
function entriesOf(file: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < file.length;) {
    const family = file.readUInt16BE(at);
    at += 2;
    /** Takes the next field. */
    const field = (): Buffer => {
      const start = at + 2;
      at = start + file.readUInt16BE(at);
      return file.subarray(start, at);
    };
    const address = String(field());
    const number = String(field());
    const name = String(field());
    entries.push({ family, address, number, name, cookie: field() });
  }
  return entries;
}
