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
export function parseDisplay(/** @type {string} */ display) {
  const match = /^(?:unix\/|([^:]*)):(\d+)(?:\.\d+)?$/.exec(display.replace(/^unix:/, ':'));
  if (match === null) return undefined;
  return { host: match[1] || undefined, number: Number(match[2]) };
}

/** One entry of a cookie file, good for any display. */
export function authorityEntry(/** @type {Buffer} */ cookie) {
  const uint16 = (/** @type {number} */ value) => Buffer.from([value >> 8, value & 0xff]);
  const fields = ['', '', COOKIE_NAME, cookie].map((field) => Buffer.from(field));
  return Buffer.concat([
    uint16(FAMILY_WILD),
    ...fields.flatMap((field) => [uint16(field.length), field]),
  ]);
}

/** The cookie that this environment has for a display. @returns {Buffer | undefined} */
export function cookieFor(/** @type {string} */ display, /** @type {NodeJS.ProcessEnv} */ env) {
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

function parseAuthority(/** @type {Buffer} */ data) {
  const entries = [];
  for (let at = 0; at < data.length;) {
    at += 2;
    const fields = [];
    for (let count = 0; count < 4; count += 1) {
      const length = data.readUInt16BE(at);
      fields.push(data.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    const [address, number, name, cookie] = /** @type {[Buffer, Buffer, Buffer, Buffer]} */ (
      fields
    );
    entries.push({ address: String(address), number: String(number), name: String(name), cookie });
  }
  return entries;
}

/**
 * Whether an X server accepts a connection to the display.
 * @param {string} display
 * @param {Buffer | undefined} cookie
 */
export async function answers(display, cookie) {
  const parts = parseDisplay(display);
  if (parts === undefined) return false;
  const { host, number } = parts;
  const place =
    host === undefined ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: 6000 + number };
  return isTaken(place, connectRequest(cookie));
}

/** Whether a server listens on a socket. */
export const listens = (/** @type {string} */ file) => isTaken({ path: file });

/**
 * Whether a connection is taken, and the request if there is one; false if it fails or gets no answer in time.
 * @param {net.NetConnectOpts} place
 * @param {Buffer} [request]
 * @returns {Promise<boolean>}
 */
function isTaken(place, request) {
  return new Promise((resolve) => {
    const socket = net.connect(place);
    const end = (/** @type {boolean} */ works) => {
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
function connectRequest(/** @type {Buffer} */ cookie = Buffer.alloc(0)) {
  const name = Buffer.from(cookie.length === 0 ? '' : COOKIE_NAME);
  const head = Uint16Array.of('l'.charCodeAt(0), 11, 0, name.length, cookie.length, 0);
  return Buffer.concat([Buffer.from(head.buffer), padded(name), padded(cookie)]);
}

const padded = (/** @type {Buffer} */ data) =>
  Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
