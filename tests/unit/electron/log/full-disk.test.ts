import type * as FileSystem from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createFileLog } from '../../../../electron/log/file-log.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const disk = vi.hoisted(() => ({ left: Infinity }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>();
  return {
    ...real,
    writeSync: (descriptor: number, bytes: Buffer, from = 0): number => {
      if (disk.left <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      const written = real.writeSync(
        descriptor,
        bytes,
        from,
        Math.min(bytes.length - from, disk.left),
      );
      disk.left -= written;
      return written;
    },
  };
});

const temp = tempFolders();
afterEach(() => {
  disk.left = Infinity;
  vi.restoreAllMocks();
});

it('reports a full disk once, ends the log and logs the next login on a new line', () => {
  const path = join(temp.folder(), 'log');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  disk.left = 100;
  const log = createFileLog(path);
  for (let number = 0; number < 10; number += 1) log(`event-${String(number)}`);
  expect(said.mock.calls).toEqual([
    [`gatehouse: log: ${path} cannot be written (ENOSPC); going on without it\n`],
  ]);
  disk.left = Infinity;
  createFileLog(path)('later');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'event-0' });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'later' });
});

it('finishes a write that the system cuts short', () => {
  const path = join(temp.folder(), 'log');
  disk.left = 1_000;
  createFileLog(path)('one', { evidence: 'x'.repeat(200) });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ event: 'one' });
});
