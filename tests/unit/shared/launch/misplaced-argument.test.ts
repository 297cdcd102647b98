import { describe, expect, it } from 'vitest';
import { misplacedArgument } from '../../../../shared/launch/misplaced-argument.ts';

describe('words before the first `--` (SEC-28)', () => {
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
  ])('finds the misplaced word of %j in a package: %j (SEC-28)', (words, misplaced) => {
    expect(misplacedArgument(words, { isPackaged: true, isDebugged: false })).toBe(misplaced);
  });

  it('allows a debugger already in main only a free port for the window (SEC-28)', () => {
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
  ])(
    'finds the misplaced word of %j behind the program in a checkout: %j (SEC-28)',
    (words, misplaced) => {
      expect(misplacedArgument(words, { isPackaged: false, isDebugged: false })).toBe(misplaced);
    },
  );
});
