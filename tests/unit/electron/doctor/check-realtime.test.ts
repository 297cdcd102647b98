import { describe, expect, it } from 'vitest';
import { checkRealtime, type Handshakes } from '../../../../electron/doctor/check-realtime.ts';
import { testConfig } from '../../../support/login/test-config.ts';

describe('the event channel', () => {
  const open = (protocol: 3 | 4, tookMs = 5) => ({ kind: 'open', protocol, tookMs }) as const;
  const blocked = { kind: 'blocked', evidence: 'HTTP 403' } as const;
  const refused = { kind: 'refused', evidence: 'HTTP 404' } as const;
  const codes = (found: Handshakes, protocol: 'auto' | '4' | '3' = 'auto'): readonly string[] => {
    const { service } = testConfig();
    const realtime = { ...service.realtime, protocol };
    return checkRealtime({ ...service, realtime }, found).map(({ code }) => code);
  };

  it.each<readonly [Handshakes, readonly string[]]>([
    [{ polling: open(4), websocket: open(4) }, ['well', 'well', 'well']],
    [{ polling: open(4, 2_001), websocket: open(4) }, ['polling-slow', 'well', 'well']],
    [{ polling: open(4), websocket: open(4, 2_001) }, ['well', 'well', 'well']],
    [{ polling: blocked, websocket: open(4) }, ['polling-blocked', 'well', 'well']],
    [{ polling: open(4), websocket: blocked }, ['well', 'websocket-blocked', 'well']],
    [
      { polling: blocked, websocket: blocked },
      ['polling-blocked', 'realtime-blocked', 'not-tried'],
    ],
    [{ polling: blocked, websocket: null }, ['realtime-blocked', 'not-tried', 'not-tried']],
    [{ polling: null, websocket: blocked }, ['not-tried', 'realtime-blocked', 'not-tried']],
    [{ polling: null, websocket: open(4) }, ['not-tried', 'well', 'well']],
    [{ polling: open(4, 2_001), websocket: null }, ['realtime-slow', 'not-tried', 'well']],
    [
      { polling: open(4, 2_001), websocket: blocked },
      ['realtime-slow', 'websocket-blocked', 'well'],
    ],
    [{ polling: refused, websocket: open(4) }, ['polling-blocked', 'well', 'well']],
    [{ polling: open(4), websocket: refused }, ['well', 'websocket-blocked', 'well']],
    [
      { polling: refused, websocket: blocked },
      ['realtime-refused', 'websocket-blocked', 'not-tried'],
    ],
    [
      { polling: blocked, websocket: refused },
      ['polling-blocked', 'realtime-refused', 'not-tried'],
    ],
    [{ polling: null, websocket: refused }, ['not-tried', 'realtime-refused', 'not-tried']],
  ])('judges the handshakes %j', (found, expected) => {
    expect(codes(found)).toEqual(expected);
  });

  it.each([
    ['auto', 3, 'well'],
    ['4', 4, 'well'],
    ['3', 3, 'well'],
    ['4', 3, 'generation-other'],
    ['3', 4, 'generation-other'],
  ] as const)('judges a protocol configured as %s and found as %s: %s', (protocol, found, code) => {
    expect(codes({ polling: open(found), websocket: open(found) }, protocol)[2]).toBe(code);
  });
});
