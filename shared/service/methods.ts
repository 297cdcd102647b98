/**
 * The authentication methods a promptless application may offer (specification 2, `method`).
 * FIDO is not among them: it is not supported for promptless applications and is never offered.
 */
export const METHODS = ['push', 'totp', 'qrcode', 'sms', 'smsLink', 'email', 'phoneCall', 'yotp'] as const;

/** One authentication method, by the service's identifier. */
export type Method = (typeof METHODS)[number];

/** Whether a server's or a person's word names one of the eight methods (exact spelling). */
export function isMethod(word: unknown): word is Method {
  return METHODS.some((method) => method === word);
}

/** Methods for which the person types something into the window, and what that is. */
export function codeKindOf(method: Method): 'passcode' | 'security-key' | null {
  if (method === 'totp' || method === 'sms') return 'passcode';
  return method === 'yotp' ? 'security-key' : null;
}

/** Whether choosing the method makes the service send something to the person (a push, a message, a call). */
export function isSent(method: Method): boolean {
  return method !== 'totp' && method !== 'qrcode' && method !== 'yotp';
}
