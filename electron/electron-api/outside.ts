import { clipboard, shell } from 'electron';
import { isOfScheme } from '../../shared/security/openable.ts';
import {
  isOwnAddress,
  networkSignInAddress,
  outsideAddress,
} from '../network/outside-addresses.ts';
import { openByWindows } from '../os/windows/open-by-windows.ts';
import { hasProgramFor, openByXdgOpen } from '../os/linux/xdg-open.ts';

export function copyText(text: string): void {
  void clipboard.writeText(text);
}

/** Opens the service's host over http (`networkSignInAddress`). False on failure. */
export async function openNetworkSignIn(baseUrl: string): Promise<boolean> {
  const address = networkSignInAddress(baseUrl);
  return address !== null && openByDesktop(address);
}

/** Opens the callback listener's one-time address. False on failure. */
export async function openOwnAddress(address: string): Promise<boolean> {
  return isOwnAddress(address) && openByDesktop(address);
}

/** Call only after an action of the user. False on failure. */
export async function openOutside(address: string): Promise<boolean> {
  const allowed = outsideAddress(address);
  return allowed !== null && openByDesktop(allowed);
}

/**
 * Opens a QR code's text in an authenticator on this computer. Call only after an action of the
 * user. False on failure.
 */
// SECURITY: SEC-7 only the administrator's scheme, and no characters that form an option or a
// second argument.
export async function openInAuthenticator(text: string, scheme: string | null): Promise<boolean> {
  if (scheme === null || !isOfScheme(text, scheme)) return false;
  if (process.platform === 'linux' && !(await hasProgramFor(scheme))) return false;
  return openByDesktop(text);
}

async function openByDesktop(address: string): Promise<boolean> {
  try {
    // A browser that Electron starts would keep our standard error open (Linux), or end with the
    // login (Windows).
    if (process.platform === 'linux') await openByXdgOpen(address);
    else if (process.platform === 'win32') await openByWindows(address);
    else await shell.openExternal(address);
    return true;
  } catch {
    return false;
  }
}
