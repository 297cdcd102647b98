import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../../shared/command-line/parse-arguments.ts';
import { USAGE } from '../../../../shared/command-line/usage.ts';

describe('the command line of the doctor', () => {
  it.each([
    [['doctor'], { command: 'doctor', json: false }],
    [['doctor', '--json'], { command: 'doctor', json: true }],
    [['doctor', '--config', 'a', '--log-file=b'], { command: 'doctor', config: 'a', logFile: 'b' }],
    [['doctor', '--help'], { command: 'help' }],
  ])('%j', (words, expected) => {
    expect(parseArguments(words)).toMatchObject({ ok: true, value: expected });
  });

  it.each([
    [['doctor', '--user', 'alice'], '--user'],
    [['doctor', '--no-ui'], '--no-ui'],
    [['doctor', '--json', '--json'], '--json'],
    [['doctor', 'now'], 'now'],
    [['doctor', '--', 'true'], '--'],
    [['--config', 'a', 'doctor'], 'doctor'],
  ])('refuses %j', (words, argument) => {
    expect(parseArguments(words)).toMatchObject({ ok: false, error: { argument } });
  });

  it('is in the usage', () => {
    expect(USAGE).toContain('gatehouse doctor [--json]');
  });
});
