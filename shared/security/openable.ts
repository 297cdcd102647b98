/** In characters. No enrolment address is longer. */
const LONGEST = 4096;

/** An https address; its groups are the host and the port. */
const FORM = /^https:\/\/([^/?#]*?)(?::(\d{1,5}))?(?:[/?#][^\s\p{C}\\]*)?$/iu;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
/** A last label with which browsers read the host as an IPv4 address. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^\[[\da-f:.]{2,45}\]$/i;

/**
 * Whether the browser may open an address of the service. It must begin with https, and have no
 * user information and a host in ASCII, because other letters can look alike.
 */
// SECURITY: SEC-7 the only test of an address that may be opened.
export function isOpenable(address: string): boolean {
  if (address.length > LONGEST) return false;
  const [, host = '', port = '443'] = FORM.exec(address) ?? [];
  return isPlainHost(host) && Number(port) > 0 && Number(port) <= 65_535;
}

function isPlainHost(host: string): boolean {
  if (IPV4.test(host) || IPV6.test(host)) return true;
  const labels = host.split('.');
  return (
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !NUMBER.test(labels.at(-1) ?? '')
  );
}

/** The characters of RFC 3986, without the single quote, which can end a quoted argument. */
const OPAQUE = /^[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]+$/;

/** Whether an authenticator on this computer may open a text. A null scheme allows no authenticator. */
// SECURITY: SEC-7 the administrator's scheme only, and no character that can end an argument.
export function isOfScheme(text: string, scheme: string | null): boolean {
  if (scheme === null || text.length > LONGEST || !OPAQUE.test(text)) return false;
  const start = `${scheme}:`;
  return text.length > start.length && text.slice(0, start.length).toLowerCase() === start;
}
