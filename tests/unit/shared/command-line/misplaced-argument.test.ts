import { describe, expect, it } from 'vitest';
import { misplacedArgument } from '../../../../shared/command-line/misplaced-argument.ts';

describe('SEC-28: words before the first `--`', () => {
  it.each([
    [[], null],
    [['--log-level=3', '--user-data-dir=/tmp/x'], null],
    [['check'], 'check'],
    [['check', '--json', '--no-ui'], 'check'],
    [['--log-level=3', 'alice'], 'alice'],
    [['--no-sandbox'], '--no-sandbox'],
    [['-no-sandbox'], '-no-sandbox'],
    [['--ignore-certificate-errors-spki-list=x'], '--ignore-certificate-errors-spki-list=x'],
    [['--proxy-server=http://127.0.0.1:1'], '--proxy-server=http://127.0.0.1:1'],
    [['--host-resolver-rules=MAP * 127.0.0.1'], '--host-resolver-rules=MAP * 127.0.0.1'],
    [['--ssl-key-log-file=/tmp/keys'], '--ssl-key-log-file=/tmp/keys'],
    [['--password-store=basic'], '--password-store=basic'],
    [['--password-store=gnome-libsecret'], null],
  ])('in a package: %j is refused for %s', (words, misplaced) => {
    expect(misplacedArgument(words, true)).toBe(misplaced);
  });

  it.each([
    [['/some/checkout'], null],
    [['--inspect=0', '-r', '/loader.js', '--user-data-dir=/tmp/x', '/some/checkout'], null],
    [['/some/checkout', 'check'], 'check'],
  ])('in a checkout the first word is the program: %j is refused for %s', (words, misplaced) => {
    expect(misplacedArgument(words, false)).toBe(misplaced);
  });
});
