import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFileLog } from '../../../../electron/log/file-log.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the log file', () => {
  it('writes one JSON object a line to the log, with its time', () => {
    const path = join(temp.folder(), 'log');
    const log = createFileLog(path);
    log('started');
    log('login-state', { from: 'starting', to: 'failed', attempt: 1, method: null });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(linesOf(path)).toEqual([
      { at, event: 'started' },
      { at, event: 'login-state', from: 'starting', to: 'failed', attempt: 1, method: null },
    ]);
  });

  it('begins each line of the log with time and event, which no field takes the place of', () => {
    const path = join(temp.folder(), 'log');
    const fields = { event: 'cancel', at: 'never', to: 'failed' };
    createFileLog(path)('login-state', fields);
    expect(linesOf(path)).toMatchObject([{ event: 'login-state', to: 'failed' }]);
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"at":"\d{4}-[^"]+","event":"login-state",/);
  });

  it('writes one line to the log, whatever a field holds', () => {
    const path = join(temp.folder(), 'log');
    createFileLog(path)('x', { evidence: 'a\nb\r\n{"event":"forged"}' });
    expect(linesOf(path)).toHaveLength(1);
  });

  it('makes the log its owner’s alone, and appends to it', () => {
    const path = join(temp.folder(), 'log');
    createFileLog(path)('one');
    createFileLog(path)('two');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(linesOf(path)).toMatchObject([{ event: 'one' }, { event: 'two' }]);
  });

  it('reports a write failure of the log once and does not throw', () => {
    const folder = temp.folder();
    mkdirSync(join(folder, 'log'));
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const log = createFileLog(join(folder, 'log'));
    log('one');
    log('two');
    expect(said.mock.calls.map(([words]) => words)).toEqual([
      `gatehouse: log: ${join(folder, 'log')} cannot be written (EISDIR); going on without it\n`,
    ]);
  });
});
