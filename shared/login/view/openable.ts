/** Longer than any address that enrolment needs; browsers cut at several lengths of their own. */
const LONGEST = 4096;

/** An https address. Groups: host, port. */
const FORM = /^https:\/\/([^/?#]*?)(?::(\d{1,5}))?(?:[/?#][^\s\p{C}\\]*)?$/iu;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
/** A browser reads a host with such a last label as an IPv4 address, in octal, hexadecimal or as one number. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^\[[\da-f:.]{2,45}\]$/i;

/**
 * Whether an address of the service may be handed to the person's browser: https, no user info, and a host that is read
 * as it is opened. Letters beyond ASCII are no such host: many look like others, and a browser opens their `xn--` form.
 */
// SECURITY: SEC-7 the one test of an address that may be opened.
export function isOpenable(address: string): boolean {
  if (address.length > LONGEST) return false;
  const [, host = '', port = '443'] = FORM.exec(address) ?? [];
  return isPlainHost(host) && Number(port) > 0 && Number(port) <= 65_535;
}

function isPlainHost(host: string): boolean {
  if (IPV4.test(host) || IPV6.test(host)) return true;
  const labels = host.split('.');
  return (
    host.length <= 253 && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '')
  );
}

/** The letters of an address (RFC 3986), without the quote that a command line ends at. */
const OPAQUE = /^[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]+$/;

/**
 * Whether a text of the service is an address that an authenticator on this computer may be started with.
 *
 * @param scheme `login.authenticatorScheme` of the configuration; null if no authenticator may be started
 */
// SECURITY: SEC-7 the scheme is the administrator's; no character after it can end an argument of the program.
export function isOfScheme(text: string, scheme: string | null): boolean {
  if (scheme === null || text.length > LONGEST || !OPAQUE.test(text)) return false;
  const start = `${scheme}:`;
  return text.length > start.length && text.slice(0, start.length).toLowerCase() === start;
}
