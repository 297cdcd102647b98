import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../../shared/command-line/parse-arguments.ts';
import { USAGE } from '../../../../shared/command-line/usage.ts';

describe('the command line of config', () => {
  it.each([
    [['config', 'validate'], { verb: 'validate', file: null, json: false }],
    [['config', 'validate', 'a.json'], { verb: 'validate', file: 'a.json' }],
    [['config', 'validate', '--json', 'a.json'], { verb: 'validate', file: 'a.json', json: true }],
    [['config', 'validate', 'check'], { verb: 'validate', file: 'check' }],
    [['config', 'validate', '--config', 'a'], { verb: 'validate', file: null, config: 'a' }],
    [['config', 'show', '--json', '--log-file=b'], { verb: 'show', json: true, logFile: 'b' }],
  ])('%j', (words, expected) => {
    const value = { command: 'config', ...expected };
    expect(parseArguments(words)).toMatchObject({ ok: true, value });
  });

  it('keys forget takes --signed-answers', () => {
    const value = { command: 'keys', verb: 'forget', signedAnswers: true };
    expect(parseArguments(['keys', 'forget', '--signed-answers'])).toMatchObject({ ok: true, value });
  });

  it.each([
    [['config'], 'config', /^knows "validate" and "show" only$/],
    [['config', 'check'], 'config', /^knows/],
    [['config', 'status'], 'config', /^knows/],
    [['keys', 'show'], 'keys', /^knows "import", "status" and "forget" only$/],
    [['config', 'show', '/etc/a.txt'], '/etc/a.txt', /^is not known$/],
    [['config', 'validate', 'a', 'b'], 'b', /^is not known$/],
    [['config', 'validate', ''], 'validate', /needs a file/],
    [['config', 'validate', '\ufffd'], 'validate', /UTF-8/],
    [['config', 'validate', 'a', '--config', 'b'], '--config', /give one of them/],
    [['config', 'validate', '--user', 'alice'], '--user', /is an option of/],
    [['config', 'show', '--', 'true'], '--', /config takes no command/],
    [['--config', 'a', 'config', 'show'], 'config', /^must be the first word/],
  ])('refuses %j', (words, argument, reason) => {
    expect(parseArguments(words)).toMatchObject({
      ok: false,
      error: { argument, reason: expect.stringMatching(reason) as string },
    });
  });

  it('asks for help', () => {
    expect(parseArguments(['config', '--help'])).toMatchObject({ value: { command: 'help' } });
    expect(USAGE).toContain(
      'gatehouse config validate [FILE] [--json]\n       gatehouse config show [--json]',
    );
  });
});
