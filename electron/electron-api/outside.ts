import { clipboard, shell } from 'electron';
import { isOfScheme, isOpenable } from '../../shared/security/openable.ts';
import { urlOf } from '../network/url-of.ts';
import { openByWindows } from '../os/windows/open-by-windows.ts';
import { hasProgramFor, openByXdgOpen } from '../os/linux/xdg-open.ts';

export function copyText(text: string): void {
  void clipboard.writeText(text);
}

/** Opens the service's host over http, so that a guest network can insert its sign-in page. False on failure. */
export async function openNetworkSignIn(baseUrl: string): Promise<boolean> {
  const { host, protocol } = new URL(baseUrl);
  if (protocol !== 'https:') return false;
  return openByDesktop(`http://${host.replace(/:\d+$/, '')}/`);
}

/** Opens the callback listener's one-time address. False on failure. */
// SECURITY: SEC-7 loopback only; `isServicePage` has checked the target of the redirect.
export async function openOwnAddress(address: string): Promise<boolean> {
  return (
    /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}\/[\w-]+$/.test(address) &&
    openByDesktop(address)
  );
}

/** Call only after an action of the user. False on failure. */
// SECURITY: SEC-7 https only; open the address as parsed.
export async function openOutside(address: string): Promise<boolean> {
  const url = isOpenable(address) ? urlOf(address) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return openByDesktop(url.href);
}

/**
 * Opens a QR code's text in an authenticator on this computer. Call only after an action of the user. False on failure.
 */
// SECURITY: SEC-7 only the administrator's scheme, and no characters that form an option or a second argument.
export async function openInAuthenticator(text: string, scheme: string | null): Promise<boolean> {
  if (scheme === null || !isOfScheme(text, scheme)) return false;
  if (process.platform === 'linux' && !(await hasProgramFor(scheme))) return false;
  return openByDesktop(text);
}

async function openByDesktop(address: string): Promise<boolean> {
  try {
    // A browser that Electron starts would keep our standard error open (Linux), or end with the login (Windows).
    if (process.platform === 'linux') await openByXdgOpen(address);
    else if (process.platform === 'win32') await openByWindows(address);
    else await shell.openExternal(address);
    return true;
  } catch {
    return false;
  }
}
