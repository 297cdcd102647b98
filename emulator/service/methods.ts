/**
 * The method identifiers of specification 2, in its order. FIDO is not among them: promptless never
 * offers it.
 */
export const methods = [
  'email',
  'totp',
  'qrcode',
  'push',
  'sms',
  'smsLink',
  'yotp',
  'phoneCall',
] as const;

export type Method = (typeof methods)[number];

/** The kind of a delivery for its recipient. */
export type DeliveryKind = 'email' | 'push' | 'sms' | 'call' | 'qr';

type MethodTraits = Readonly<{
  /** Its English name on the service's page. */
  name: string;
  /** Its English name on the phone page, where that is another. */
  nameOnPhone?: string;
  /**
   * The delivery to phone or mailbox when the method is selected; null where the person carries the
   * code.
   */
  delivers: DeliveryKind | null;
  /**
   * How the person confirms: `act` on the delivery, a `code` by confirmCode, an `otp` by
   * confirmSecurityKeySSH.
   */
  confirmedBy: 'act' | 'code' | 'otp';
  hasLink?: boolean;
  hasPhoneNumber?: boolean;
  /** Only a push can be refused on the phone (specification 4.6). */
  canDeny?: boolean;
}>;

/** The methods' names, and specification 4.3 and 4.6 as a table. */
export const methodTraits: Readonly<Record<Method, MethodTraits>> = {
  email: { name: 'Email link', delivers: 'email', confirmedBy: 'act', hasLink: true },
  totp: { name: 'Passcode', nameOnPhone: 'Code from the app', delivers: null, confirmedBy: 'code' },
  qrcode: { name: 'QR code', delivers: 'qr', confirmedBy: 'act' },
  push: {
    name: 'Push notification',
    nameOnPhone: 'Push',
    delivers: 'push',
    confirmedBy: 'act',
    canDeny: true,
  },
  sms: {
    name: 'SMS passcode',
    nameOnPhone: 'SMS code',
    delivers: 'sms',
    confirmedBy: 'code',
    hasPhoneNumber: true,
  },
  smsLink: {
    name: 'SMS link',
    delivers: 'sms',
    confirmedBy: 'act',
    hasLink: true,
    hasPhoneNumber: true,
  },
  yotp: { name: 'Security key', nameOnPhone: 'Hardware key', delivers: null, confirmedBy: 'otp' },
  phoneCall: { name: 'Phone call', delivers: 'call', confirmedBy: 'act', hasPhoneNumber: true },
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
