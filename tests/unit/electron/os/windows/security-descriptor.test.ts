import { describe, expect, it } from 'vitest';
import { readSecurity, readSid } from '../../../../../electron/os/windows/security-descriptor.ts';
import {
  ALLOW,
  DENY,
  descriptorOf,
  FULL,
  READ,
  sidBytes,
  SIDS,
} from '../../../../support/files/security-descriptor.ts';

/** Wine's descriptor of a folder with mode 755: not written by our own tests. */
const FOREIGN =
  '0100048014000000000000000000000030000000010500000000000515000000000000000000000000000000e8030000020054000300000000031400ff011f0001010000000000051200000000032400ff011f00010500000000000515000000000000000000000000000000e803000000031400a9001200010100000000000100000000';
const damaged = { ok: false, error: 'has a damaged security descriptor' };

describe('a security descriptor', () => {
  it('reads a security descriptor as another system wrote it', () => {
    const owner = 'S-1-5-21-0-0-0-1000';
    const entry = { kind: 'allow', isInheritOnly: false };
    expect(readSecurity(FOREIGN)).toEqual({
      ok: true,
      value: {
        owner,
        entries: [
          { ...entry, mask: FULL, sid: SIDS.system },
          { ...entry, mask: FULL, sid: owner },
          { ...entry, mask: 0x1200a9, sid: SIDS.everyone },
        ],
      },
    });
  });

  it('gives owner and entries in their order, with masks beyond 31 bits', () => {
    const hex = descriptorOf(SIDS.trustedInstaller, [
      { type: DENY, flags: 0x10, mask: 0x80000000, sid: SIDS.users },
      { type: ALLOW, flags: 0x0b, mask: READ, sid: SIDS.creatorOwner },
    ]);
    expect(readSecurity(hex)).toEqual({
      ok: true,
      value: {
        owner: SIDS.trustedInstaller,
        entries: [
          { kind: 'deny', isInheritOnly: false, mask: 0x80000000, sid: SIDS.users },
          { kind: 'allow', isInheritOnly: true, mask: READ, sid: SIDS.creatorOwner },
        ],
      },
    });
  });

  it('tells a missing access list from an empty one', () => {
    expect(readSecurity(descriptorOf(SIDS.system, null))).toMatchObject({
      value: { entries: null },
    });
    expect(readSecurity(descriptorOf(SIDS.system, []))).toMatchObject({ value: { entries: [] } });
    const absent = Buffer.from(descriptorOf(SIDS.system, []), 'hex');
    absent.writeUInt32LE(0, 16);
    expect(readSecurity(absent.toString('hex'))).toMatchObject({ value: { entries: null } });
  });

  it.each([2, 4, 5, 6, 9, 10, 11, 17, 255])(
    'believes no security descriptor with an entry of type %i (SEC-61)',
    (type) => {
      const hex = descriptorOf(SIDS.system, [
        { type: ALLOW, mask: FULL, sid: SIDS.system },
        { type, mask: READ, sid: SIDS.system },
      ]);
      const error = `has an access entry of type ${String(type)}, which is not known`;
      expect(readSecurity(hex)).toEqual({ ok: false, error });
    },
  );

  it('believes no security descriptor without an owner', () => {
    expect(readSecurity(descriptorOf(null, []))).toEqual({ ok: false, error: 'has no owner' });
  });

  it('refuses a security descriptor as damaged that is cut anywhere', () => {
    const whole = Buffer.from(FOREIGN, 'hex');
    for (let length = 0; length < whole.length; length += 1)
      expect(readSecurity(whole.subarray(0, length).toString('hex')), String(length)).toEqual(
        damaged,
      );
  });

  it('reads or refuses a security descriptor with any one byte changed, and never throws', () => {
    const whole = Buffer.from(FOREIGN, 'hex');
    for (let at = 0; at < whole.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        expect(() => readSecurity(changed.toString('hex'))).not.toThrow();
      }
    }
  });

  it.each([
    ['in absolute form', 2, 0x0004],
    ['whose owner lies beyond its end', 4, 0xffff],
    ['whose list lies beyond its end', 16, 0xffff],
    ['whose list is longer than it', 50, 0xffff],
    ['whose list counts more entries', 52, 99],
    ['whose entry has no length', 58, 0],
  ])('refuses as damaged a security descriptor %s', (_what, at, value) => {
    const bytes = Buffer.from(FOREIGN, 'hex');
    bytes.writeUInt16LE(value, at);
    expect(readSecurity(bytes.toString('hex'))).toEqual(damaged);
  });
});

describe('a SID alone', () => {
  it.each(Object.values(SIDS))('reads the SID %s as it was written', (sid) => {
    expect(readSid(sidBytes(sid).toString('hex'))).toBe(sid);
  });

  it.each(['', '01', '0100000000000005', '020100000000000512000000', '0110000000000005'])(
    'refuses the SID %j as invalid',
    (hex) => {
      expect(readSid(hex)).toBeNull();
    },
  );
});
