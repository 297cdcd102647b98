import { describe, expect, it } from 'vitest';
import { misplacedArgument } from '../../../../shared/launch/misplaced-argument.ts';

describe('SEC-28: words before the first `--`', () => {
  it.each([
    [[], null],
    [['--log-level=3', '--user-data-dir=/tmp/x'], null],
    [['--gatehouse-launch=x'], null],
    [['--gatehouse-console=x'], '--gatehouse-console=x'],
    [['--gatehouse-other=x'], '--gatehouse-other=x'],
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
    [
      ['--disable-gpu', '--lang=de', '--ozone-platform=wayland', '--force-device-scale-factor=1.5'],
      null,
    ],
    [['--remote-debugging-port=0'], '--remote-debugging-port=0'],
    [['--remote-debugging-pipe'], '--remote-debugging-pipe'],
    [['--inspect=0'], '--inspect=0'],
    [['--a-switch-of-next-year'], '--a-switch-of-next-year'],
    [['--disable-gpu-sandbox'], '--disable-gpu-sandbox'],
    [
      ['--password-store=gnome-libsecret --no-sandbox'],
      '--password-store=gnome-libsecret --no-sandbox',
    ],
    [['--lang=de\n--no-sandbox'], '--lang=de\n--no-sandbox'],
    [['-r', '/loader.js'], '-r'],
    [[''], ''],
  ])('in a package: %j is refused for %s', (words, misplaced) => {
    expect(misplacedArgument(words, { isPackaged: true, isDebugged: false })).toBe(misplaced);
  });

  it('allows a debugger already in main only a free port for the window', () => {
    const started = { isPackaged: true, isDebugged: true };
    expect(misplacedArgument(['--inspect=0', '--remote-debugging-port=0'], started)).toBeNull();
    expect(misplacedArgument(['--remote-debugging-port=9222'], started)).toBe(
      '--remote-debugging-port=9222',
    );
    expect(misplacedArgument(['--no-sandbox'], started)).toBe('--no-sandbox');
  });

  it.each([
    [['/some/checkout'], null],
    [['--inspect=0', '-r', '/loader.js', '--user-data-dir=/tmp/x', '/some/checkout'], null],
    [['/some/checkout', 'check'], 'check'],
  ])('in a checkout the first word is the program: %j is refused for %s', (words, misplaced) => {
    expect(misplacedArgument(words, { isPackaged: false, isDebugged: false })).toBe(misplaced);
  });
});
