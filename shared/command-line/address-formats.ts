/**
 * The WHATWG URL class. Node and browsers have it, but `shared/` compiles without the types of
 * either.
 */
declare const URL: new (address: string) => unknown;

/**
 * Whether a text has the form of an email address of at most 320 characters (RFC 5321). Quotes,
 * comments and white space are refused. Nothing shows that the address exists.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 320 || /[\s\p{C}"(),:;<>[\]\\]/u.test(text)) return false;
  const [name = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || name.length > 64 || domain.length > 255) return false;
  const hasEmptyPart = name.split('.').includes('');
  if (hasEmptyPart) return false;
  return domain
    .split('.')
    .every((label) =>
      /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label),
    );
}

/**
 * Whether a text has the form of a telephone number: 3 to 20 digits, a plus sign before them or
 * not, and spaces, dots, hyphens, slashes or brackets among them. Nothing shows that the number
 * exists.
 */
export function isPhoneNumber(text: string): boolean {
  if (text.length > 64 || !/^\+?[\d(][\d ().\/-]*\d$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 3 && digits <= 20;
}

/**
 * Whether a text is a dotted IPv4 address, or an IPv6 address without a zone and without brackets
 * (RFC 4291). zod gives the same answers, but it (62 KB of a checkout's build, 3 ms) is not loaded
 * before the window opens, and the command line is read before that (tests/unit/layers.test.ts).
 */
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

/** Whether `URL` parses the text as an IPv6 host, as zod does. */
function isIpv6(text: string): boolean {
  if (!/^[\dA-Fa-f:.]+$/.test(text)) return false;
  try {
    new URL(`http://[${text}]`);
    return true;
  } catch {
    return false;
  }
}
