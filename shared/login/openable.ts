/** Longer than any address that enrolment needs (docs/wire.md); browsers cut at several lengths of their own. */
const LONGEST = 4096;

/** What stands before the path. Groups: host, port. */
const FORM = /^https:\/\/([^/?#]*?)(?::(\d{1,5}))?(?:[/?#][^\s\p{C}\\]*)?$/iu;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
/** A browser takes a host whose last label looks like this for an IPv4 address, in octal, hexadecimal or as one number. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^\[[\da-f:.]{2,45}\]$/i;

/**
 * Whether an address of the service may be handed to the person's browser: https, no user info, and a host that is read
 * as it is opened. Letters beyond ASCII are no such host: many look like others, and a browser opens their `xn--` form.
 */
// SECURITY: SEC-7 the one test of what may be opened.
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
