/** Test for a live X display: sends the first message of the X protocol, with the cookie. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1';
/** Address family of an entry for any host in a cookie file. */
const FAMILY_WILD = 0xffff;
const ANSWER_LIMIT_MS = 2_000;

/** Parses `host:number.screen`; undefined if invalid. A local display has no host. */
export function parseDisplay(display: string) {
  const match = /^(?:unix\/|([^:]*)):(\d+)(?:\.\d+)?$/.exec(display.replace(/^unix:/, ':'));
  if (match === null) return undefined;
  return { host: match[1] || undefined, number: Number(match[2]) };
}

/** One entry of a cookie file, good for any display. */
export function authorityEntry(cookie: Buffer) {
  const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const fields = ['', '', COOKIE_NAME, cookie].map((field) => Buffer.from(field));
  return Buffer.concat([
    uint16(FAMILY_WILD),
    ...fields.flatMap((field) => [uint16(field.length), field]),
  ]);
}

/** The cookie that this environment has for a display. */
export function cookieFor(display: string, env: NodeJS.ProcessEnv): Buffer | undefined {
  const file = env['XAUTHORITY'] || path.join(env['HOME'] ?? os.homedir(), '.Xauthority');
  const number = String(parseDisplay(display)?.number);
  try {
    const entries = parseAuthority(readFileSync(file)).filter(
      (entry) => entry.name === COOKIE_NAME,
    );
    const matches = entries.filter((entry) => entry.number === number || entry.number === '');
    return matches.find((entry) => entry.address === os.hostname())?.cookie ?? matches[0]?.cookie;
  } catch {
    return undefined;
  }
}

function parseAuthority(data: Buffer) {
  const entries = [];
  for (let at = 0; at < data.length;) {
    at += 2;
    const fields = [];
    for (let count = 0; count < 4; count += 1) {
      const length = data.readUInt16BE(at);
      fields.push(data.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    const [address, number, name, cookie] = fields as [Buffer, Buffer, Buffer, Buffer];
    entries.push({ address: String(address), number: String(number), name: String(name), cookie });
  }
  return entries;
}

/** Whether an X server accepts a connection to the display. */
export async function answers(display: string, cookie: Buffer | undefined) {
  const parts = parseDisplay(display);
  if (parts === undefined) return false;
  const { host, number } = parts;
  const address =
    host === undefined ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: 6000 + number };
  return isTaken(address, connectRequest(cookie));
}

/** Whether a server listens on a socket. */
export const listens = (file: string) => isTaken({ path: file });

/**
 * Whether a connection is taken, and the request if there is one; false if it fails or gets no
 * answer in time.
 */
function isTaken(address: net.NetConnectOpts, request?: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const end = (works: boolean) => {
      socket.destroy();
      resolve(works);
    };
    socket.setTimeout(ANSWER_LIMIT_MS, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on('connect', () => (request === undefined ? end(true) : socket.write(request)));
    // First byte of the answer: 0 refused, 1 accepted, 2 more authentication needed.
    socket.once('data', (data) => end(data[0] === 1));
  });
}

/** For protocol 11.0, little-endian as the processors of an Electron are. */
function connectRequest(cookie: Buffer = Buffer.alloc(0)) {
  const name = Buffer.from(cookie.length === 0 ? '' : COOKIE_NAME);
  const head = Uint16Array.of('l'.charCodeAt(0), 11, 0, name.length, cookie.length, 0);
  return Buffer.concat([Buffer.from(head.buffer), padded(name), padded(cookie)]);
}

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
