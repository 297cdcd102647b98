import { describe, expect, it } from 'vitest';
import {
  certificateRule,
  CHROMIUM,
  type OwnVerdict,
} from '../../../../electron/certificates/own-check.ts';

const HOST = 'mfa.example.com';
const NOT_OURS = { fault: null, why: 'no chain leads to an authority' };
const EXPIRED = -201;
const { accepted, unknownAuthority } = CHROMIUM;
const nothing = { decision: 'as-chromium', finding: null };

/** The rule's report on a certificate, by our own check's verdict; undefined without authorities. */
async function told(
  trustMode: 'system-and-file' | 'file',
  errorCode: number,
  own?: OwnVerdict | Error,
  hostname = HOST,
): Promise<unknown> {
  const check = () => (own instanceof Error ? Promise.reject(own) : Promise.resolve(own ?? null));
  const rule = certificateRule(own === undefined ? null : check, HOST, trustMode);
  return await rule({ hostname, errorCode, chain: ['pem'] });
}

describe('the certificate rule (SEC-33)', () => {
  it.each(['system-and-file', 'file'] as const)(
    'accepts the service from an authority of ours with "%s"',
    async (trustMode) => {
      expect(await told(trustMode, unknownAuthority, 'accepted')).toEqual({
        decision: 'accept',
        finding: null,
      });
      expect(await told(trustMode, unknownAuthority, NOT_OURS)).toEqual({
        decision: 'as-chromium',
        finding: NOT_OURS,
      });
      expect(await told(trustMode, unknownAuthority, new Error('broken'))).toEqual(nothing);
      expect(await told(trustMode, unknownAuthority)).toEqual(nothing);
    },
  );

  it.each(['system-and-file', 'file'] as const)(
    'keeps every other refusal by Chromium with "%s"',
    async (trustMode) => {
      expect(await told(trustMode, EXPIRED, 'accepted')).toEqual(nothing);
      expect(await told(trustMode, unknownAuthority, 'accepted', 'other.example.com')).toEqual(
        nothing,
      );
    },
  );

  it('keeps an acceptance by Chromium with "system-and-file"', async () => {
    for (const own of [undefined, 'accepted', NOT_OURS] as const) {
      expect(await told('system-and-file', accepted, own)).toEqual(nothing);
    }
  });
});

describe('the certificate rule with "file"', () => {
  it.each([HOST, 'cdn.example.com'])(
    'refuses %s without an authority of ours, though Chromium accepts it (SEC-100)',
    async (host) => {
      const refused = (finding: OwnVerdict) => ({ decision: 'unknown-authority', finding });
      expect(await told('file', accepted, 'accepted', host)).toEqual(nothing);
      expect(await told('file', accepted, NOT_OURS, host)).toEqual(refused(NOT_OURS));
      expect(await told('file', accepted, new Error('broken'), host)).toEqual(refused(null));
      expect(await told('file', accepted, undefined, host)).toEqual(refused(null));
    },
  );
});
