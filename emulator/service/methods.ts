/** The method identifiers of specification 2, in its order. FIDO is not among them: promptless never offers it. */
export const methods = ['email', 'totp', 'qrcode', 'push', 'sms', 'smsLink', 'yotp', 'phoneCall'] as const;

export type Method = (typeof methods)[number];

/** The kind of a delivery for its recipient. */
export type DeliveryKind = 'email' | 'push' | 'sms' | 'call' | 'qr';

interface MethodTraits {
  /** The delivery to phone or mailbox when the method is selected; null where the person carries the code. */
  readonly delivers: DeliveryKind | null;
  /** How the person confirms: `act` on the delivery, a `code` by confirmCode, an `otp` by confirmSecurityKeySSH. */
  readonly confirmedBy: 'act' | 'code' | 'otp';
  readonly hasLink?: boolean;
  readonly hasPhoneNumber?: boolean;
  /** Only a push can be refused on the phone (specification 4.6). */
  readonly canDeny?: boolean;
}

/** Specification 4.3 and 4.6 as a table. */
export const methodTraits: Readonly<Record<Method, MethodTraits>> = {
  email: { delivers: 'email', confirmedBy: 'act', hasLink: true },
  totp: { delivers: null, confirmedBy: 'code' },
  qrcode: { delivers: 'qr', confirmedBy: 'act' },
  push: { delivers: 'push', confirmedBy: 'act', canDeny: true },
  sms: { delivers: 'sms', confirmedBy: 'code', hasPhoneNumber: true },
  smsLink: { delivers: 'sms', confirmedBy: 'act', hasLink: true, hasPhoneNumber: true },
  yotp: { delivers: null, confirmedBy: 'otp' },
  phoneCall: { delivers: 'call', confirmedBy: 'act', hasPhoneNumber: true },
};

export function isMethod(value: unknown): value is Method {
  return (methods as readonly unknown[]).includes(value);
}

/** `+44 20 7946 0958` becomes `+44********58`: three characters, stars, two digits. */
export function maskPhoneNumber(phoneNumber: string): string {
  const compact = phoneNumber.replace(/[^+\d]/g, '');
  if (compact.length <= 5) return '*'.repeat(compact.length);
  return compact.slice(0, 3) + '*'.repeat(compact.length - 5) + compact.slice(-2);
}
