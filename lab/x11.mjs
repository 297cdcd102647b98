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
  const field = (/** @type {Buffer} */ data) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    return Buffer.concat([length, data]);
  };
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_WILD);
  const empty = Buffer.alloc(0);
  return Buffer.concat([family, field(empty), field(empty), field(Buffer.from(COOKIE_NAME)), field(cookie)]);
}

/** The cookie that this environment has for a display. @returns {Buffer | undefined} */
export function cookieFor(/** @type {string} */ display, /** @type {NodeJS.ProcessEnv} */ env) {
  const file = env['XAUTHORITY'] || path.join(env['HOME'] ?? os.homedir(), '.Xauthority');
  const number = String(parseDisplay(display)?.number);
  try {
    const entries = parseAuthority(readFileSync(file)).filter((entry) => entry.name === COOKIE_NAME);
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
    const [address, number, name, cookie] = /** @type {[Buffer, Buffer, Buffer, Buffer]} */ (fields);
    entries.push({ address: String(address), number: String(number), name: String(name), cookie });
  }
  return entries;
}

/**
 * Whether an X server accepts a connection to the display.
 * @param {string} display
 * @param {Buffer | undefined} cookie
 * @returns {Promise<boolean>}
 */
export function answers(display, cookie) {
  const parts = parseDisplay(display);
  if (parts === undefined) return Promise.resolve(false);
  const socket =
    parts.host === undefined
      ? net.connect(`/tmp/.X11-unix/X${parts.number}`)
      : net.connect(6000 + parts.number, parts.host);
  return triesOut(socket, (end) => {
    socket.on('close', () => end(false));
    socket.on('connect', () => socket.write(connectRequest(cookie)));
    // First byte of the answer: 0 refused, 1 accepted, 2 more authentication needed.
    socket.once('data', (data) => end(data[0] === 1));
  });
}

/** Whether a server listens on a socket. @returns {Promise<boolean>} */
export function listens(/** @type {string} */ file) {
  const socket = net.connect(file);
  return triesOut(socket, (end) => socket.on('connect', () => end(true)));
}

/**
 * The result of a test on a socket; false if it fails or gets no answer in time.
 * @param {net.Socket} socket
 * @param {(end: (works: boolean) => void) => void} listen
 * @returns {Promise<boolean>}
 */
function triesOut(socket, listen) {
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ works) => {
      socket.destroy();
      resolve(works);
    };
    socket.setTimeout(ANSWER_LIMIT_MS, () => end(false));
    socket.on('error', () => end(false));
    listen(end);
  });
}

function connectRequest(/** @type {Buffer | undefined} */ cookie) {
  const name = cookie === undefined ? Buffer.alloc(0) : Buffer.from(COOKIE_NAME);
  const data = cookie ?? Buffer.alloc(0);
  const head = Buffer.alloc(12);
  head.write('l', 0); // little-endian
  head.writeUInt16LE(11, 2); // protocol 11.0
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(data.length, 8);
  return Buffer.concat([head, padded(name), padded(data)]);
}

const padded = (/** @type {Buffer} */ data) =>
  Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
