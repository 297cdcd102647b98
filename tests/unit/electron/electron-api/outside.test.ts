/** The one way out, asked with addresses that a hostile service would send. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openInAuthenticator,
  openNetworkSignIn,
  openOutside,
  openOwnAddress,
} from '../../../../electron/electron-api/outside.ts';
import { isOpenable } from '../../../../shared/security/openable.ts';

const { opened, system } = vi.hoisted(() => ({
  opened: [] as string[],
  system: { isBroken: false, handled: ['otpauth', 'mfa-login'] },
}));
const record = vi.hoisted(
  () =>
    (by: 'electron' | 'xdg-open' | 'windows') =>
    (address: string): Promise<void> => {
      if (system.isBroken) return Promise.reject(new Error('no browser'));
      const expected =
        process.platform === 'linux'
          ? 'xdg-open'
          : process.platform === 'win32'
            ? 'windows'
            : 'electron';
      opened.push(by === expected ? address : `by ${by}: ${address}`);
      return Promise.resolve();
    },
);
vi.mock('electron', () => ({ clipboard: {}, shell: { openExternal: record('electron') } }));
vi.mock('../../../../electron/os/linux/xdg-open.ts', () => ({
  openByXdgOpen: record('xdg-open'),
  hasProgramFor: (scheme: string) => Promise.resolve(system.handled.includes(scheme)),
}));

vi.mock('../../../../electron/os/windows/open-by-windows.ts', () => ({
  openByWindows: record('windows'),
}));

const { platform } = process;
function pretend(name: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: name });
}

beforeEach(() => {
  opened.length = 0;
  system.isBroken = false;
});
afterEach(() => {
  pretend(platform);
});

describe('an address that opens (SEC-7)', () => {
  it.each([
    ['HTTPS://MFA.Example.COM', 'https://mfa.example.com/'],
    ['https://mfa.example.com:8443/', 'https://mfa.example.com:8443/'],
    ['https://mfa.example.com:443/', 'https://mfa.example.com/'],
    ['https://192.0.2.7/x', 'https://192.0.2.7/x'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
    ['https://xn--mnchen-3ya.example/', 'https://xn--mnchen-3ya.example/'],
    // Text after the host is never a host.
    ['https://mfa.example.com/@evil.example', 'https://mfa.example.com/@evil.example'],
    ['https://mfa.example.com#@evil.example/', 'https://mfa.example.com/#@evil.example/'],
    ['https://mfa.example.com/%2e%2e/%00', 'https://mfa.example.com/%00'],
    [`https://mfa.example.com/${'x'.repeat(4000)}`, `https://mfa.example.com/${'x'.repeat(4000)}`],
  ])('opens %s as %s', async (address, href) => {
    expect(await openOutside(address)).toBe(true);
    expect(opened).toEqual([href]);
  });
});

describe('an address that does not open and has no button (SEC-7)', () => {
  it.each([
    ['nothing in it', ''],
    ['http', 'http://mfa.example.com/'],
    ['the scheme of a file', 'file:///etc/passwd'],
    ['a UNC path', '\\\\host\\share\\run.exe'],
    ['a handler of Windows', 'ms-msdt:/id PCWDiagnostic /skip force'],
    ['our own scheme', 'app://shell/index.html'],
    ['script', 'javascript:alert(1)'],
    ['script with a line break', 'java\nscript:alert(1)'],
    ['script behind a control character', '\u0001javascript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['the source of a page', 'view-source:https://mfa.example.com/'],
    ['no slashes, a name like evil', 'https:evil'],
    ['three slashes', 'https:///mfa.example.com/'],
    ['no host', 'https://'],
    ['a port for a host', 'https://:443/'],
    ['a backslash before the sign', 'https://mfa.example.com\\@evil.example/'],
    ['a backslash in the path', 'https://mfa.example.com/a\\..\\b'],
    ['a username', 'https://mfa.example.com@evil.example/'],
    ['an empty username', 'https://@evil.example/'],
    ['a username that is encoded', 'https://mfa.example.com%40evil.example/'],
    ['a space before it', ' https://mfa.example.com/'],
    ['a space behind it', 'https://mfa.example.com/ '],
    ['a space in the host', 'https://mfa.example .com/'],
    ['a tab in the host', 'https://mfa.example.com\t.evil.example/'],
    ['a second line', 'https://mfa.example.com/\nhttps://evil.example/'],
    ['NUL in the host', 'https://mfa.example.com\u0000.evil.example/'],
    ['a mark of no width in the host', 'https://mfa.example.com\u200b.evil.example/'],
    ['text that runs backwards', 'https://evil.example/\u202emoc.elpmaxe.afm'],
    ['Cyrillic letters in the host', 'https://mfa.ex\u0430mple.com/'],
    ['letters of full width', 'https://\uff4dfa.example.com/'],
    ['a full stop of another script', 'https://mfa.example.com\u3002evil.example/'],
    ['a percent sign in the host', 'https://mfa.ex%61mple.com/'],
    ['an empty label', 'https://mfa..example.com/'],
    ['a dot last', 'https://mfa.example.com./'],
    ['a dash first', 'https://-mfa.example.com/'],
    ['an IP address as one number', 'https://2130706433/'],
    ['an IP address in hexadecimal', 'https://0x7f.0.0.1/'],
    ['an IP address in octal', 'https://0177.0.0.01/'],
    ['an IP address in short form', 'https://127.1/'],
    ['an IP address that is too large', 'https://256.1.1.1/'],
    ['a port that is too large', 'https://mfa.example.com:65536/'],
    ['port 0', 'https://mfa.example.com:0/'],
    ['a port of letters', 'https://mfa.example.com:https/'],
    ['IPv6 that is not closed', 'https://[::1/'],
    ['IPv6 without brackets', 'https://::1/'],
    ['a name in brackets', 'https://[mfa.example.com]/'],
    ['brackets and more', 'https://[::1].evil.example/'],
    ['more than a browser keeps', `https://mfa.example.com/${'x'.repeat(5000)}`],
    ['a label that is too long', `https://${'x'.repeat(64)}.example/`],
    ['a name that is too long', `https://${'x.'.repeat(130)}example/`],
    ['a command line', 'https://mfa.example.com/" --no-sandbox "'],
  ])('opens no address with %s', async (_what, address) => {
    expect(isOpenable(address)).toBe(false);
    expect(await openOutside(address)).toBe(false);
    expect(opened).toEqual([]);
  });

  it.each(['https://[:::]/', 'https://[1::2::3]/', 'https://[1.2.3.4]/'])(
    'opens no address that looks valid but is not: %s',
    async (address) => {
      expect(await openOutside(address)).toBe(false);
      expect(opened).toEqual([]);
    },
  );
});

describe('the sign-in of a guest network (SEC-7)', () => {
  it('opens only the service’s host over http for the sign-in of a guest network', async () => {
    expect(await openNetworkSignIn('https://mfa.example.com:8443/base/path')).toBe(true);
    expect(await openNetworkSignIn('http://127.0.0.1:8080')).toBe(false);
    expect(opened).toEqual(['http://mfa.example.com/']);
  });
});

describe('an address of our own listener (SEC-7)', () => {
  it.each(['http://127.0.0.1:8080/a-_Z9', 'http://[::1]:8080/a', 'http://localhost:8080/a'])(
    'opens %s of our own listener',
    async (address) => {
      expect(await openOwnAddress(address)).toBe(true);
      expect(opened).toEqual([address]);
    },
  );

  it.each([
    'http://127.0.0.2:8080/a',
    'http://127.0.0.1:8080/a?b',
    'http://127.0.0.1:8080/../a',
    'http://a@127.0.0.1:8080/a',
    'http://localhost.example:8080/a',
    'https://127.0.0.1:8080/a',
  ])('opens nothing else as an address of our own listener: %s', async (address) => {
    expect(await openOwnAddress(address)).toBe(false);
    expect(opened).toEqual([]);
  });
});

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', (name) => {
  const ADDRESS = 'https://mfa.example.com/enrol';
  beforeEach(() => {
    pretend(name);
  });

  it(`passes the address to the browser launcher of ${name}`, async () => {
    expect(await openOutside(ADDRESS)).toBe(true);
    expect(opened).toEqual([ADDRESS]);
  });

  it(`tells that a browser cannot be started on ${name}, and does not throw`, async () => {
    system.isBroken = true;
    expect(await openOutside(ADDRESS)).toBe(false);
    expect(await openOwnAddress('http://127.0.0.1:8080/a')).toBe(false);
    expect(await openNetworkSignIn('https://mfa.example.com')).toBe(false);
    expect(opened).toEqual([]);
  });
});

describe('the text of a QR code (SEC-7)', () => {
  it('keeps the text of a QR code from the web browser on Linux if no program takes its scheme', async () => {
    pretend('linux');
    expect(await openInAuthenticator('msauth://x', 'msauth')).toBe(false);
    expect(opened).toEqual([]);
    pretend('win32');
    expect(await openInAuthenticator('msauth://x', 'msauth')).toBe(true);
  });

  it.each([
    ['otpauth://totp/Example:alice?secret=JBSWY3DP&issuer=Example', 'otpauth'],
    ['OtpAuth://totp/x', 'otpauth'],
    [`mfa-login:${'x'.repeat(4086)}`, 'mfa-login'],
  ])(
    'opens the text of a QR code by the scheme that the administrator named, letter for letter: %s',
    async (text, scheme) => {
      expect(await openInAuthenticator(text, scheme)).toBe(true);
      expect(opened).toEqual([text]);
    },
  );

  it.each([
    ['otpauth://totp/x', null],
    ['otpauth://totp/x', 'mfa-login'],
    [' otpauth://totp/x', 'otpauth'],
    ['otpauth', 'otpauth'],
    ['otpauth:', 'otpauth'],
    ['https://evil.example/otpauth://totp/x', 'otpauth'],
    // Characters that end or begin an argument in some shell or program.
    ['otpauth://totp/x" --evil', 'otpauth'],
    ["otpauth://totp/x'", 'otpauth'],
    ['otpauth://totp/x y', 'otpauth'],
    ['otpauth://totp/x\\..\\..', 'otpauth'],
    ['otpauth://totp/`id`', 'otpauth'],
    ['otpauth://totp/x^y', 'otpauth'],
    ['otpauth://totp/x\nevil:', 'otpauth'],
    ['otpauth://totp/\u202ex', 'otpauth'],
    // Case folding turns the Kelvin sign into a small k.
    ['\u212aeyapp://x', 'keyapp'],
    [`mfa-login:${'x'.repeat(4087)}`, 'mfa-login'],
  ])('does not open the text %j by the scheme %s', async (text, scheme) => {
    expect(await openInAuthenticator(text, scheme)).toBe(false);
    expect(opened).toEqual([]);
  });
});
