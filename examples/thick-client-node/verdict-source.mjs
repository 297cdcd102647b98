/**
 * Where the verdict comes from: the gate that started us left it on a descriptor, or we start
 * `gatehouse check` ourselves. Both give one line of JSON, still to be verified (ticket.mjs).
 */
import { spawnSync } from 'node:child_process';
import { closeSync, readSync } from 'node:fs';
import { Refusal } from './refusal.mjs';

/** A verdict is far smaller; a longer line is invalid. */
const LONGEST_LINE = 64 * 1024;
const LINE_FEED = 10;
/** The gate writes before it starts us, so a late verdict never comes. */
const READ_DEADLINE_MS = 5_000;

/**
 * Reads the line that the gate left for us.
 *
 * @param {string | undefined} name the value of GATEHOUSE_RESULT_FD
 * @returns {string} the line
 */
export function readFromGate(name) {
  if (name === undefined) throw new Refusal('Gatehouse did not start this program');
  // 0 is standard input; 1 and 2 are written to, not read.
  if (!/^(0|[3-9]|[1-9]\d{1,4})$/.test(name)) {
    throw new Refusal('GATEHOUSE_RESULT_FD names no descriptor to read from');
  }
  const descriptor = Number(name);
  const isStandardInput = descriptor === 0;
  const bytes = Buffer.alloc(LONGEST_LINE + 1);
  let length = 0;
  for (;;) {
    // From standard input never more than the line: the bytes behind it are the program's own.
    const wanted = isStandardInput ? 1 : bytes.length - length;
    const count = readSome(descriptor, bytes, length, wanted);
    length += count;
    if (count === 0 || (isStandardInput && bytes[length - 1] === LINE_FEED)) break;
    if (length === bytes.length) throw new Refusal('the verdict is longer than any verdict');
  }
  // Programs that we start must not inherit it.
  if (!isStandardInput) closeSync(descriptor);
  return onlyLine(bytes.subarray(0, length));
}

/**
 * Starts Gatehouse and takes the verdict from its standard output. It counts together with exit
 * code 0 only.
 *
 * @param {string} program
 * @param {readonly string[]} options further options of `gatehouse check`
 * @param {string} nonce of this start
 * @returns {string} the line
 */
export function askGatehouse(program, options, nonce) {
  // A client with a window of its own uses `spawn` here, so that its window goes on working
  // meanwhile.
  const { error, status, signal, stdout } = spawnSync(
    program,
    ['check', '--json', '--nonce', nonce, ...options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: LONGEST_LINE,
    },
  );
  if (error && 'code' in error && error.code === 'ENOBUFS') {
    throw new Refusal('the verdict is longer than any verdict');
  }
  if (error) throw new Refusal(`${program} cannot be used: ${error.message}`);
  if (status !== 0) throw new Refusal(`Gatehouse let nobody in: it ended with ${signal ?? status}`);
  return onlyLine(stdout);
}

/**
 * Reads the available bytes, at least one; 0 at the end.
 *
 * @param {number} descriptor
 * @param {Buffer} bytes
 * @param {number} offset
 * @param {number} wanted
 */
function readSome(descriptor, bytes, offset, wanted) {
  const until = performance.now() + READ_DEADLINE_MS;
  for (;;) {
    try {
      return readSync(descriptor, bytes, offset, wanted, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // The error of Windows at the end of a pipe.
      if (code === 'EOF') return 0;
      // Non-blocking: another process shares it, or Node reuses the number of a closed descriptor.
      if (code !== 'EAGAIN' || performance.now() > until) {
        throw new Refusal(`descriptor ${descriptor} cannot be read: ${String(code)}`);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Exactly one line, complete, in UTF-8: half a verdict is invalid. */
function onlyLine(/** @type {Uint8Array} */ bytes) {
  if (bytes.length === 0) throw new Refusal('there is no verdict');
  if (bytes.indexOf(LINE_FEED) !== bytes.length - 1)
    throw new Refusal('the verdict is not one complete line');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('the verdict is not text');
  }
}
