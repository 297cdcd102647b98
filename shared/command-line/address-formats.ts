/** Format check only, without quotes, comments or white space. At most 320 characters (RFC 5321). */
export function isEmailAddress(text: string): boolean {
  if (text.length > 320 || /[\s\p{C}"(),:;<>[\]\\]/u.test(text)) return false;
  const [name = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || name.length > 64 || domain.length > 255) return false;
  const isDotted = (part: string): boolean => part.split('.').every((piece) => piece !== '');
  if (!isDotted(name)) return false;
  return domain
    .split('.')
    .every((label) =>
      /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label),
    );
}

/** Format check only: 3 to 20 digits, an optional plus sign, and spaces, dots, hyphens, slashes or brackets between. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > 64 || !/^\+?[\d(][\d ().\/-]*\d$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 3 && digits <= 20;
}

/** Dotted IPv4, or IPv6 without zone and brackets (RFC 4291). */
export function isIpAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (text.length > 45 || halves.length > 2) return false;
  const isShortened = halves.length === 2;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)?.at(-1) ?? '';
  // IPv6 may end with a dotted IPv4 address.
  const tail = isIpv4(last) ? 2 : 1;
  const all = groups.flat();
  const isHexadecimal = all.every(
    (group, index) => (index === all.length - 1 && tail === 2) || /^[\dA-Fa-f]{1,4}$/.test(group),
  );
  const count = all.length === 0 ? 0 : all.length - 1 + tail;
  return isHexadecimal && (isShortened ? count <= 7 : count === 8);
}
