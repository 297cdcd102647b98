import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '../../../../electron/log/file-log.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const execute = promisify(execFile);
const temp = tempFolders();
const MANY = 1_000;
const SOURCE = pathToFileURL(
  resolve(import.meta.dirname, '../../../../electron/log/file-log.ts'),
).href;

/** Every line in a folder, whatever file it is in. */
const linesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
const eventsIn = (folder: string): string[] =>
  linesIn(folder)
    .map((line) => (JSON.parse(line) as { event: string }).event)
    .sort();

describe('the file of a log', () => {
  it('makes a log readable only for its owner, and keeps the mode of one that exists', () => {
    const folder = temp.folder();
    const [made, found] = [join(folder, 'log-made'), join(folder, 'log-found')];
    writeFileSync(found, '', { mode: 0o644 });
    chmodSync(found, 0o664);
    for (const path of [made, found]) createFileLog(path, { bytes: 1000, older: 1 })('event');
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect([modeOf(made), modeOf(found)]).toEqual([0o600, 0o664]);
    expect(linesIn(folder)).toHaveLength(2);
  });
});

describe('a log that is full', () => {
  it('renames a full log and begins it again, and keeps the newest', () => {
    const folder = temp.folder();
    const log = createFileLog(join(folder, 'log'), { bytes: 200, older: 2 });
    for (let number = 0; number < 40; number += 1) log(`event-${String(number).padStart(2, '0')}`);
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(200);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    const events = eventsIn(folder);
    expect(events.at(-1)).toBe('event-39');
    expect(events).toEqual(
      Array.from(
        { length: events.length },
        (_unused, index) => `event-${String(40 - events.length + index)}`,
      ),
    );
  });

  it('gives a line that is longer than the limit of a log a file of its own', () => {
    const folder = temp.folder();
    const log = createFileLog(join(folder, 'log'), { bytes: 100, older: 9 });
    log('one');
    log('long', { evidence: 'x'.repeat(500) });
    log('two');
    expect(eventsIn(folder)).toEqual(['long', 'one', 'two']);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('keeps a file that only looks like an older log', () => {
    const folder = temp.folder();
    for (const name of ['log.1', 'log.old', 'log.2026-01-01', 'logbook'])
      writeFileSync(join(folder, name), '');
    const log = createFileLog(join(folder, 'log'), { bytes: 60, older: 0 });
    for (let number = 0; number < 5; number += 1) log('event');
    expect(readdirSync(folder).sort()).toEqual([
      'log',
      'log.1',
      'log.2026-01-01',
      'log.old',
      'logbook',
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'goes on at the log’s path after a rename or a truncation',
    () => {
      const folder = temp.folder();
      const path = join(folder, 'log');
      const log = createFileLog(path);
      log('one');
      renameSync(path, join(folder, 'log.1'));
      log('two');
      expect(readFileSync(path, 'utf8')).toContain('"two"');
      truncateSync(path);
      log('three');
      expect(eventsIn(folder)).toEqual(['one', 'three']);
    },
  );

  it.skipIf(process.platform === 'win32')('begins no log behind a link', () => {
    const folder = temp.folder();
    const path = join(folder, 'log');
    const log = createFileLog(path);
    log('one');
    renameSync(path, join(folder, 'log.1'));
    symlinkSync(join(folder, 'victim'), path);
    log('two');
    expect(existsSync(join(folder, 'victim'))).toBe(false);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  it('gives a half line of another process an end, so that the next line can be read', () => {
    const folder = temp.folder();
    const path = join(folder, 'log');
    writeFileSync(path, '{"at":"2026","ev');
    createFileLog(path)('whole');
    expect(linesIn(folder).at(-1)).toMatch(/^\{"at":.*"event":"whole"\}$/);
  });

  it('keeps every line whole while several processes fill the log at once', async () => {
    const folder = temp.folder();
    const script = `
      const { createFileLog } = await import(${JSON.stringify(SOURCE)});
      const log = createFileLog(${JSON.stringify(join(folder, 'log'))}, { bytes: 2000, older: 100000 });
      for (let number = 0; number < ${String(MANY)}; number += 1) log(process.argv[1] + '-' + number);`;
    const writers = ['a', 'b', 'c'];
    await Promise.all(
      writers.map((name) =>
        execute(process.execPath, ['--no-warnings', '--input-type=module', '-e', script, name]),
      ),
    );
    const all = writers.flatMap((name) =>
      Array.from({ length: MANY }, (_unused, number) => `${name}-${String(number)}`),
    );
    expect(eventsIn(folder)).toEqual(all.sort());
    expect(readdirSync(folder).length).toBeGreaterThan(10);
  }, 60_000);
});
