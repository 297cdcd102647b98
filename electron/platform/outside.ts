import { clipboard, shell } from 'electron';
import { isOfScheme, isOpenable } from '../../shared/login/openable.ts';

/** Puts a text on the clipboard. */
export function copyText(text: string): void {
  void clipboard.writeText(text);
}

/**
 * Opens the host of the service over plain http in the person's browser: the one kind of address that a guest
 * network can put its own page in place of. Nothing is sent but that request.
 *
 * @param baseUrl `service.baseUrl` of the configuration
 */
export async function openNetworkSignIn(baseUrl: string): Promise<boolean> {
  const { host, protocol } = new URL(baseUrl);
  if (protocol !== 'https:') return false;
  await shell.openExternal(`http://${host.replace(/:\d+$/, '')}/`);
  return true;
}

/**
 * Opens the hosted page of a login that the person began in their browser. Plain http goes out for a service on this
 * computer alone, as `service.baseUrl` has it.
 *
 * @param address of the origin of `baseUrl`, as the service client has checked
 * @returns false for an address that may not be opened
 */
export async function openServicePage(address: string, baseUrl: string): Promise<boolean> {
  if (!baseUrl.startsWith('http:')) return openOutside(address);
  // SECURITY: SEC-7 the service's own page on this computer, in the very letters that were parsed.
  const url = new URL(address);
  if (url.origin !== new URL(baseUrl).origin || url.href !== address || url.username !== '') return false;
  await shell.openExternal(url.href);
  return true;
}

/**
 * Opens an address of the service in the person's browser; by the person's act only.
 *
 * @returns false for an address that may not be opened
 */
// SECURITY: SEC-7 the one way out: https only, and what was parsed is what is opened.
export async function openOutside(address: string): Promise<boolean> {
  if (!isOpenable(address)) return false;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  await shell.openExternal(url.href);
  return true;
}

/**
 * Opens the text of a QR code in the authenticator on this computer; by the person's act only.
 *
 * @param scheme `login.authenticatorScheme` of the configuration
 * @returns false for a text that no program may be started with, or where none takes it
 */
// SECURITY: SEC-7 a scheme that the administrator named, and letters that cannot become an option or a second argument.
export async function openInAuthenticator(text: string, scheme: string | null): Promise<boolean> {
  if (!isOfScheme(text, scheme)) return false;
  try {
    await shell.openExternal(text);
    return true;
  } catch {
    return false;
  }
}
