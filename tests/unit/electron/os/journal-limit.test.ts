import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { journalLimit } from '../../../../electron/os/journal-limit.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();

/** A system with these files, whose log leads to a socket. */
function systemWith(files: Readonly<Record<string, string>>, log = 'run/systemd/journal/dev-log') {
  const root = folder();
  for (const [place, text] of Object.entries({ [log]: '', ...files })) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    write(join(root, place), text, 0o644);
  }
  mkdirSync(join(root, 'dev'));
  symlinkSync(join('..', log), join(root, 'dev', 'log'));
  return root;
}

const MAIN = 'etc/systemd/journald.conf';
const DROP_IN = 'etc/systemd/journald.conf.d/00-gatehouse.conf';
const OFF = '[Journal]\nRateLimitBurst=0\n';

it.each([
  ['no file', {}, 'by default'],
  ['a file with a comment', { [MAIN]: '[Journal]\n#RateLimitBurst=0\n' }, 'by default'],
  ['a value in another section', { [MAIN]: '[Other]\nRateLimitBurst=0\n' }, 'by default'],
  [
    'a later drop-in that turns it on',
    { [DROP_IN]: OFF, 'usr/lib/systemd/journald.conf.d/50-x.conf': OFF.replace('0', '9') },
    'RateLimitBurst=9',
  ],
  [
    'a drop-in that the administrator replaced',
    {
      'etc/systemd/journald.conf.d/50-x.conf': '',
      'usr/lib/systemd/journald.conf.d/50-x.conf': OFF,
    },
    'by default',
  ],
  [
    'a short time',
    { [MAIN]: '[Journal]\nRateLimitIntervalSec=10s\nRateLimitBurst=7\n' },
    'RateLimitIntervalSec=10s, RateLimitBurst=7',
  ],
])('says that journald limits the rate of lines, by %s (SEC-117)', (_what, files, shown) => {
  expect(journalLimit(systemWith(files))).toBe(`the rate limit of journald is on (${shown})`);
});

it.each([
  ['the drop-in of the page', { [DROP_IN]: OFF, [MAIN]: '[Journal]\nRateLimitBurst=7\n' }],
  ['no time', { 'run/systemd/journald.conf.d/a.conf': '[Journal]\nRateLimitIntervalSec = 0s\n' }],
  ['no time, by its older name', { [MAIN]: '[Journal]\nRateLimitInterval=0\n' }],
])('finds the rate limit of journald off, by %s', (_what, files) => {
  expect(journalLimit(systemWith(files))).toBeNull();
});

it('looks for no limit of journald where another program has the log', () => {
  expect(journalLimit(systemWith({}, 'run/rsyslog/log'))).toBeNull();
  expect(journalLimit(folder())).toBeNull();
});
