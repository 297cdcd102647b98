import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../../../../shared/command-line/options.ts';
import { parseArguments } from '../../../../shared/command-line/parse-arguments.ts';
import { USAGE } from '../../../../shared/command-line/usage.ts';

const WINDOW = {
  command: 'window',
  exitCodeAdmits: false,
  verb: null,
  file: null,
  config: null,
  user: null,
  logFile: null,
  method: null,
  timeoutSeconds: null,
  noUi: false,
  plain: false,
  json: false,
  userEmail: null,
  userPhone: null,
  userIp: null,
  passcodeStdin: false,
  nonce: null,
  result: { kind: 'descriptor', number: null },
  statusDescriptor: null,
  statusFile: null,
  bundle: null,
};
const GATE = { ...WINDOW, command: 'gate', exitCodeAdmits: true };
const CHECK = { ...WINDOW, command: 'check', exitCodeAdmits: true };

describe('the command line', () => {
  it.each([
    [[], WINDOW],
    [['--config', 'a.json'], { ...WINDOW, config: 'a.json' }],
    [['--config=a.json'], { ...WINDOW, config: 'a.json' }],
    [['--user', 'alice'], { ...WINDOW, user: 'alice' }],
    [['--user', 'Ålice 🙂'], { ...WINDOW, user: 'Ålice 🙂' }],
    [['--log-file', '/tmp/x y'], { ...WINDOW, logFile: '/tmp/x y' }],
    [
      ['--log-file=l', '--user=u', '--config=c'],
      { ...WINDOW, config: 'c', user: 'u', logFile: 'l' },
    ],
    [['--user', '--config'], { ...WINDOW, user: '--config' }],
    [['--help'], { ...WINDOW, command: 'help' }],
    [['-h'], { ...WINDOW, command: 'help' }],
    [['--version'], { ...WINDOW, command: 'version' }],
    [['--user', 'alice', '--help'], { ...WINDOW, user: 'alice', command: 'help' }],
    [['check'], CHECK],
    [['check', '--json', '--user', 'alice'], { ...CHECK, json: true, user: 'alice' }],
    [
      ['check', '--no-ui', '--method=totp', '--passcode-stdin', '--timeout', '86400'],
      { ...CHECK, noUi: true, method: 'totp', passcodeStdin: true, timeoutSeconds: 86_400 },
    ],
    [['check', '--plain'], { ...CHECK, plain: true }],
    [['--plain', '--', 'c'], { ...GATE, plain: true }],
    [['check', '--timeout=1'], { ...CHECK, timeoutSeconds: 1 }],
    [['check', '--help'], { ...CHECK, command: 'help' }],
    [['--user', 'check', '--help'], { ...WINDOW, user: 'check', command: 'help' }],
    [['--user', 'check'], { ...WINDOW, user: 'check' }],
    [['--', 'client'], GATE],
    [['--', 'client', '--', '--json'], GATE],
    [['--', '--help'], GATE],
    [['--', 'al\ufffdice'], GATE],
    [['--user=--', '--', 'client'], { ...GATE, user: '--' }],
    [['--help', '--', 'client'], { ...GATE, command: 'help' }],
    [
      [
        '--method',
        'push',
        '--timeout=5',
        '--no-ui',
        '--nonce',
        'n',
        '--status-fd=5',
        '--',
        'client',
      ],
      { ...GATE, method: 'push', timeoutSeconds: 5, noUi: true, nonce: 'n', statusDescriptor: 5 },
    ],
    [['--result', 'stdin', '--', 'c'], { ...GATE, result: { kind: 'stdin' } }],
    [['--result=none', '--', 'c'], { ...GATE, result: { kind: 'none' } }],
    [['--result', 'fd:9', '--', 'c'], { ...GATE, result: { kind: 'descriptor', number: 9 } }],
    [
      ['check', '--status-file', 's', '--status-fd', '1'],
      { ...CHECK, statusFile: 's', statusDescriptor: 1 },
    ],
  ])('reads %j', (words, value) => {
    expect(parseArguments(words)).toMatchObject({ ok: true, value });
  });

  it.each([
    [['--help', 'check'], 'help'],
    [['-h', 'check', '--json'], 'help'],
    [['--version', 'check'], 'version'],
    [['--user', 'alice', '--version', '--json', 'check'], 'version'],
    [['keys', '--help', 'check'], 'help'],
  ] as const)(
    'knows that %j asks for information in place of a login (SEC-29)',
    (words, command) => {
      expect(parseArguments(words)).toMatchObject({
        ok: true,
        value: { command, exitCodeAdmits: true },
      });
    },
  );

  it.each<readonly [words: readonly string[], argument: string, reason: RegExp]>([
    [['--usr', 'x'], '--usr', /is not known; did you mean --user\?/],
    [['--hlep'], '--hlep', /did you mean --help\?/],
    [['--😀😀'], '--😀😀', /^is not known$/],
    [['--help=yes'], '--help', /^takes no value$/],
    [
      ['--user-emial=alice@example.com'],
      '--user-emial',
      /^is not known; did you mean --user-email\?$/,
    ],
    [['--frobnicate'], '--frobnicate', /^is not known$/],
    [['-u', 'alice'], '-u', /^is not known$/],
    [['--'], '--', /must be followed by a command/],
    [['--', ''], '--', /must be followed by a command/],
    [['--user', '--', 'client'], '--user', /needs a name/],
    [['check', '--', 'client'], '--', /check takes no command/],
    [['keys', 'import', '--signed-answers'], '--signed-answers', /^belongs to keys forget$/],
    [['doctor', '--signed-answers'], '--signed-answers', /option of keys only/],
    [['--json', '--', 'client'], '--json', /option of check and keys and config and doctor only/],
    [['--passcode-stdin', '--', 'client'], '--passcode-stdin', /option of check only/],
    [['check', '--result', 'none'], '--result', /option of the gate only/],
    [['--status-file', 'x'], '--status-file', /option of the gate and check only/],
    ...['fd:2', 'fd:10', 'fd:', 'fd', 'FD:3', 'stdout', '3'].map(
      (where) =>
        [
          ['--result', where, '--', 'c'],
          '--result',
          /knows stdin, none, and fd:3 to fd:9/,
        ] as const,
    ),
    ...['0', '10', '-1', '1.5', 'x'].map(
      (number) =>
        [['check', '--status-fd', number], '--status-fd', /descriptor from 1 to 9/] as const,
    ),
    [[''], '', /is not known/],
    [['--secret', 'x'], '--secret', /is not known/],
    [['--config'], '--config', /needs a file/],
    [['--config='], '--config', /needs a file/],
    [['--user'], '--user', /needs a name/],
    [['--user', 'a', '--user', 'b'], '--user', /given more than once/],
    [['--user', 'al\ufffdice'], '--user', /valid UTF-8/],
    [['__proto__'], '__proto__', /is not known/],
    [['chekc'], 'chekc', /did you mean check\?/],
    [['check', 'keys'], 'keys', /^is not known$/],
    [['--user', 'alice', 'check'], 'check', /^must be the first word: gatehouse check --user …$/],
    [
      ['--config=c', 'check', '--json'],
      'check',
      /^must be the first word: gatehouse check --config …$/,
    ],
    [
      ['--config', 'c', 'keys', 'status'],
      'keys',
      /^must be the first word: gatehouse keys --config …$/,
    ],
    [['--user', 'a', 'check', '--', 'c'], 'check', /^must be the first word/],
    [['--json'], '--json', /option of check/],
    [['--plain'], '--plain', /option of the gate and check only/],
    [['check', '--method', 'fido'], '--method', /knows push, totp/],
    [['check', '--method'], '--method', /needs a method/],
    [['check', '--json=yes'], '--json', /takes no value/],
    [['check', '--passcode-stdin'], '--passcode-stdin', /needs --no-ui/],
    [
      ['--user-email', 'a@example.com'],
      '--user-email',
      /^needs --user: name the person that it belongs to$/,
    ],
    [['check', '--user-phone', '+49 30 1234'], '--user-phone', /needs --user/],
    [['--user', 'a', '--user-email'], '--user-email', /needs an e-mail address/],
    [
      ['--user', 'a', '--user-email', 'alice'],
      '--user-email',
      /^must be an e-mail address, such as name@example/,
    ],
    [
      ['--user', 'a', '--user-phone', 'none'],
      '--user-phone',
      /^must be a telephone number, such as \+49/,
    ],
    [
      ['--user', 'a', '--user-ip', '10.0.0'],
      '--user-ip',
      /^must be an IP address, such as 192.0.2.7 or 2001:/,
    ],
    [
      ['doctor', '--user-email', 'a@example.com'],
      '--user-email',
      /option of the window and the gate and check/,
    ],
    ...['0', '-1', '86401', '1.5', '1e3', '10s', ' 5', '9'.repeat(7)].map(
      (seconds) =>
        [['check', '--timeout', seconds], '--timeout', /whole number from 1 to 86400/] as const,
    ),
  ])('names the fault of %j', (words, argument, reason) => {
    expect(parseArguments(words)).toEqual({
      ok: false,
      error: { argument, reason: expect.stringMatching(reason) },
    });
  });

  it('takes the caller’s details of the person, and does not repeat them in an error', () => {
    const words = [
      '--user=alice',
      '--user-email=Alice@Example.com',
      '--user-phone',
      '+49 30 123',
      '--user-ip=::1',
    ];
    expect(parseArguments(words)).toMatchObject({
      ok: true,
      value: {
        user: 'alice',
        userEmail: 'Alice@Example.com',
        userPhone: '+49 30 123',
        userIp: '::1',
      },
    });
    const wrong = parseArguments(['--user', 'alice', '--user-email', 'alice-at-home']);
    expect(JSON.stringify(wrong)).not.toContain('alice');
  });

  it('stops at the first fault of a command line', () => {
    expect(parseArguments(['--nope', '--help'])).toMatchObject({
      ok: false,
      error: { argument: '--nope' },
    });
  });

  it('describes every option in the usage, and none that takes a secret', () => {
    for (const option of [...OPTIONS.keys(), '--help', '--version']) {
      expect(USAGE).toContain(option);
    }
    expect(USAGE).not.toMatch(/--(secret|password|token|key)/);
  });
});

describe('the command line of config', () => {
  it.each([
    [['config', 'validate'], { verb: 'validate', file: null, json: false }],
    [['config', 'validate', 'a.json'], { verb: 'validate', file: 'a.json' }],
    [['config', 'validate', '--json', 'a.json'], { verb: 'validate', file: 'a.json', json: true }],
    [['config', 'validate', 'check'], { verb: 'validate', file: 'check' }],
    [['config', 'validate', '--config', 'a'], { verb: 'validate', file: null, config: 'a' }],
    [['config', 'show', '--json', '--log-file=b'], { verb: 'show', json: true, logFile: 'b' }],
  ])('reads %j', (words, expected) => {
    const value = { command: 'config', ...expected };
    expect(parseArguments(words)).toMatchObject({ ok: true, value });
  });

  it('takes --signed-answers at keys forget', () => {
    const value = { command: 'keys', verb: 'forget', signedAnswers: true };
    expect(parseArguments(['keys', 'forget', '--signed-answers'])).toMatchObject({
      ok: true,
      value,
    });
  });

  it.each([
    [['config'], 'config', /^knows "validate" and "show" only$/],
    [['config', 'check'], 'config', /^knows/],
    [['keys', 'show'], 'keys', /^knows "import", "status" and "forget" only$/],
    [['config', 'show', '/etc/a.txt'], '/etc/a.txt', /^is not known$/],
    [['config', 'validate', 'a', 'b'], 'b', /^is not known$/],
    [['config', 'validate', ''], 'validate', /needs a file/],
    [['config', 'validate', '\ufffd'], 'validate', /UTF-8/],
    [['config', 'validate', 'a', '--config', 'b'], '--config', /give one of them/],
    [['config', 'validate', '--user', 'alice'], '--user', /is an option of/],
    [['config', 'show', '--', 'true'], '--', /config takes no command/],
  ])('refuses %j', (words, argument, reason) => {
    expect(parseArguments(words)).toMatchObject({
      ok: false,
      error: { argument, reason: expect.stringMatching(reason) as string },
    });
  });

  it('takes config --help for a request for help, and describes config in the usage', () => {
    expect(parseArguments(['config', '--help'])).toMatchObject({ value: { command: 'help' } });
    expect(USAGE).toContain(
      'gatehouse config validate [FILE] [--json]\n       gatehouse config show [--json]',
    );
  });
});

describe('the command line of the doctor', () => {
  it.each([
    [['doctor'], { command: 'doctor', json: false }],
    [['doctor', '--json'], { command: 'doctor', json: true }],
    [['doctor', '--config', 'a', '--log-file=b'], { command: 'doctor', config: 'a', logFile: 'b' }],
    [['doctor', '--help'], { command: 'help' }],
  ])('reads %j', (words, expected) => {
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

  it('describes the doctor in the usage', () => {
    expect(USAGE).toContain('gatehouse doctor [--json]');
  });
});
