import { ftruncateSync, openSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSmallFile } from '../../../../electron/files/read-small-file.ts';
import { besideFifo } from '../../../support/files/fifo.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const fileOf = (content: string): string => temp.write(join(temp.folder(), 'file'), content);

describe('a small file', () => {
  it.each([0, 1, 99, 100])('reads a file of %i bytes of at most 100 whole', (length) => {
    expect(readSmallFile(fileOf('x'.repeat(length)), 100)).toEqual(Buffer.from('x'.repeat(length)));
  });

  it('reads a file whole that is longer than one part', () => {
    const text = 'abc'.repeat(50_000);
    expect(readSmallFile(fileOf(text), 150_000)?.toString()).toBe(text);
  });

  it.each([101, 200_000])('refuses a file of %i bytes of at most 100', (length) => {
    expect(readSmallFile(fileOf('x'.repeat(length)), 100)).toBeNull();
  });

  it('refuses a file of more bytes than memory holds', () => {
    const file = fileOf('');
    ftruncateSync(openSync(file, 'r+'), 2 ** 40);
    expect(readSmallFile(file, 65_536)).toBeNull();
  });

  it('refuses a link, a folder, a device and a missing file', () => {
    const link = join(temp.folder(), 'link');
    symlinkSync(fileOf('x'), link);
    for (const path of [link, temp.folder(), '/dev/zero', join(temp.folder(), 'none')])
      expect(readSmallFile(path, 100)).toBeNull();
  });

  it('refuses a FIFO without waiting for a writer', () => {
    const read = besideFifo(temp.folder(), (path) => readSmallFile(path, 100));
    expect(read).toEqual({ value: null, hasWaited: false });
  });

  it('refuses a socket in place of a file', async () => {
    const path = join(temp.folder(), 'socket');
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(readSmallFile(path, 100)).toBeNull();
    server.close();
  });
});
