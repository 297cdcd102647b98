import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { lineInput } from '../../../../../electron/frontends/headless/line-input.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();

/** Opens a file with this content and hands its descriptor to `act`. */
async function over<Value>(
  content: string | Uint8Array,
  act: (descriptor: number) => Promise<Value>,
): Promise<Value> {
  const descriptor = openSync(temp.write(join(temp.folder(), 'input'), content), 'r');
  try {
    return await act(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function linesOf(content: string | Uint8Array): Promise<readonly (string | null)[]> {
  return await over(content, async (descriptor) => {
    const next = lineInput(descriptor);
    const lines: (string | null)[] = [];
    for (let count = 0; count < 5; count += 1) {
      lines.push(await next());
      if (lines.at(-1) === null) break;
    }
    return lines;
  });
}

describe('lines of an input', () => {
  it.each([
    ['', [null]],
    ['one', ['one', null]],
    ['one\n', ['one', null]],
    ['one\ntwo\n', ['one', 'two', null]],
    ['one\r\ntwo\r\n', ['one', 'two', null]],
    ['\n\n', ['', '', null]],
    ['schlüssel🙂\n', ['schlüssel🙂', null]],
    [`${'x'.repeat(4096)}\nnext\n`, ['x'.repeat(4096), 'next', null]],
  ])('reads the lines of %j', async (content, lines) => {
    expect(await linesOf(content)).toEqual(lines);
  });

  it('ends the input at a line that is too long', async () => {
    expect(await linesOf(`${'x'.repeat(5_000)}\nnext\n`)).toEqual([null]);
  });

  it('reads a last line without an end whole, and reports the end of the input again and again', async () => {
    await over('one', async (descriptor) => {
      const next = lineInput(descriptor);
      expect([await next(), await next(), await next()]).toEqual(['one', null, null]);
    });
  });

  it('leaves the bytes behind a line to the next reader', async () => {
    await over('code\nrest of it', async (descriptor) => {
      expect(await lineInput(descriptor)()).toBe('code');
      const rest = Buffer.alloc(100);
      expect(rest.toString('utf8', 0, readSync(descriptor, rest, 0, 100, null))).toBe('rest of it');
    });
  });

  it('waits for a line without polling if the descriptor itself does not wait', async () => {
    const pipe = join(temp.folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = openSync(pipe, constants.O_RDWR);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const next = lineInput(reader);
    const first = next();
    // After a first, empty read.
    await new Promise(setImmediate);
    writeSync(writer, 'co');
    await new Promise(setImmediate);
    writeSync(writer, 'de\nnext\nrest of it');
    expect([await first, await next()]).toEqual(['code', 'next']);
    const rest = Buffer.alloc(100);
    expect(rest.toString('utf8', 0, readSync(writer, rest, 0, 100, null))).toBe('rest of it');
    const end = next();
    closeSync(writer);
    expect(await end).toBeNull();
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  it('reports the end of the input for a descriptor that is not open', async () => {
    expect(await lineInput(9_999)()).toBeNull();
  });
});
