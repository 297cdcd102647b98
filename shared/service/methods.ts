/** The functions below describe the traits. */
type MethodTraits = Readonly<{
  codeKind: 'passcode' | 'security-key' | null;
  isSent: boolean;
  canBeDenied: boolean;
  needs: 'qrText' | 'token' | null;
}>;

const SENT = { codeKind: null, isSent: true, canBeDenied: false, needs: null } as const;

/** The methods of promptless applications (specification 2, `method`), which do not support FIDO. */
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

/** A method, by the service's name for it. */
export type Method = keyof typeof TRAITS;

export const METHODS = Object.keys(TRAITS) as readonly Method[];

/** The method of a code that the person types while a push is pending. */
export const METHOD_OF_CODE_BESIDE = 'totp';

export function isMethod(word: unknown): word is Method {
  return METHODS.some((method) => method === word);
}

/** The kind of code that the person types; null if they confirm elsewhere. */
export function codeKindOf(method: Method): 'passcode' | 'security-key' | null {
  return TRAITS[method].codeKind;
}

/** Whether the service sends something to the person (a push, a message, a call). */
export function isSent(method: Method): boolean {
  return TRAITS[method].isSent;
}

/** Whether the person can refuse, which ends the wait. */
export function canBeDenied(method: Method): boolean {
  return TRAITS[method].canBeDenied;
}

/**
 * The member that the answer of methodSSH must have for a method; null if it needs none
 * (specification 4.3).
 */
export function neededFor(method: Method): 'qrText' | 'token' | null {
  return TRAITS[method].needs;
}
