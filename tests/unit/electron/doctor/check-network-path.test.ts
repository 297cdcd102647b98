import { describe, expect, it } from 'vitest';
import { checkClock } from '../../../../electron/doctor/check-clock.ts';
import { checkNetworkPath, hasAnswered } from '../../../../electron/doctor/check-network-path.ts';
import type { DoctorPorts } from '../../../../electron/doctor/ports.ts';
import { reach } from '../../../../electron/doctor/reach.ts';
import type { HttpOutcome } from '../../../../electron/network/http-port.ts';
import { chromiumFailure, nodeFault } from '../../../../electron/network/network-errors.ts';
import { errorAnswer, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeContext, NOW } from './fake-ports.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';

async function pathOf(changes: Partial<DoctorPorts>, baseUrl = 'https://mfa.example.com:8443') {
  const context = fakeContext(changes, { baseUrl });
  return checkNetworkPath(await reach(context), baseUrl);
}
const codesOf = async (...given: Parameters<typeof pathOf>): Promise<readonly string[]> =>
  (await pathOf(...given)).map(({ code }) => code);

const http = (outcome: HttpOutcome): Partial<DoctorPorts> => ({
  http: () => Promise.resolve(outcome),
});
const broken = (name: string): Partial<DoctorPorts> => http(chromiumFailure(name));
const tcp = (code: string): Partial<DoctorPorts> => ({
  connectTcp: () =>
    Promise.resolve({ kind: 'failed', fault: nodeFault(code), evidence: toEvidence`${code}` }),
});
const PROXY: Partial<DoctorPorts> = { resolveProxy: () => Promise.resolve('PROXY p:3128') };
const LIST: Partial<DoctorPorts> = { resolveProxy: () => Promise.resolve('PROXY p:1;DIRECT') };
const UNNAMED: Partial<DoctorPorts> = { resolveProxy: () => Promise.reject(new Error('no')) };
/** A name that this computer cannot look up. */
const UNKNOWN: Partial<DoctorPorts> = {
  lookup: () => Promise.resolve({ kind: 'failed', evidence: toEvidence`ENOTFOUND` }),
  ...tcp('ENOTFOUND'),
};
const SILENT = http({ kind: 'timeout' });
const DROPPED: Partial<DoctorPorts> = { connectTcp: () => Promise.resolve({ kind: 'timeout' }) };
const SKIPPED = 'not-tried';
const CHECKS = 6;
const DIRECT = ['well', 'well', 'no-proxy', 'well', 'well', 'well'];
const THROUGH_PROXY = ['name-at-proxy', 'well', 'well', 'well', 'well', 'well'];

describe('the network path to the service', () => {
  it('names the network path to the service step by step', async () => {
    expect(
      (await pathOf({})).map(({ check, tried, evidence }) => [check, tried, evidence]),
    ).toEqual([
      ['name', 'mfa.example.com', '192.0.2.7, 2001:db8::7'],
      ['connection', 'mfa.example.com:8443', ''],
      ['proxy', '', ''],
      ['certificate', 'mfa.example.com', 'issued by "Example Root"'],
      ['answer', 'POST https://mfa.example.com:8443/api/transaction/init', 'HTTP 400'],
      ['sign-in', '', ''],
    ]);
  });

  // The codes of the checks in their order; those that are left out were not tried.
  it.each<readonly [string, Partial<DoctorPorts>, readonly string[]]>([
    ['a good network path', {}, DIRECT],
    ['a good network path through a proxy', PROXY, THROUGH_PROXY],
    [
      'a good network path although this computer cannot look the name up or connect by itself',
      { ...UNKNOWN, ...tcp('ECONNREFUSED') },
      DIRECT,
    ],
    [
      'a name that is not known',
      { ...broken('ERR_NAME_NOT_RESOLVED'), ...UNKNOWN },
      ['name-not-found', SKIPPED, 'no-proxy'],
    ],
    [
      'no network at all',
      { ...broken('ERR_INTERNET_DISCONNECTED'), ...tcp('ENETUNREACH'), isOnline: () => false },
      ['offline', SKIPPED, 'no-proxy'],
    ],
    [
      'a computer that calls itself offline and is answered all the same',
      { isOnline: () => false },
      DIRECT,
    ],
    [
      'a refused connection',
      { ...broken('ERR_CONNECTION_REFUSED'), ...tcp('ECONNREFUSED') },
      ['well', 'connection-refused', 'no-proxy'],
    ],
    [
      'no network path',
      { ...broken('ERR_ADDRESS_UNREACHABLE'), ...tcp('EHOSTUNREACH') },
      ['well', 'connection-failed', 'no-proxy'],
    ],
    ['dropped packets', { ...SILENT, ...DROPPED }, ['well', 'connection-silent', 'no-proxy']],
    [
      'a service that does not answer',
      SILENT,
      ['well', 'well', 'no-proxy', 'well', 'answer-silent'],
    ],
    [
      'a proxy that is not there',
      { ...PROXY, ...tcp('ECONNREFUSED'), ...broken('ERR_PROXY_CONNECTION_FAILED') },
      ['name-at-proxy', SKIPPED, 'proxy-unreachable'],
    ],
    [
      'a proxy that is not there, and is passed over',
      { ...LIST, ...tcp('ECONNREFUSED') },
      [SKIPPED, SKIPPED, 'proxy-unknown', 'well', 'well', 'well'],
    ],
    [
      'a direct network path that fails, and is passed over',
      { resolveProxy: () => Promise.resolve('DIRECT;PROXY p:1'), ...tcp('ECONNREFUSED') },
      [SKIPPED, SKIPPED, 'network-path-unknown', 'well', 'well', 'well'],
    ],
    ['a list of which the first is reached', LIST, THROUGH_PROXY],
    [
      'a proxy that is not there, and a direct network path that is refused',
      { ...LIST, ...tcp('ECONNREFUSED'), ...broken('ERR_CONNECTION_REFUSED') },
      [SKIPPED, 'connection-refused', 'proxy-unknown'],
    ],
    [
      'a list without a reachable address',
      { ...LIST, ...tcp('ECONNREFUSED'), ...broken('ERR_PROXY_CONNECTION_FAILED') },
      [SKIPPED, SKIPPED, 'proxy-unreachable'],
    ],
    [
      'a proxy that is not there, and another network path that is silent',
      { ...LIST, ...tcp('ECONNREFUSED'), ...SILENT },
      [SKIPPED, SKIPPED, 'time-up'],
    ],
    [
      'a proxy that drops every packet, which is still waited for',
      { ...LIST, ...DROPPED, ...SILENT },
      [SKIPPED, SKIPPED, 'proxy-unreachable'],
    ],
    [
      'a proxy that is reached and refuses all protocols',
      { ...PROXY, ...broken('ERR_PROXY_CONNECTION_FAILED') },
      ['name-at-proxy', 'well', 'proxy-protocol'],
    ],
    [
      'a proxy that ends every connection',
      { ...PROXY, ...broken('ERR_EMPTY_RESPONSE'), issuerOf: () => null },
      ['name-at-proxy', 'well', 'proxy-unknown', SKIPPED, 'answer-cut'],
    ],
    [
      'an unnamed network path, and an answer that never comes',
      { ...UNNAMED, ...SILENT },
      [SKIPPED, SKIPPED, 'time-up'],
    ],
    [
      'a proxy that wants a login',
      { ...PROXY, ...http({ kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null }) },
      ['name-at-proxy', 'well', 'proxy-login-required'],
    ],
    [
      'a script that is broken',
      broken('ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'),
      ['well', 'well', 'proxy-script-broken'],
    ],
    [
      'a network path that Chromium does not name',
      UNNAMED,
      ['well', 'well', 'network-path-unknown', 'well', 'well', 'well'],
    ],
    [
      'a network path that Chromium does not name, to an unknown name',
      { ...UNNAMED, ...UNKNOWN, ...SILENT },
      [SKIPPED, SKIPPED, 'time-up'],
    ],
    [
      'a network path that Chromium does not name, if Chromium itself finds no such name',
      { ...UNNAMED, ...UNKNOWN, ...broken('ERR_NAME_NOT_RESOLVED') },
      ['name-not-found'],
    ],
    [
      'an authority that is not known',
      broken('ERR_CERT_AUTHORITY_INVALID'),
      ['well', 'well', 'no-proxy', 'tls-untrusted'],
    ],
    [
      'a page of the network',
      http(httpAnswer(511)),
      ['well', 'well', 'no-proxy', 'well', 'well', 'network-sign-in'],
    ],
  ])('diagnoses %s', async (_name, changes, codes) => {
    const skipped = Array<string>(CHECKS - codes.length).fill(SKIPPED);
    expect(await codesOf(changes)).toEqual([...codes, ...skipped]);
  });

  it('says of a list of proxies that another entry was used, and of which network path Chromium speaks', async () => {
    const seen = 'the first entry of the list failed (ECONNREFUSED), another was used';
    const found = await pathOf({
      ...LIST,
      ...tcp('ECONNREFUSED'),
      ...broken('ERR_CONNECTION_REFUSED'),
    });
    expect(found.slice(0, 3).map(({ tried, evidence }) => [tried, evidence])).toEqual([
      ['', seen],
      ['mfa.example.com:8443', `ERR_CONNECTION_REFUSED; ${seen}`],
      ['PROXY p:1', seen],
    ]);
  });

  it('names no proxy if another of the list asks', async () => {
    const asks = http({
      kind: 'proxy-login',
      evidence: toEvidence`HTTP 407`,
      proxy: { id: 'PROXY q:2 basic', name: 'q:2', hasRefused: false },
    });
    const found = await pathOf({
      ...asks,
      ...tcp('ECONNREFUSED'),
      resolveProxy: () => Promise.resolve('PROXY p:1;PROXY q:2'),
    });
    expect(found.find(({ check }) => check === 'proxy')).toMatchObject({
      code: 'proxy-login-required',
      tried: '',
      evidence:
        'HTTP 407 ("q:2"); the first entry of the list failed (ECONNREFUSED), another was used',
    });
  });

  it('names two addresses of the service at most', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    const [name] = await pathOf({ lookup: () => Promise.resolve({ kind: 'found', addresses }) });
    expect(name?.evidence).toBe('192.0.2.1, 192.0.2.2, 1 more');
  });

  it('names the issuer of the proxy’s certificate, not of the service’s', async () => {
    const found = await pathOf({
      resolveProxy: () => Promise.resolve('HTTPS p:443'),
      issuerOf: (hostname) => (hostname === 'p' ? 'Proxy Root' : null),
      ...http(chromiumFailure('ERR_PROXY_CERTIFICATE_INVALID')),
    });
    expect(found.find(({ check }) => check === 'proxy')?.evidence).toBe(
      'ERR_PROXY_CERTIFICATE_INVALID (issued by "Proxy Root")',
    );
  });

  it('needs no name and no certificate if an address is called without TLS, and does not call it offline', async () => {
    const changes = { ...broken('ECONNREFUSED'), ...tcp('ECONNREFUSED'), isOnline: () => false };
    const lookup = () => Promise.reject(new Error('looked up'));
    expect(await codesOf({ lookup }, 'http://127.0.0.1:1')).toEqual([
      'well',
      'well',
      'no-proxy',
      'no-certificate',
      'well',
      'well',
    ]);
    expect((await codesOf({ ...changes, lookup }, 'http://[::1]:1'))[1]).toBe('connection-refused');
  });

  it('sends no secret on the network path to the service', async () => {
    const sent: string[] = [];
    await pathOf({
      http: (request) => {
        sent.push(JSON.stringify([request.headers, Buffer.from(request.body ?? []).toString()]));
        return Promise.resolve(errorAnswer('InvalidSignatureException', 9));
      },
    });
    expect(sent).toEqual([
      JSON.stringify([{ 'Content-Type': 'application/json', Accept: 'application/json' }, '{}']),
    ]);
  });

  it('counts the service as answering only without a fault', async () => {
    expect(hasAnswered(await pathOf({}))).toBe(true);
    expect(hasAnswered(await pathOf(http(httpAnswer(503))))).toBe(false);
  });
});

describe('the check of the clock', () => {
  const look = async (date: string | null) => {
    const headers = date === null ? undefined : { date };
    const seen = await reach(fakeContext(http(httpAnswer(429, '', headers))));
    return checkClock(seen);
  };
  const shifted = (seconds: number): string =>
    new Date(NOW.getTime() - seconds * 1000).toUTCString();

  it.each([
    [shifted(0), 'well', ''],
    [shifted(60), 'well', ''],
    [shifted(-60), 'well', ''],
    [shifted(61), 'clock-wrong', '1 min 1 s ahead of the service'],
    [shifted(-600), 'clock-wrong', '10 min 0 s behind the service'],
    [shifted(10_800.4), 'clock-wrong', '3 h 0 min ahead of the service'],
    [shifted(-2 * 86_400 - 3_599), 'clock-wrong', '2 d 0 h behind the service'],
    [null, 'clock-unknown', ''],
    ['yesterday', 'clock-unknown', ''],
  ])('judges the clock by the date %s', async (date, code, evidence) => {
    expect(await look(date)).toMatchObject({ code, evidence });
  });

  it('believes no clock but that of the service', async () => {
    const seen = await reach(fakeContext(http(httpAnswer(511, '', { date: shifted(600) }))));
    expect(checkClock(seen).code).toBe(SKIPPED);
  });
});
