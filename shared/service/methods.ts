/** The traits of a method that the program must know. */
type MethodTraits = Readonly<{
  /** The kind of code that the person types to confirm; null if they confirm elsewhere, such as on their phone. */
  codeKind: 'passcode' | 'security-key' | null;
  /** Whether choosing it makes the service send something to the person (a push, a message, a call). */
  isSent: boolean;
  /** Whether the person can refuse it, so that a denial ends the wait. */
  canBeDenied: boolean;
  /** The member that the answer of methodSSH must have (specification 4.3). */
  needs: 'qrText' | 'token' | null;
}>;

const SENT = { codeKind: null, isSent: true, canBeDenied: false, needs: null } as const;

/**
 * The authentication methods a promptless application may offer (specification 2, `method`), in the order of our
 * documents. A new one begins with a row here; the type checker and the tests name every other place.
 * FIDO is not among them: it is not supported for promptless applications and is never offered.
 */
const TRAITS = {
  push: { ...SENT, canBeDenied: true },
  totp: { codeKind: 'passcode', isSent: false, canBeDenied: false, needs: null },
  qrcode: { codeKind: null, isSent: false, canBeDenied: false, needs: 'qrText' },
  sms: { ...SENT, codeKind: 'passcode' },
  smsLink: SENT,
  email: SENT,
  phoneCall: SENT,
  yotp: { codeKind: 'security-key', isSent: false, canBeDenied: false, needs: 'token' },
} as const satisfies Readonly<Record<string, MethodTraits>>;

/** One authentication method, by the service's identifier. */
export type Method = keyof typeof TRAITS;

/** All methods. */
export const METHODS = Object.keys(TRAITS) as readonly Method[];

/** The method of a code that may be typed beside a waiting push. */
export const METHOD_OF_CODE_BESIDE = 'totp';

/** Whether a server's or a person's word names a method (exact spelling). */
export function isMethod(word: unknown): word is Method {
  return METHODS.some((method) => method === word);
}

/** The kind of code that the person types into the window; null for a method without one. */
export function codeKindOf(method: Method): 'passcode' | 'security-key' | null {
  return TRAITS[method].codeKind;
}

/** Whether choosing the method makes the service send something to the person (a push, a message, a call). */
export function isSent(method: Method): boolean {
  return TRAITS[method].isSent;
}

/** Whether the person can refuse the method, so that a denial ends the wait. */
export function canBeDenied(method: Method): boolean {
  return TRAITS[method].canBeDenied;
}

/** The member that the answer of methodSSH must have for the method (specification 4.3), or null. */
export function neededFor(method: Method): 'qrText' | 'token' | null {
  return TRAITS[method].needs;
}
