import { clipboard, shell } from 'electron';
import { isOfScheme, isOpenable } from '../../shared/login/view/openable.ts';
import { openByWindows } from '../os/windows/open-by-windows.ts';
import { hasProgramFor, openByXdgOpen } from '../os/linux/xdg-open.ts';

/** Puts a text on the clipboard. */
export function copyText(text: string): void {
  void clipboard.writeText(text);
}

/**
 * Opens the host of the service over plain http in the person's browser: the one kind of address that a guest
 * network can put its own page in place of. Sends that request only.
 *
 * @param baseUrl `service.baseUrl` of the configuration
 * @returns false where that cannot be, or no browser can be started
 */
export async function openNetworkSignIn(baseUrl: string): Promise<boolean> {
  const { host, protocol } = new URL(baseUrl);
  if (protocol !== 'https:') return false;
  return openByDesktop(`http://${host.replace(/:\d+$/, '')}/`);
}

/**
 * Opens an address of our own listener on this computer, for a login that the person began in their browser.
 *
 * @returns false for any other address, or where no browser can be started
 */
// SECURITY: SEC-7 this computer alone; where it leads on to, the listener has checked.
export async function openOwnAddress(address: string): Promise<boolean> {
  return (
    /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}\/[\w-]+$/.test(address) && openByDesktop(address)
  );
}

/**
 * Opens an address of the service in the person's browser; by the person's act only.
 *
 * @returns false for an address that may not be opened, or where no browser can be started
 */
// SECURITY: SEC-7 the one way out: https only, and the parsed address is the one that opens.
export async function openOutside(address: string): Promise<boolean> {
  if (!isOpenable(address)) return false;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return openByDesktop(url.href);
}

/**
 * Opens the text of a QR code in the authenticator on this computer; by the person's act only.
 *
 * @param scheme `login.authenticatorScheme` of the configuration
 * @returns false for a text that no program may be started with, or where no program takes it
 */
// SECURITY: SEC-7 a scheme that the administrator named, and letters that cannot become an option or a second argument.
export async function openInAuthenticator(text: string, scheme: string | null): Promise<boolean> {
  if (scheme === null || !isOfScheme(text, scheme)) return false;
  if (process.platform === 'linux' && !(await hasProgramFor(scheme))) return false;
  return openByDesktop(text);
}

/** @returns false where no program can be started for it */
async function openByDesktop(address: string): Promise<boolean> {
  try {
    // On Linux Electron would give the browser our standard error, and its reader would wait for the browser's end. On
    // Windows the browser would end with the login.
    if (process.platform === 'linux') await openByXdgOpen(address);
    else if (process.platform === 'win32') await openByWindows(address);
    else await shell.openExternal(address);
    return true;
  } catch {
    return false;
  }
}
