import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunLog } from '../../../../electron/log/run-log.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const events = (file: string | null): readonly string[] =>
  file === null || !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { event: string }).event);

describe('the log of a run', () => {
  it('keeps no log if neither the caller nor the configuration names a file', () => {
    const folder = join(temp.folder(), 'logs');
    const { log, logFile } = openRunLog(null, { file: null, level: 'info' }, () => folder);
    log('login-outcome');
    expect([logFile, existsSync(folder)]).toEqual([null, false]);
  });

  it('writes the log to the file of the configuration', () => {
    const named = join(temp.folder(), 'named.jsonl');
    const one = openRunLog(null, { file: named, level: 'info' }, () => temp.folder());
    one.log('login-state');
    expect([one.logFile, events(one.logFile)]).toEqual([named, ['login-state']]);
  });

  it('writes the log "default" to a folder that is the person’s own', () => {
    const folder = join(temp.folder(), 'made', 'logs');
    const { log, logFile } = openRunLog(null, { file: 'default', level: 'info' }, () => folder);
    log('login-state');
    expect([logFile, events(logFile)]).toEqual([join(folder, 'gatehouse.log'), ['login-state']]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('writes the log to the file of --log-file before that of the configuration', () => {
    const [folder, named] = [join(temp.folder(), 'logs'), join(temp.folder(), 'option.jsonl')];
    const { log, logFile } = openRunLog(named, { file: 'default', level: 'info' }, () => folder);
    log('login-state');
    expect([logFile, events(named), existsSync(folder)]).toEqual([named, ['login-state'], false]);
  });

  it('logs failures and outcomes alone at the level "warn"', () => {
    const { log, logFile } = openRunLog(
      null,
      { file: join(temp.folder(), 'log'), level: 'warn' },
      () => '/',
    );
    for (const event of ['login-state', 'request-failed', 'ignored-event', 'login-outcome'])
      log(event);
    expect(events(logFile)).toEqual(['request-failed', 'login-outcome']);
  });
});
