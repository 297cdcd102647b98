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
/** Bytes of the beginning of the server's first answer, and of every reply. */
const FIRST_BYTES = 8;
const REPLY_BYTES = 32;
const LIMIT_MS = 2_000;
/** Fits every cookie, whatever address it names (Xauth.h). */
const FAMILY_WILD = 65_535;
/** A few hundred cookies. */
const MAX_COOKIE_BYTES = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks the X server of `DISPLAY`, with the cookie that X programs use, for an extension by its name, such as
 * `XKEYBOARD`. A client that is not trusted (`ssh -X`) is shown few. Asks no other computer, which would get a cookie of
 * this one.
 *
 * @returns null without an answer in two seconds: no such server, or it refuses this program
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
    const first = await take(FIRST_BYTES);
    if (first[0] !== SUCCESS) return null;
    await take(4 * first.readUInt16LE(6));
    socket.write(query(name));
    const reply = await take(REPLY_BYTES);
    return reply[0] === REPLY ? reply[8] === 1 : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/** `host:number.screen`; a local display has no host. Null for another text, and for another computer's display. */
function parseDisplay(display: string): Readonly<{ host: string; number: string }> | null {
  const [, host, number] =
    /^(?:unix\/[^:]*|unix|([^:/]*)):(\d{1,5})(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined || FIRST_PORT + Number(number) > LAST_PORT) return null;
  const isHere = ['', 'localhost', '127.0.0.1', hostname()].includes(host ?? '');
  return isHere ? { host: host ?? '', number } : null;
}

/** Takes bytes in order. Rejects when the connection ends. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;
  let wake = (): void => undefined;
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  return async (bytes) => {
    while (rest.length < bytes) {
      if (isOver) throw new Error('the X server ended the connection');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const part = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return part;
  };
}

function firstRequest(cookie: Buffer | null): Buffer {
  const name = Buffer.from(cookie === null ? '' : COOKIE_NAME);
  const data = cookie ?? Buffer.alloc(0);
  const head = Buffer.alloc(12);
  head.write('l');
  [11, 0, name.length, data.length].forEach((value, index) =>
    head.writeUInt16LE(value, 2 + 2 * index),
  );
  return Buffer.concat([head, padded(name), padded(data)]);
}

function query(name: string): Buffer {
  const text = padded(Buffer.from(name));
  const head = Buffer.alloc(8);
  head[0] = QUERY_EXTENSION;
  head.writeUInt16LE(2 + text.length / 4, 2);
  head.writeUInt16LE(name.length, 4);
  return Buffer.concat([head, text]);
}

const padded = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

/** The cookie of this computer for a display's number, from `XAUTHORITY`. Null if there is none. */
function cookieOf(number: string, environment: Environment): Buffer | null {
  const file = environment['XAUTHORITY'] ?? join(environment['HOME'] ?? homedir(), '.Xauthority');
  try {
    const bytes = readSmallFile(file, MAX_COOKIE_BYTES, { isLinkFollowed: true });
    const found = entriesOf(bytes ?? Buffer.alloc(0)).find(
      (entry) =>
        entry.name === COOKIE_NAME &&
        (entry.number === number || entry.number === '') &&
        (entry.family === FAMILY_WILD || entry.address === hostname()),
    );
    return found?.cookie ?? null;
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

/** Each entry: a family, then four fields with their lengths. @throws RangeError for a file that ends early */
function entriesOf(file: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < file.length;) {
    const family = file.readUInt16BE(at);
    at += 2;
    const field = (): Buffer => {
      const start = at + 2;
      at = start + file.readUInt16BE(at);
      return file.subarray(start, at);
    };
    const [address, number, name] = [field(), field(), field()].map(String) as [
      string,
      string,
      string,
    ];
    entries.push({ family, address, number, name, cookie: field() });
  }
  return entries;
}
