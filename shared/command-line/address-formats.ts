/** WHATWG URL, which main and the page have: this folder knows the types of neither. */
declare const URL: new (address: string) => unknown;

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

/** As zod checks it. zod itself is not loaded before the window (tests/unit/layers.test.ts). */
function isIpv6(text: string): boolean {
  if (!/^[\dA-Fa-f:.]+$/.test(text)) return false;
  try {
    return Boolean(new URL(`http://[${text}]`));
  } catch {
    return false;
  }
}
