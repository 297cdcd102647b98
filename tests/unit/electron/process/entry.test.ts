import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Arguments } from '../../../../shared/command-line/arguments.ts';
import { parseArguments } from '../../../../shared/command-line/parse-arguments.ts';
import { USAGE } from '../../../../shared/command-line/usage.ts';
import type { LaunchFacts } from '../../../../shared/launch/launch-facts.ts';
import {
  endingsBy,
  isPrintOnly,
  startCommand,
  type EntryStarts,
} from '../../../../electron/process/entry.ts';

const LAUNCHER: LaunchFacts = {
  verdict: 3,
  command: 'runnable',
  launcherDescriptor: 4,
  ignoresHangUp: false,
};

function optionsOf(words: readonly string[]): Arguments {
  const parsed = parseArguments(words);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  return parsed.value;
}

/** Starts a command line, and keeps what it prints and does. */
async function started(words: readonly string[], launch: LaunchFacts | null = null) {
  const printed = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.err += String(text);
    return true;
  });
  const did: unknown[] = [];
  const note = (...what: unknown[]): Promise<void> => {
    did.push(what);
    return Promise.resolve();
  };
  const starts: EntryStarts = {
    version: () => '1.2.3',
    login: (_options, facts) => note('login', facts),
    config: () => note('config'),
    withoutVerdict: (_options, command) => note('without verdict', command),
  };
  const endings = endingsBy((code) => void did.push(['end', code]));
  await startCommand(endings, starts, optionsOf(words), launch);
  vi.restoreAllMocks();
  return { did, ...printed };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the start of a command', () => {
  it.each([
    ['--help', USAGE],
    ['--version', '1.2.3\n'],
  ])('prints the text of %s, and ends with 0', async (word, text) => {
    expect(await started([word])).toEqual({ did: [['end', 0]], out: text, err: '' });
  });

  it.each(['--help', '--version'])(
    'ends the text of %s with 64 where a login was to decide (SEC-29)',
    async (word) => {
      expect((await started(['check', word])).did).toEqual([['end', 64]]);
    },
  );

  it('starts a gate with the facts of the launcher', async () => {
    expect((await started(['--', 'payroll'], LAUNCHER)).did).toEqual([['login', LAUNCHER]]);
  });

  it('starts no gate without a launcher', async () => {
    expect(await started(['--', 'payroll'])).toEqual({
      did: [['end', 64]],
      out: '',
      err: expect.stringContaining('takes a command from the launcher only') as string,
    });
  });

  it.each([
    ['with', LAUNCHER],
    ['without', null],
  ])('starts a check %s a launcher', async (_how, launch) => {
    expect((await started(['check'], launch)).did).toEqual([['login', launch]]);
  });

  it.each([
    [['config', 'show'], ['config']],
    [
      ['keys', 'status'],
      ['without verdict', 'keys'],
    ],
    [['doctor'], ['without verdict', 'doctor']],
    [[], ['without verdict', 'window']],
  ])('starts %j', async (words, did) => {
    expect((await started(words, LAUNCHER)).did).toEqual([did]);
  });
});

describe('a command that only prints', () => {
  it.each([
    [['config', 'show'], true],
    [['--help'], true],
    [['--version'], true],
    [['check'], false],
    [['keys', 'status'], false],
    [['--no-such-option'], false],
  ])('knows whether %j only prints: %s', (words, isOne) => {
    expect(isPrintOnly(parseArguments(words))).toBe(isOne);
  });
});
